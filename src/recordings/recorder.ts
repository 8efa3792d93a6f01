import type { CallLedger } from '../calls/call-ledger.ts';
import type { Journal } from '../calls/store.ts';
import type { CallTape, KeptRecording } from '../calls/tape.ts';
import type { Leg, Telephony } from '../calls/telephony.ts';
import { minuteMs } from '../domain/durations.ts';
import { describeError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import { type CallRecording, expiryOf, faultOfLength, type RecordingFormat } from '../domain/recording.ts';
import type { NewEvent } from '../domain/events.ts';
import { makeFolder } from '../files/folders.ts';
import type { Log } from '../log/log.ts';
import { settlesWithin } from '../timing/settles-within.ts';
import { finishRecording } from './finisher.ts';
import { audioFile } from './shelf.ts';
import type { RecordingStore } from './store.ts';
import type { Tape, Taping } from './taping.ts';

export interface RecorderNeeds {
  store: RecordingStore;
  taping: Taping;
  telephony: Pick<Telephony, 'onConnection' | 'upSinceMs'>;
  journal: Pick<Journal, 'record'>;
  /** For the audio files. */
  folder: string;
  format: RecordingFormat;
  keepDays: number;
  /** Recording stops when less than this is free. */
  minFreeBytes: number;
  freeBytes: () => Promise<number>;
  notice: string | undefined;
  /** Called after a file was stored. */
  onKept(): void;
  log: Log;
}

/** How often free space is checked while recording: at 16 kB/s per call, a hundred calls write 16 MB in this time. */
const diskLookMs = 10_000;
/** What could not be finished (the disk was full) is tried again. */
const retryMs = 10 * minuteMs;

/** Records calls: starts and stops recordings, and finishes their files. Its failures never affect the call. */
export class Recorder implements CallTape {
  readonly #needs: RecorderNeeds;
  readonly #running = new Map<string, { recording: CallRecording; tape: Tape }>();
  /** Calls whose recording is being started. */
  readonly #beginning = new Set<string>();
  /** Serialises the making of files. */
  #finishing: Promise<void> = Promise.resolve();
  #recovered: Promise<void> = Promise.resolve();
  #timers: NodeJS.Timeout[] = [];
  #unsubscribe: () => void = () => undefined;

  constructor(needs: RecorderNeeds) {
    this.#needs = needs;
  }

  /** Resumes what an earlier process left, as soon as Asterisk is connected. */
  async start(): Promise<void> {
    const { telephony, folder } = this.#needs;
    await makeFolder(folder);
    this.#unsubscribe = telephony.onConnection(({ connected }) => connected && this.#takeUp());
    if (telephony.upSinceMs() !== undefined) this.#takeUp();
    this.#timers = [
      setInterval(() => void this.#lookAtDisk(), diskLookMs).unref(),
      setInterval(() => this.#takeUp(), retryMs).unref(),
    ];
  }

  /** Work in progress gets a moment; the next start does the rest. */
  async close(milliseconds: number): Promise<void> {
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    await settlesWithin(this.#finishing, milliseconds);
  }

  follow(ledger: CallLedger, far: Leg, maxSeconds: number): void {
    if (!ledger.call.services.recording) return;
    const begin = (): void => void this.#begin(ledger, far, maxSeconds);
    if (far.state === 'up') return begin();
    const off = far.subscribe((event) => {
      if (event.kind !== 'answered' && event.kind !== 'gone') return;
      off();
      if (event.kind === 'answered') begin();
    });
  }

  notice(callId: string): string | undefined {
    return this.#ofCall(callId) ? this.#needs.notice : undefined;
  }

  async keptOf(callId: string): Promise<KeptRecording | undefined> {
    const kept = await this.#needs.store.keptOf(callId);
    if (kept === undefined) return undefined;
    const { id, seconds, fileBytes } = kept;
    return { id, seconds, fileBytes, expiresAtMs: expiryOf(kept, this.#needs.keepDays) };
  }

  recorded(callIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#needs.store.recorded(callIds);
  }

  #ofCall(callId: string): boolean {
    return [...this.#running.values()].some(({ recording }) => recording.callId === callId);
  }

  /** Never rejects. */
  async #begin(ledger: CallLedger, far: Leg, maxSeconds: number): Promise<void> {
    const { store, taping, format, folder, minFreeBytes, freeBytes } = this.#needs;
    const callId = ledger.call.id;
    await this.#recovered; // a recording of an earlier process continues
    if (this.#ofCall(callId) || far.state === 'gone') return;
    const recording: CallRecording = {
      id: newId('rec'),
      callId,
      state: 'recording',
      format,
      startedAtMs: Date.now(),
      endedAtMs: null,
      seconds: 0,
      fileBytes: 0,
      fault: null,
    };
    let isStored = false;
    this.#beginning.add(recording.id);
    try {
      if ((await freeBytes()) < minFreeBytes) throw new Error('the disk is nearly full');
      await store.insert(recording);
      isStored = true;
      const tape = await taping.begin(far, recording.id, maxSeconds);
      this.#watch(recording, tape);
      const path = audioFile(folder, recording);
      await this.#tell({
        type: 'recording_started',
        ...of(recording),
        data: { recording_id: recording.id, path },
      });
    } catch (error) {
      await this.#notBegun(recording, isStored, describeError(error));
    } finally {
      this.#beginning.delete(recording.id);
    }
  }

  async #notBegun(recording: CallRecording, isStored: boolean, reason: string): Promise<void> {
    const { store, log } = this.#needs;
    log.warn('a call is not recorded', { call: recording.callId, why: reason });
    // The row stays: through it, files that Asterisk may have started are found and deleted (`#removeDone`).
    const lost: CallRecording = { ...recording, state: 'lost', endedAtMs: Date.now(), fault: reason };
    if (isStored)
      await store.update(lost).catch((failure: unknown) =>
        log.warn('a recording that did not begin stays open', {
          recording: recording.id,
          why: describeError(failure),
        }),
      );
    await this.#tell({
      type: 'service_unavailable',
      ...of(recording),
      data: { service: 'recording', reason },
    });
  }

  #watch(recording: CallRecording, tape: Tape): void {
    this.#running.set(recording.id, { recording, tape });
    void tape.failed.then((reason) => this.#giveUp(recording.id, reason));
    void tape.ended.then(() => this.#ended(recording.id));
  }

  /** Keeps what has been recorded so far. */
  #giveUp(recordingId: string, fault: string): void {
    const running = this.#running.get(recordingId);
    if (running === undefined || running.recording.fault !== null) return;
    running.recording = { ...running.recording, fault };
    this.#needs.log.warn('a recording ends early', { recording: recordingId, why: fault });
    void running.tape.stop();
  }

  #ended(recordingId: string): void {
    const running = this.#running.get(recordingId);
    if (running === undefined) return;
    this.#running.delete(recordingId);
    const { recording } = running;
    const fault = recording.fault ?? this.#faultOfRestart(recording);
    this.#finishSoon({ ...recording, endedAtMs: Date.now(), fault });
  }

  /** Asterisk restarted while recording: what it had not written yet is missing. */
  #faultOfRestart({ startedAtMs }: CallRecording): string | null {
    const { telephony } = this.#needs;
    const upSinceMs = telephony.upSinceMs();
    return upSinceMs !== undefined && upSinceMs <= startedAtMs
      ? null
      : 'Asterisk ended while it recorded: the last seconds are missing';
  }

  /** Watches earlier recordings that still run and finishes the others. */
  #takeUp(): void {
    this.#recovered = this.#recover().catch((error: unknown) =>
      this.#needs.log.warn('earlier recordings are not resumed yet', { why: describeError(error) }),
    );
  }

  async #recover(): Promise<void> {
    const { store, taping } = this.#needs;
    for (const recording of await store.open()) {
      if (this.#running.has(recording.id) || this.#beginning.has(recording.id)) continue;
      if (recording.state === 'finishing') {
        this.#finishSoon(recording);
        continue;
      }
      const tape = await taping.resume(recording.id);
      if (tape !== undefined) this.#watch(recording, tape);
      else this.#finishSoon({ ...recording, fault: this.#faultOfRestart(recording) });
    }
    await this.#removeDone();
  }

  /** Removes the sources of finished files, of an earlier process too. Unknown ones may be another service's. */
  async #removeDone(recordingId?: string): Promise<void> {
    const { store, taping } = this.#needs;
    for (const piece of await taping.pieces()) {
      if (recordingId !== undefined && piece.recordingId !== recordingId) continue;
      const recording = await store.get(piece.recordingId);
      if (recording?.state === 'kept' || recording?.state === 'lost') await taping.remove(piece);
    }
  }

  #finishSoon(recording: CallRecording): void {
    this.#finishing = this.#finishing
      .then(() => this.#finish(recording))
      .catch((error: unknown) =>
        this.#needs.log.warn('a recording is not finished yet', {
          recording: recording.id,
          why: describeError(error),
        }),
      );
  }

  async #finish(ended: CallRecording): Promise<void> {
    const { store, taping, folder, log } = this.#needs;
    const known = await store.get(ended.id);
    if (known === undefined || (known.state !== 'recording' && known.state !== 'finishing')) return;
    const finishing = { ...ended, state: 'finishing' as const };
    await store.update(finishing);
    const pieces = (await taping.pieces()).filter(({ recordingId }) => recordingId === ended.id);
    const made = await finishRecording(finishing, pieces, { taping, folder });
    const over: CallRecording =
      made === undefined
        ? { ...finishing, state: 'lost', fault: ended.fault ?? 'Asterisk has no files of it' }
        : {
            ...finishing,
            ...made,
            state: 'kept',
            // For a recording that ended while this service was down.
            endedAtMs: ended.endedAtMs ?? Math.round(ended.startedAtMs + made.seconds * 1000),
            fault: ended.fault ?? faultOfLength(ended, made.seconds),
          };
    await store.update(over);
    await this.#removeDone(over.id).catch((error: unknown) =>
      log.warn('a kept recording is still in Asterisk', { recording: over.id, why: describeError(error) }),
    );
    await this.#tell({
      type: 'recording_stopped',
      ...of(over),
      data: {
        recording_id: over.id,
        path: made === undefined ? '' : audioFile(folder, over),
        duration: over.seconds,
        file_size: over.fileBytes,
        fault: over.fault,
      },
    });
    this.#needs.onKept();
  }

  async #lookAtDisk(): Promise<void> {
    if (this.#running.size === 0) return;
    const { freeBytes, minFreeBytes, log } = this.#needs;
    try {
      if ((await freeBytes()) >= minFreeBytes) return;
    } catch (error) {
      log.warn('the free disk space could not be read', { why: describeError(error) });
      return;
    }
    for (const recordingId of [...this.#running.keys()])
      this.#giveUp(recordingId, 'the disk was nearly full');
  }

  /** The journal keeps it until the database accepts it. */
  async #tell(event: NewEvent): Promise<void> {
    await this.#needs.journal
      .record({ events: [event] })
      .catch((error: unknown) =>
        this.#needs.log.error('an event could not be stored', { error: describeError(error) }),
      );
  }
}

function of({ callId }: CallRecording): { callId: string; atMs: number } {
  return { callId, atMs: Date.now() };
}
