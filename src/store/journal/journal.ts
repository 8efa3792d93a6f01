import { setTimeout as wait } from 'node:timers/promises';
import type { EventFilter, Journal, JournalEntry } from '../../calls/store.ts';
import type { Call } from '../../domain/call.ts';
import { AppError, awaySeconds } from '../../domain/errors.ts';
import type { NewEvent, StoredEvent } from '../../domain/events.ts';
import type { Log } from '../../log/log.ts';
import { Listeners } from '../../async/listeners.ts';
import { settlesWithin } from '../../async/settles-within.ts';
import type { PrismaClient } from '../client/client.ts';
import { describeOutage, isCausedByRows, isDuplicate, lastLineOf } from '../database/failures.ts';
import { rehearseWriting } from './rehearsal.ts';
import {
  type PendingEntry,
  pendingEntry,
  type PendingFlow,
  pendingInsert,
  writeBatch,
} from './journal-batch.ts';
import { JournalOutage } from './journal-outage.ts';
import { StoredEvents } from './stored-events.ts';
import { isCommentary, type Waiting, WaitingLine } from './waiting-line.ts';

/**
 * How long entries are gathered into one transaction: too short for a person to notice, and half the work at 1,000
 * events a second.
 */
const gatherMs = 2;
/**
 * The same for changes of what is heard, which nobody waits for: 100 calls on hold have 20 of them a second, and together they cost a
 * third of what each costs alone.
 */
const unhurriedGatherMs = 200;
const maxBatch = 500;
const firstRetryMs = 50;
const longestRetryMs = 2_000;
/** How long a new call waits for a database that is busy for a moment (a backup, VACUUM); then it is refused, and nothing is dialled. */
const insertWaitMs = 6_000;
/** The same when the database has been away for longer than that already: other requests wait behind it. */
const insertWaitInOutageMs = 1_000;
/** Queue limit during an outage: 36 MB, measured. */
const maxWaiting = 20_000;

export interface JournalOptions {
  /** Writes have a separate connection, so that another process's lock does not block readers. */
  writer: PrismaClient;
  reader: PrismaClient;
  log: Log;
}

