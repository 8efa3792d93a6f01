import { FaultBudget } from '../calls/fault-budget.ts';
import type { JournalEntry } from '../calls/store.ts';
import type { Leg, Telephony } from '../calls/telephony.ts';
import { delay, untilConnected } from '../calls/waiting.ts';
import { describeError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import type { CallRecording, RecordingFormat } from '../domain/recording.ts';
import type { Log } from '../log/log.ts';
import type { RecordingStore } from './store.ts';
import type { Tape, Taping } from './taping.ts';

export interface BeginnerNeeds {
  store: Pick<RecordingStore, 'insert'>;
  taping: Pick<Taping, 'begin'>;
  telephony: Pick<Telephony, 'onConnection' | 'upSinceMs'>;
  format: RecordingFormat;
  /** Nothing is recorded when less than this is free. */
  minFreeBytes: number;
  freeBytes: () => Promise<number>;
  log: Log;
}

/** Called as soon as the recording runs. */
export type OnBegun = (recording: CallRecording, tape: Tape) => void;

/** The disk has no room, and will have none in a moment either. */
class NoRoom extends Error {}

/** Begins recordings. An Asterisk or a database that is busy for a moment is asked again: what is recorded later is better than nothing. */
export class Beginner {
  readonly #needs: BeginnerNeeds;
  readonly #record: (entry: JournalEntry) => Promise<void>;
  readonly #closing = new AbortController();
  /** Ids of the recordings being begun, and of those that could not be, until that is stored. */
  readonly #open = new Set<string>();

  /** @param record never rejects. */
  constructor(needs: BeginnerNeeds, record: (entry: JournalEntry) => Promise<void>) {
    this.#needs = needs;
    this.#record = record;
  }

  /** Whether this recording is being begun, and is not to be taken for one that an earlier process left. */
  isBeginning(recordingId: string): boolean {
    return this.#open.has(recordingId);
  }

  /** Resolves once it runs, or it was reported that the call is not recorded. Never rejects. */
  async begin(far: Leg, maxSeconds: number, onBegun: OnBegun): Promise<void> {
    const over = new AbortController();
    const leave = far.subscribe((event) => event.kind === 'gone' && over.abort());
    try {
      const signal = AbortSignal.any([over.signal, this.#closing.signal]);
      await this.#untilBegun(far, () => this.#try(far, maxSeconds, onBegun), signal);
    } finally {
      leave();
    }
  }

  /** The next start of the service begins what was not begun. */
  close(): void {
    this.#closing.abort();
  }

  async #untilBegun(far: Leg, tryIt: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { telephony, log } = this.#needs;
    const faults = new FaultBudget();
    for (;;) {
      try {
        return await tryIt();
      } catch (error) {
        const reason = describeError(error);
        const pauseSeconds = error instanceof NoRoom ? undefined : faults.spend(performance.now());
        if (pauseSeconds === undefined || far.state === 'gone') return this.#giveUp(far.callId, reason);
        log.warn('a recording has not begun yet', { call: far.callId, why: reason });
        const wait =
          telephony.upSinceMs() === undefined
            ? untilConnected(telephony, signal)
            : delay(pauseSeconds, signal);
        await wait.catch(() => undefined);
        if (this.#closing.signal.aborted) return;
        if (signal.aborted) return this.#giveUp(far.callId, reason);
      }
    }
  }

  /** Each try is a recording of its own: files that Asterisk may have begun belong to the one that failed. */
  async #try(far: Leg, maxSeconds: number, onBegun: OnBegun): Promise<void> {
    const { store, taping, format, minFreeBytes, freeBytes } = this.#needs;
    const recording: CallRecording = {
      id: newId('rec'),
      callId: far.callId,
      state: 'recording',
      format,
      startedAtMs: Date.now(),
      endedAtMs: null,
      seconds: 0,
      fileBytes: 0,
      fault: null,
    };
    if ((await freeBytes()) < minFreeBytes) throw new NoRoom('the disk is nearly full');
    this.#open.add(recording.id);
    let isStored = false;
    try {
      await store.insert(recording);
      isStored = true;
      onBegun(recording, await taping.begin(far, recording.id, maxSeconds));
      this.#open.delete(recording.id);
    } catch (error) {
      // The row stays: through it, files that Asterisk may have started are found and deleted (`removeDone`).
      const fault = describeError(error);
      const lost: CallRecording = { ...recording, state: 'lost', endedAtMs: Date.now(), fault };
      const noted = isStored ? this.#record({ events: [], recording: lost }) : Promise.resolve();
      void noted.then(() => this.#open.delete(recording.id));
      throw error;
    }
  }

  async #giveUp(callId: string, reason: string): Promise<void> {
    this.#needs.log.warn('a call is not recorded', { call: callId, why: reason });
    const data = { service: 'recording' as const, reason };
    await this.#record({ events: [{ type: 'service_unavailable', callId, atMs: Date.now(), data }] });
  }
}
