import type { Journal } from '../calls/store.ts';
import { describeError } from '../domain/errors.ts';
import type { NewEvent } from '../domain/events.ts';
import { type CallRecording, faultOfLength } from '../domain/recording.ts';
import type { Log } from '../log/log.ts';
import { InTurn } from '../async/in-turn.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { finishRecording } from './finisher.ts';
import { audioFile } from './recording-files.ts';
import type { RecordingStore } from './store.ts';
import type { TapePiece, Taping } from './taping.ts';

export interface FinishingNeeds {
  store: RecordingStore;
  taping: Taping;
  journal: Pick<Journal, 'read' | 'record'>;
  /** For the audio files. */
  folder: string;
  /** Called after a file was stored. */
  onKept(): void;
  log: Log;
}

/** How many events that report deletions are read at once. */
const pageSize = 1_000;

/** Makes the files of recordings that are over, one after the other, and removes what they were made of. */
export class FinishingQueue {
  readonly #needs: FinishingNeeds;
  readonly #work = new InTurn();

  constructor(needs: FinishingNeeds) {
    this.#needs = needs;
  }

  /** A recording that fails stays open in the store, and is added again from there. */
  add(recording: CallRecording): void {
    void this.#work
      .run(() => this.#finish(recording))
      .catch((error: unknown) =>
        this.#needs.log.warn('a recording is not finished yet', {
          recording: recording.id,
          why: describeError(error),
        }),
      );
  }

  async settle(milliseconds: number): Promise<void> {
    await settlesWithin(this.#work.settled(), milliseconds);
  }

  /**
   * Removes the sources of finished files, including those of an earlier process, and of recordings that were deleted while Asterisk was
   * away. Unknown ones may belong to another service.
   */
  async removeDone(): Promise<void> {
    const { store, taping } = this.#needs;
    let deleted: Promise<ReadonlySet<string>> | undefined;
    for (const piece of await taping.pieces()) {
      const recording = await store.get(piece.recordingId);
      const isDone =
        recording === undefined
          ? (await (deleted ??= this.#deleted())).has(piece.recordingId)
          : recording.state === 'kept' || recording.state === 'lost';
      if (isDone) await taping.remove(piece);
    }
  }

  /** The recordings that were deleted, as far back as events are kept. */
  async #deleted(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (let since: number | undefined = 0; since !== undefined;) {
      const events = await this.#needs.journal.read(since, { types: ['recording_deleted'] }, pageSize);
      for (const { type, data } of events) if (type === 'recording_deleted') ids.add(data.recording_id);
      since = events.length < pageSize ? undefined : events.at(-1)?.id;
    }
    return ids;
  }

  async #finish(ended: CallRecording): Promise<void> {
    const { store, taping, folder, journal, log } = this.#needs;
    const known = await store.get(ended.id);
    if (known === undefined || (known.state !== 'recording' && known.state !== 'finishing')) return;
    // What is stored as finishing is what the first caller knew about its end; later callers may know less.
    const finishing = known.state === 'finishing' ? known : await this.#storeEnd(ended);
    const pieces = (await taping.pieces()).filter(({ recordingId }) => recordingId === finishing.id);
    const made = await finishRecording(finishing, pieces, { taping, folder });
    const over: CallRecording =
      made === undefined
        ? { ...finishing, state: 'lost', fault: finishing.fault ?? 'Asterisk has no files of it' }
        : {
            ...finishing,
            ...made,
            state: 'kept',
            // For a recording that ended while this service was down, or without Asterisk.
            endedAtMs: finishing.endedAtMs ?? Math.round(finishing.startedAtMs + made.seconds * 1000),
            fault: finishing.fault ?? faultOfLength(finishing, made.seconds),
          };
    // In one entry: a process that is killed between the two would have kept a file without reporting it.
    await journal.record({ recording: over, events: [stoppedEvent(over, folder)] });
    await this.#remove(pieces).catch((error: unknown) =>
      log.warn('a kept recording is still in Asterisk', { recording: over.id, why: describeError(error) }),
    );
    this.#needs.onKept();
  }

  /** By the journal, which waits for a locked database: nobody else knows when and why the recording ended. */
  async #storeEnd(ended: CallRecording): Promise<CallRecording> {
    const finishing = { ...ended, state: 'finishing' as const };
    await this.#needs.journal.record({ recording: finishing, events: [] });
    return finishing;
  }

  /** These alone: whoever heard of the file may have deleted the recording by now. */
  async #remove(pieces: readonly TapePiece[]): Promise<void> {
    for (const piece of pieces) await this.#needs.taping.remove(piece);
  }
}

function stoppedEvent(over: CallRecording, folder: string): NewEvent {
  const { id, callId, seconds, fileBytes, fault } = over;
  const path = over.state === 'kept' ? audioFile(folder, over) : '';
  const data = { recording_id: id, path, duration: seconds, file_size: fileBytes, fault };
  return { type: 'recording_stopped', callId, atMs: Date.now(), data };
}
