import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { SessionDesk } from './session-desk.ts';

/** Limits cookies that anybody may have made up; there is always room for a session that this process has seen. */
const maxWaiting = 1_000;
const firstRetryMs = 500;
const longestRetryMs = 30_000;

/**
 * Ends sessions in the background, because signing out waits for nothing. Signing out is not rate limited either, so this handles one
 * cookie at a time, and its queue is bounded. While the database is away, a cookie waits here, and is refused.
 */
export class SessionEnder {
  readonly #sessions: SessionDesk;
  readonly #log: Log;
  readonly #waiting = new Set<string>();
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;

  constructor(needs: { sessions: SessionDesk; log: Log }) {
    this.#sessions = needs.sessions;
    this.#log = needs.log;
  }

  /** @param isKnown whether the session was confirmed before. */
  end(cookie: string, isKnown: boolean): void {
    const hasRoom = isKnown || this.#waiting.size < maxWaiting;
    if (!hasRoom || this.#sessions.idIn(cookie) === undefined) return;
    this.#waiting.add(cookie);
    this.#working ??= this.#work();
  }

  /** Whether this cookie was signed out, though the database may not know it yet. */
  isEnding(cookie: string): boolean {
    return this.#waiting.has(cookie);
  }

  /** Tries once more to end those that wait. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    let retryMs = firstRetryMs;
    for (const cookie of this.#waiting) {
      try {
        const found = await this.#sessions.find(cookie);
        if (found?.state === 'live') await this.#sessions.end(found.row.id);
        this.#waiting.delete(cookie);
        retryMs = firstRetryMs;
      } catch (error) {
        this.#waiting.delete(cookie);
        if (this.#closing.signal.aborted) {
          this.#log.warn('session not ended', { error: describeError(error) });
          continue;
        }
        if (retryMs === firstRetryMs)
          this.#log.warn('a session is not ended yet', { error: describeError(error) });
        this.#waiting.add(cookie); // it is tried again
        await wait(retryMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
    // In the same turn as the last look, so that no cookie is left waiting.
    this.#working = undefined;
  }
}
