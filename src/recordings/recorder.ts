import type { CallLedger } from '../calls/call-ledger.ts';
import type { JournalEntry } from '../calls/store.ts';
import type { CallTape, KeptRecording } from '../calls/tape.ts';
import type { Leg } from '../calls/telephony.ts';
import { minuteMs } from '../domain/durations.ts';
import { describeError } from '../domain/errors.ts';
import { type CallRecording, expiryOf } from '../domain/recording.ts';
import { makeFolder } from '../files/folders.ts';
import { Beginner, type BeginnerNeeds } from './beginner.ts';
import { type FinishingNeeds, FinishingQueue } from './finishing-queue.ts';
import { audioFile } from './recording-files.ts';
import type { Tape } from './taping.ts';

export interface RecorderNeeds extends FinishingNeeds, Omit<BeginnerNeeds, keyof FinishingNeeds> {
  keepDays: number;
  notice: string | undefined;
}

/** How often free space is checked while recording: at 16 kB/s per call, a hundred calls write 16 MB in this time. */
const diskLookMs = 10_000;
/** What could not be finished (the disk was full) is tried again. */
const retryMs = 10 * minuteMs;

/** More than any call has. */
const maxRecordingsOfCall = 1_000;

/** Records calls: starts and stops recordings, and gets their files made. Its failures never affect the call. */
export class Recorder implements CallTape {
  readonly #needs: RecorderNeeds;
  readonly #running = new Map<string, { recording: CallRecording; tape: Tape }>();
  /** Calls whose recording is being started; resolves once it runs, or does not. */
  readonly #begins = new Map<string, Promise<void>>();
  /** Those whose beginning is reported, or is being reported. */
  readonly #reported = new Set<string>();
  readonly #beginner: Beginner;
  readonly #finishing: FinishingQueue;
  #recovered: Promise<void> = Promise.resolve();
  #timers: NodeJS.Timeout[] = [];
  #unsubscribe: () => void = () => undefined;

  constructor(needs: RecorderNeeds) {
    this.#needs = needs;
    this.#beginner = new Beginner(needs, (entry) => this.#record(entry));
    this.#finishing = new FinishingQueue(needs);
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
    this.#beginner.close();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#finishing.settle(milliseconds);
  }

  follow(ledger: CallLedger, far: Leg, maxSeconds: number): void {
    if (!ledger.call.services.recording) return;
    const { id: callId } = ledger.call;
    const begin = (): void => {
      const begun = this.#begin(callId, far, maxSeconds).finally(() => this.#begins.delete(callId));
      this.#begins.set(callId, begun);
    };
    if (far.state === 'up') return begin();
    const off = far.subscribe((event) => {
      if (event.kind !== 'answered' && event.kind !== 'gone') return;
      off();
      if (event.kind === 'answered') begin();
    });
  }

  async notice(callId: string): Promise<string | undefined> {
    await this.#begins.get(callId);
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
  async #begin(callId: string, far: Leg, maxSeconds: number): Promise<void> {
    await this.#recovered; // a recording of an earlier process continues
    if (this.#ofCall(callId) || far.state === 'gone') return;
    await this.#beginner.begin(far, maxSeconds, (recording, tape) => {
      this.#watch(recording, tape);
      // What happened while Asterisk prepared it came before. The notice does not wait for the database.
      void this.#reportStart(recording, Date.now());
    });
  }

  /** The journal keeps an entry until the database accepts it. Never rejects. */
  async #record(entry: JournalEntry): Promise<void> {
    const { journal, log } = this.#needs;
    await journal
      .record(entry)
      .catch((error: unknown) =>
        log.error('an event of a recording could not be stored', { error: describeError(error) }),
      );
  }

  #watch(recording: CallRecording, tape: Tape): void {
    this.#running.set(recording.id, { recording, tape });
    void tape.failed.then((reason) => this.#giveUp(recording.id, reason));
    void tape.ended.then((endedAtMs) => this.#ended(recording.id, endedAtMs));
  }

  /** Keeps what has been recorded so far. */
  #giveUp(recordingId: string, fault: string): void {
    const running = this.#running.get(recordingId);
    if (running === undefined || running.recording.fault !== null) return;
    running.recording = { ...running.recording, fault };
    this.#needs.log.warn('a recording ends early', { recording: recordingId, why: fault });
    void running.tape.stop();
  }

  #ended(recordingId: string, endedAtMs: number | null): void {
    const running = this.#running.get(recordingId);
    if (running === undefined) return;
    this.#running.delete(recordingId);
    const { recording } = running;
    const fault = recording.fault ?? this.#faultOfRestart(recording);
    this.#finishing.add({ ...recording, endedAtMs, fault });
  }

  /** Asterisk restarted while it recorded: what it had not written yet is missing. */
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
      if (this.#beginner.isBeginning(recording.id)) continue;
      if (recording.state === 'recording') await this.#reportIfUnreported(recording);
      if (this.#running.has(recording.id)) continue;
      if (recording.state === 'finishing') {
        this.#finishing.add(recording);
        continue;
      }
      const tape = await taping.resume(recording.id);
      if (tape !== undefined) this.#watch(recording, tape);
      else this.#finishing.add({ ...recording, fault: this.#faultOfRestart(recording) });
    }
    await this.#finishing.removeDone();
  }

  /** An earlier process may have been killed between beginning a recording and reporting it. Never rejects. */
  async #reportIfUnreported(recording: CallRecording): Promise<void> {
    const { id, callId } = recording;
    const { journal, log } = this.#needs;
    if (this.#reported.has(id)) return;
    try {
      const filter = { callId, types: ['recording_started'] } as const;
      const reported = await journal.read(0, filter, maxRecordingsOfCall);
      if (reported.some(({ type, data }) => type === 'recording_started' && data.recording_id === id))
        this.#reported.add(id);
      // The call goes on whether or not the database takes it now.
      else void this.#reportStart(recording, recording.startedAtMs);
    } catch (error) {
      log.warn('it is not known yet whether the beginning of a recording was reported', {
        recording: id,
        why: describeError(error),
      });
    }
  }

  /** Once. Never rejects. */
  async #reportStart(recording: CallRecording, atMs: number): Promise<void> {
    const { id, callId } = recording;
    if (this.#reported.has(id)) return;
    this.#reported.add(id);
    const data = { recording_id: id, path: audioFile(this.#needs.folder, recording) };
    await this.#record({ events: [{ type: 'recording_started', callId, atMs, data }] });
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
}
