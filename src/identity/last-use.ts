import { LRUCache } from 'lru-cache';
import { isWithin } from '../domain/durations.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

/** How stale "last used" may be. */
const coarseMs = 60_000;
const maxRemembered = 1_000;

/**
 * Writes "last used" at most once a minute per credential, in the background: no request waits for it, and a failure
 * is only logged.
 */
export class LastUseWriter {
  readonly #log: Log;
  readonly #writtenAtMs = new LRUCache<string, number>({ max: maxRemembered });
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(id: string, nowMs: number, lastWrittenMs: number | null, write: () => Promise<void>): void {
    const last = Math.max(lastWrittenMs ?? 0, this.#writtenAtMs.get(id) ?? 0);
    if (isWithin(coarseMs, last, nowMs)) return;
    this.#writtenAtMs.set(id, nowMs);
    const writing = write()
      .catch((error: unknown) => this.#log.warn('last use not stored', { id, error: describeError(error) }))
      .finally(() => this.#underWay.delete(writing));
    this.#underWay.add(writing);
  }

  /** Resolves when everything noted so far has been written. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
