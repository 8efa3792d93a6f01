import type { EventType } from '../../domain/events.ts';
import type { PendingEntry } from './journal-batch.ts';

/** An entry on its way to the database, with the promise of its writer. */
export interface Waiting extends PendingEntry {
  giveUpAtMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** What was dropped when the queue was full. */
export interface Dropped {
  events: number;
  sinceMs: number;
}

/**
 * Events that only observers need; no call is restored from them. The first group is dropped before the second: a call on hold produces
 * hundreds of them an hour.
 */
const commentary: readonly (readonly EventType[])[] = [
  ['audio_classified', 'transcript_chunk'],
  [
    'audio_classified',
    'transcript_chunk',
    'hold_detected',
    'device_ringing',
    'device_waking',
    'device_asked',
    'ivr_menu_detected',
    'device_online',
    'device_offline',
  ],
];

/**
 * The journal's queue of entries not stored yet, oldest first. Beyond `limit` commentary is dropped, oldest first; of
 * the call state in dropped entries only the newest is kept. All else is kept: there is little of it, because no call
 * starts during an outage.
 */
export class WaitingLine {
  readonly #limit: number;
  readonly #onDrop: () => void;
  #entries: Waiting[] = [];
  #makeRoomAt: number;
  #dropped: Dropped | undefined;

  /** @param onDrop called on the first drop since the last `forgetDropped`. */
  constructor(limit: number, onDrop: () => void) {
    this.#limit = limit;
    this.#makeRoomAt = limit;
    this.#onDrop = onDrop;
  }

  get length(): number {
    return this.#entries.length;
  }

  get dropped(): Dropped | undefined {
    return this.#dropped;
  }

  push(entry: Waiting): void {
    this.#entries.push(entry);
    if (this.#entries.length >= this.#makeRoomAt) this.#makeRoom();
  }

  /** The oldest entries, at most `count`. */
  take(count: number): Waiting[] {
    return this.#entries.splice(0, count);
  }

  /** Returns entries that could not be stored. */
  giveBack(entries: readonly Waiting[]): void {
    this.#entries.unshift(...entries);
  }

  takeExpired(nowMs: number): Waiting[] {
    const expired = this.#entries.filter(({ giveUpAtMs }) => giveUpAtMs <= nowMs);
    if (expired.length > 0) this.#entries = this.#entries.filter(({ giveUpAtMs }) => giveUpAtMs > nowMs);
    return expired;
  }

  forgetDropped(): void {
    this.#dropped = undefined;
  }

  #makeRoom(): void {
    const given = this.#chooseCommentary();
    const folds = foldByCall(this.#entries, given);
    const droppedBefore = this.#dropped;
    const kept: Waiting[] = [];
    for (const entry of this.#entries) {
      if (!given.has(entry)) {
        kept.push(entry);
        continue;
      }
      if (entry.events.length > 0) {
        this.#dropped ??= { events: 0, sinceMs: Date.now() };
        this.#dropped.events += entry.events.length;
      }
      const fold = folds.get(callOf(entry) ?? '');
      if (fold?.last === entry && (fold.callUpdate !== undefined || fold.segment !== undefined))
        kept.push({ ...entry, events: [], callUpdate: fold.callUpdate, segment: fold.segment });
      else entry.resolve();
    }
    this.#entries = kept;
    // Checked again only after many more entries, because each check walks the whole queue.
    this.#makeRoomAt = Math.max(this.#limit, kept.length + this.#limit / 2);
    if (droppedBefore === undefined && this.#dropped !== undefined) this.#onDrop();
  }

  /** Enough to halve the queue, if there is that much. */
  #chooseCommentary(): Set<Waiting> {
    const given = new Set<Waiting>();
    const wanted = this.#entries.length - this.#limit / 2;
    for (const types of commentary)
      for (const entry of this.#entries) {
        if (given.size >= wanted) return given;
        if (isCommentary(entry, types)) given.add(entry);
      }
    return given;
  }
}

/** The combined state in one call's dropped entries. */
interface Fold {
  /** The kept entry that takes over this state. */
  last: Waiting;
  /** Undefined when a kept entry has a newer one. */
  callUpdate: PendingEntry['callUpdate'];
  segment: PendingEntry['segment'];
}

function foldByCall(entries: readonly Waiting[], given: ReadonlySet<Waiting>): Map<string, Fold> {
  const folds = new Map<string, Fold>();
  for (const entry of entries) {
    const callId = callOf(entry);
    if (callId === undefined) continue;
    const fold = folds.get(callId);
    if (given.has(entry))
      folds.set(callId, {
        last: entry,
        callUpdate: entry.callUpdate ?? fold?.callUpdate,
        segment: joinSegments(fold?.segment, entry.segment),
      });
    else if (fold !== undefined && entry.callUpdate !== undefined) fold.callUpdate = undefined;
  }
  return folds;
}

/** The open segment ends at the earlier of both ends; what was heard in between is lost. */
function joinSegments(
  first: PendingEntry['segment'],
  second: PendingEntry['segment'],
): PendingEntry['segment'] {
  if (first === undefined || second === undefined) return first ?? second;
  return { ...first, next: second.next };
}

/**
 * Whether an entry has only events of these types. An entry that only changes a call does not count: an INVITE may wait until it is stored.
 */
export function isCommentary(
  { insert, flow, flowRun, trunkDial, recording, removedRecording, events }: PendingEntry,
  types: readonly EventType[],
): boolean {
  return (
    insert === undefined &&
    flow === undefined &&
    flowRun === undefined &&
    trunkDial === undefined &&
    recording === undefined &&
    removedRecording === undefined &&
    events.length > 0 &&
    events.every(({ event }) => types.includes(event.type))
  );
}

function callOf({ callUpdate, segment }: PendingEntry): string | undefined {
  return callUpdate?.id ?? segment?.callId;
}
