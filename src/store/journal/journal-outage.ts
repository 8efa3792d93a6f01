import type { Log } from '../../log/log.ts';
import type { Dropped, WaitingLine } from './waiting-line.ts';

/** Whether the journal can be written, since when it cannot, and what had to be dropped meanwhile. */
export class JournalOutage {
  readonly #waiting: Pick<WaitingLine, 'dropped' | 'forgetDropped'>;
  readonly #log: Log;
  #current: { why: string; sinceMs: number } | undefined;
  #losses: string | undefined;

  constructor(waiting: Pick<WaitingLine, 'dropped' | 'forgetDropped'>, log: Log) {
    this.#waiting = waiting;
    this.#log = log;
  }

  /** By `performance.now()`; undefined while the journal can be written. */
  get sinceMs(): number | undefined {
    return this.#current?.sinceMs;
  }

  /** What was dropped in the last outage, if it was too long to keep everything; undefined if nothing was since the start. */
  get losses(): string | undefined {
    return this.#losses;
  }

  /** @param waiting how many entries wait. @returns undefined while the journal can be written. */
  describe(waiting: number): string | undefined {
    if (this.#current === undefined) return undefined;
    const { dropped } = this.#waiting;
    const losses = dropped === undefined ? '' : `, ${describeDropped(dropped)}`;
    return `${this.#current.why}; ${waiting} entries wait${losses}`;
  }

  /** Each failed attempt counts: an outage may change its reason. */
  failed(why: string): void {
    if (this.#current?.why !== why) this.#log.error('the journal cannot be written', { why });
    this.#current = { why, sinceMs: this.#current?.sinceMs ?? performance.now() };
  }

  /** After each successful write. */
  recovered(): void {
    if (this.#current === undefined) return;
    const { dropped } = this.#waiting;
    if (dropped !== undefined) this.#losses = `${describeDropped(dropped)} until ${timeOf(Date.now())}`;
    this.#log.info('the journal can be written again', { dropped: dropped?.events ?? 0 });
    this.#current = undefined;
    this.#waiting.forgetDropped();
  }
}

function describeDropped({ events, sinceMs }: Dropped): string {
  return `${events} events that restore no call were dropped since ${timeOf(sinceMs)}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
