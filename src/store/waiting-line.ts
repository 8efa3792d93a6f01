import type { EventType } from '../domain/events.ts';
import type { PendingEntry } from './journal-batch.ts';

/** An entry on its way to the database, and who waits for it. */
export interface Waiting extends PendingEntry {
  giveUpAtMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** What was dropped for lack of room. */
export interface Dropped {
  events: number;
  sinceMs: number;
}

/**
 * For whoever watches; no call is restored from it. The first go before the second: a call on hold brings hundreds of them an
 * hour.
 */
const commentary: readonly (readonly EventType[])[] = [
  ['audio_classified', 'transcript_chunk'],
  [
    'audio_classified',
    'transcript_chunk',
    'hold_detected',
    'device_ringing',
    'device_waking',
    'ivr_menu_detected',
    'device_online',
    'device_offline',
  ],
];

/**
 * The journal's entries that are not stored yet, oldest first. Beyond `limit` commentary is dropped, the oldest first, and of what a
 * dropped entry says of its call only the newest state stays. Everything else is kept: there is little of it, because no new call begins
 * while the database takes nothing.
 */
export class WaitingLine {
  readonly #limit: number;
  readonly #onDrop: () => void;
  #entries: Waiting[] = [];
  #makeRoomAt: number;
  #dropped: Dropped | undefined;

  /** @param onDrop called at the first drop since the last `forgetDropped`. */
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

  /** The oldest, at most `count`. */
  take(count: number): Waiting[] {
    return this.#entries.splice(0, count);
  }

  /** What was taken and could not be stored. */
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
    // Looked at again only after many more have come, else each of them would cost a walk through all.
    this.#makeRoomAt = Math.max(this.#limit, kept.length + this.#limit / 2);
    if (droppedBefore === undefined && this.#dropped !== undefined) this.#onDrop();
  }

  /** Enough to halve the line, where there is enough. */
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

/** What the dropped entries of one call say together. */
interface Fold {
  /** The entry in whose place it is kept. */
  last: Waiting;
  /** Undefined when an entry that is kept has a newer one. */
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

/** The open segment ends where the first of both ends it; what was heard between is not known any more. */
function joinSegments(
  first: PendingEntry['segment'],
  second: PendingEntry['segment'],
): PendingEntry['segment'] {
  if (first === undefined || second === undefined) return first ?? second;
  return { ...first, next: second.next };
}

function isCommentary(
  { insert, flowRun, trunkDial, events }: PendingEntry,
  types: readonly EventType[],
): boolean {
  return (
    insert === undefined &&
    flowRun === undefined &&
    trunkDial === undefined &&
    events.every(({ event }) => types.includes(event.type))
  );
}

function callOf({ callUpdate, segment }: PendingEntry): string | undefined {
  return callUpdate?.id ?? segment?.callId;
}
