import { type FileHandle, open, readFile } from 'node:fs/promises';
import { InTurn } from '../async/in-turn.ts';
import { peaksPerSecond } from '../audio/stereo-file.ts';
import type { Journal } from '../calls/store.ts';
import { storedInTime } from '../calls/stored-in-time.ts';
import { hourMs } from '../domain/durations.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { type CallRecording, expiryOf } from '../domain/recording.ts';
import type { Log } from '../log/log.ts';
import { audioFile, peaksFile, removeFiles } from './recording-files.ts';
import type { ListedRecording, RecordingPage, RecordingQuery, RecordingStore } from './store.ts';
import { channelOf, type TapeSide } from './taping.ts';

export interface RecordingWithExpiry extends ListedRecording {
  expiresAtMs: number | null;
}

export interface Peaks {
  seconds: number;
  /** The peak of each interval, 0..1. */
  owner: number[];
  far: number[];
}

export interface RecordingDeskNeeds {
  store: RecordingStore;
  journal: Pick<Journal, 'record'>;
  folder: string;
  /** 0: forever. */
  keepDays: number;
  /** For all files together; the oldest are removed first. */
  maxBytes: number;
  /** The time by which recordings are too old, epoch ms. */
  now?: () => number;
  log: Log;
}

const sweepMs = hourMs;

/** Operations on finished recordings: list, play, delete, and expire. */
export class RecordingDesk {
  readonly #needs: RecordingDeskNeeds;
  readonly #sweeps = new InTurn();
  /** Those being removed: of two requests at once only one is reported. */
  readonly #removals = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: RecordingDeskNeeds) {
    this.#needs = needs;
  }

  start(): void {
    this.sweep();
    this.#timer = setInterval(() => this.sweep(), sweepMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeps.settled();
  }

  async list(
    query: RecordingQuery,
  ): Promise<Omit<RecordingPage, 'recordings'> & { recordings: RecordingWithExpiry[] }> {
    const page = await this.#needs.store.page(query);
    const { keepDays } = this.#needs;
    return {
      ...page,
      recordings: page.recordings.map((recording) => ({
        ...recording,
        expiresAtMs: expiryOf(recording, keepDays),
      })),
    };
  }

  /** The open audio file; the caller closes it. @throws AppError `not_found`, `conflict` (it is still being made), `unavailable` */
  async open(recordingId: string): Promise<{ recording: CallRecording; file: FileHandle; bytes: number }> {
    const recording = await this.#kept(recordingId);
    const file = await open(audioFile(this.#needs.folder, recording)).catch((cause: unknown) => {
      throw unreadable(`the file of recording ${recordingId}`, cause);
    });
    return { recording, file, bytes: (await file.stat()).size };
  }

  /** @param count the maximum number of intervals. @throws AppError `not_found`, `conflict`, `unavailable` */
  async peaks(recordingId: string, count: number): Promise<Peaks> {
    const recording = await this.#kept(recordingId);
    const bytes = await readFile(peaksFile(this.#needs.folder, recording)).catch((cause: unknown) => {
      throw unreadable(`the waveform of recording ${recordingId}`, cause);
    });
    const side = (name: TapeSide): number[] => widen(bytes, channelOf[name], count);
    return { seconds: bytes.length / 2 / peaksPerSecond, owner: side('owner'), far: side('far') };
  }

  /** @throws AppError `not_found`, `conflict`, `unavailable` when the database cannot take it now. */
  async remove(recordingId: string): Promise<void> {
    const recording = await this.#get(recordingId);
    if (recording.state === 'recording' || recording.state === 'finishing')
      throw new AppError('conflict', `recording ${recordingId} is still being made; end the call first`);
    await storedInTime(this.#remove(recording, 'asked for'));
  }

  /** Removes expired files, and the oldest ones while the total is too large. Never rejects. */
  sweep(): void {
    void this.#sweeps
      .run(() => this.#sweep())
      .catch((error: unknown) =>
        this.#needs.log.warn('old recordings were not removed', { why: describeError(error) }),
      );
  }

  async #sweep(): Promise<void> {
    const { store, keepDays, maxBytes, now = Date.now, log } = this.#needs;
    const over = await store.over();
    const nowMs = now();
    let bytes = over.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
    /** A recording that cannot be removed must not protect all later ones: the disk would fill up. */
    const faults: { recording: string; why: string }[] = [];
    for (const recording of over) {
      const expiresAtMs = expiryOf(recording, keepDays);
      const isOld = expiresAtMs !== null && expiresAtMs <= nowMs;
      // A recording without a file frees nothing, and shows why its call has none.
      if (!isOld && (bytes <= maxBytes || recording.fileBytes === 0)) continue;
      try {
        await this.#remove(recording, isOld ? 'its time was over' : 'recordings took too much room');
        bytes -= recording.fileBytes;
      } catch (error) {
        faults.push({ recording: recording.id, why: describeError(error) });
      }
    }
    if (faults.length > 0)
      log.warn('recordings could not be removed', { count: faults.length, first: faults[0] });
  }

  #remove(recording: CallRecording, reason: string): Promise<void> {
    const { id } = recording;
    const known = this.#removals.get(id);
    if (known !== undefined) return known;
    const removal = this.#removeNow(recording, reason).finally(() => this.#removals.delete(id));
    this.#removals.set(id, removal);
    return removal;
  }

  async #removeNow(recording: CallRecording, reason: string): Promise<void> {
    const { store, journal, folder, log } = this.#needs;
    const { id, callId } = recording;
    if ((await store.get(id)) === undefined) return; // removed since it was listed
    await removeFiles(folder, recording);
    // In one entry: a process that is killed between the two would have removed a recording without reporting it.
    await journal.record({
      removedRecording: id,
      events: [{ type: 'recording_deleted', callId, atMs: Date.now(), data: { recording_id: id, reason } }],
    });
    log.info('a recording was removed', { recording: id, why: reason });
  }

  async #get(recordingId: string): Promise<CallRecording> {
    const recording = await this.#needs.store.get(recordingId);
    if (recording === undefined) throw new AppError('not_found', `there is no recording ${recordingId}`);
    return recording;
  }

  async #kept(recordingId: string): Promise<CallRecording> {
    const recording = await this.#get(recordingId);
    if (recording.state === 'lost')
      throw new AppError('not_found', `recording ${recordingId} is lost: ${recording.fault ?? ''}`);
    if (recording.state !== 'kept')
      throw new AppError('conflict', `recording ${recordingId} is still being made`);
    return recording;
  }
}

/** A file that exists but cannot be opened now (too many are open, or it belongs to another user) is not gone. */
function unreadable(what: string, cause: unknown): AppError {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT'
    ? new AppError('not_found', `${what} is gone`, { cause })
    : new AppError('unavailable', `${what} cannot be read`, { cause });
}

function widen(bytes: Uint8Array, channel: number, count: number): number[] {
  const length = bytes.length / 2;
  const width = Math.max(1, Math.ceil(length / count));
  const wide: number[] = [];
  for (let from = 0; from < length; from += width) {
    let peak = 0;
    for (let at = from; at < Math.min(length, from + width); at++)
      peak = Math.max(peak, bytes[2 * at + channel]!);
    wide.push(Math.round((peak / 255) * 1000) / 1000);
  }
  return wide;
}
