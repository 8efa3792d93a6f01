import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { SessionDesk } from './session-desk.ts';

/** No person causes more sign-outs than this at once. */
const maxWaiting = 1_000;

/**
 * Ends sessions in the background: signing out waits for nothing, and because it is not rate limited either, this
 * works through one cookie at a time and its queue is bounded.
 */
export class SessionEnder {
  readonly #sessions: SessionDesk;
  readonly #log: Log;
  readonly #waiting = new Set<string>();
  #working: Promise<void> | undefined;

  constructor(needs: { sessions: SessionDesk; log: Log }) {
    this.#sessions = needs.sessions;
    this.#log = needs.log;
  }

  end(cookie: string): void {
    if (this.#sessions.idIn(cookie) === undefined || this.#waiting.size >= maxWaiting) return;
    this.#waiting.add(cookie);
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  /** Resolves when all queued sessions have ended. */
  async settle(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  async #work(): Promise<void> {
    for (const cookie of this.#waiting) {
      this.#waiting.delete(cookie);
      try {
        const found = await this.#sessions.find(cookie);
        if (found?.state === 'live') await this.#sessions.end(found.row.id);
      } catch (error) {
        this.#log.warn('session not ended', { error: describeError(error) });
      }
    }
  }
}