export class StoredJournal implements Journal {
  readonly writer: PrismaClient;
  readonly #stored: StoredEvents;
  readonly #log: Log;
  readonly #waiting = new WaitingLine(maxWaiting, () =>
    this.#log.error('the journal is full: events that are not needed to restore a call are dropped', {
      waiting: maxWaiting,
    }),
  );
  readonly #listeners: Listeners<[StoredEvent]>;
  #newestId: number;
  #draining: Promise<void> | undefined;
  /** Somebody may be waiting for an entry in the queue. */
  #isUrgent = false;
  /** Ends the present gathering early. */
  #endGathering: () => void = () => undefined;
  #writing = 0;
  #closed = false;
  readonly #outage: JournalOutage;

  private constructor(options: JournalOptions, newestId: number) {
    this.writer = options.writer;
    this.#stored = new StoredEvents(options.reader);
    this.#log = options.log;
    this.#listeners = new Listeners(options.log, 'a listener of the journal', ({ id }) => ({ event: id }));
    this.#newestId = newestId;
    this.#outage = new JournalOutage(this.#waiting, options.log);
  }

  static async open(options: JournalOptions): Promise<StoredJournal> {
    return new StoredJournal(options, await new StoredEvents(options.writer).newestId());
  }

  /** Runs a call's statements once and rolls them back, so that a process's first call is as quick as its second. */
  async rehearse(): Promise<void> {
    await rehearseWriting(this.writer, this.#newestId + 1);
  }

  get faulty(): string | undefined {
    return this.#outage.describe(this.#waiting.length + this.#writing);
  }

  get newestId(): number {
    return this.#newestId;
  }

  get losses(): string | undefined {
    return this.#outage.losses;
  }

  record(entry: JournalEntry): Promise<void> {
    return this.#enqueue(pendingEntry(entry), Infinity);
  }

  /**
   * @throws AppError `unavailable` when the database does not accept it, `conflict` when the idempotency key was just
   * used.
   */
  async insert(
    call: Call,
    events: NewEvent[],
    idempotency: { key: string; digest: string } | undefined,
  ): Promise<void> {
    try {
      await this.#enqueue(pendingInsert(call, events, idempotency), this.#insertGivesUpAtMs());
    } catch (error) {
      if (isDuplicate(error))
        throw new AppError('conflict', 'a request with this Idempotency-Key is already being handled', {
          cause: error,
        });
      throw new AppError('unavailable', `the call is not dialled: ${describeOutage(error)}`, {
        retryAfterSeconds: awaySeconds,
        cause: error,
      });
    }
  }

  /** Stores a call flow with the event that reports it, or neither. @throws what the database says, and when it does not accept it. */
  storeFlow(flow: PendingFlow, event: NewEvent): Promise<void> {
    return this.#enqueue({ ...pendingEntry({ events: [event] }), flow }, this.#insertGivesUpAtMs());
  }

  subscribe(listener: (event: StoredEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  read(since: number, filter: EventFilter, limit: number): Promise<StoredEvent[]> {
    return this.#stored.after(since, filter, limit);
  }

  readBefore(before: number, filter: EventFilter, limit: number): Promise<StoredEvent[]> {
    return this.#stored.before(before, filter, limit);
  }

  async range(): Promise<{ oldest: number; newest: number }> {
    const newest = this.#newestId;
    return { oldest: (await this.#stored.oldestId()) ?? newest + 1, newest };
  }

  hurry(): void {
    this.#isUrgent = true;
    this.#endGathering();
  }

  async flush(milliseconds: number): Promise<void> {
    this.hurry();
    if (this.#draining !== undefined) await settlesWithin(this.#draining, milliseconds);
  }

  /** Entries still queued are lost; flush first. */
  async close(): Promise<void> {
    this.#closed = true;
    this.hurry();
    await this.#draining;
  }

  #insertGivesUpAtMs(): number {
    const nowMs = performance.now();
    return Math.max(nowMs + insertWaitInOutageMs, (this.#outage.sinceMs ?? nowMs) + insertWaitMs);
  }

  #enqueue(pending: PendingEntry, giveUpAtMs: number): Promise<void> {
    if (this.#closed) return Promise.reject(new AppError('unavailable', 'the database is closed'));
    const stored = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ ...pending, giveUpAtMs, resolve, reject });
    });
    // A caller that does not await its record must not crash the process; the failure is logged below.
    stored.catch(() => undefined);
    if (!isCommentary(pending, ['audio_classified'])) this.hurry();
    this.#draining ??= this.#drain();
    return stored;
  }

  async #drain(): Promise<void> {
    let retryMs = firstRetryMs;
    await this.#gather();
    while (this.#waiting.length > 0 && !this.#closed) {
      const batch = this.#waiting.take(maxBatch);
      this.#isUrgent = this.#waiting.length > 0;
      this.#writing = batch.length;
      try {
        await this.#write(batch);
        this.#outage.recovered();
        retryMs = firstRetryMs;
        if (this.#waiting.length > 0 && this.#waiting.length < maxBatch) await this.#gather();
      } catch (error) {
        if (isCausedByRows(error)) {
          await this.#writeOneByOne(batch);
          continue;
        }
        this.#giveBack(batch);
        this.#failed(error);
        await wait(retryMs);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
    for (const left of this.#waiting.take(Infinity))
      left.reject(new AppError('unavailable', 'the database is closed'));
    // In the same turn as the check of the queue, so that no entry slips in between.
    this.#draining = undefined;
  }

  async #gather(): Promise<void> {
    if (!this.#isUrgent)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, unhurriedGatherMs);
        this.#endGathering = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    await wait(gatherMs);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const stored = await writeBatch(this.writer, batch, this.#newestId + 1);
    this.#newestId += stored.length;
    this.#writing -= batch.length;
    for (const entry of batch) entry.resolve();
    for (const event of stored) this.#listeners.emit(event);
  }

  #giveBack(batch: readonly Waiting[]): void {
    this.#writing = 0;
    this.#waiting.giveBack(batch);
  }

  /** Isolates an entry that can never be stored, so that it does not block the others. */
  async #writeOneByOne(batch: readonly Waiting[]): Promise<void> {
    this.#newestId = await new StoredEvents(this.writer).newestId().catch(() => this.#newestId);
    for (const [index, entry] of batch.entries()) {
      try {
        await this.#write([entry]);
      } catch (error) {
        if (!isCausedByRows(error)) return this.#giveBack(batch.slice(index));
        this.#writing -= 1;
        // Whoever asked for these is told.
        if (entry.insert === undefined && entry.flow === undefined)
          this.#log.error('an entry of the journal cannot be stored', { why: lastLineOf(error) });
        entry.reject(error);
      }
    }
  }

  #failed(error: unknown): void {
    this.#outage.failed(describeOutage(error));
    for (const entry of this.#waiting.takeExpired(performance.now())) entry.reject(error);
  }
}
