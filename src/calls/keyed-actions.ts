import { LRUCache } from 'lru-cache';
import type { Call } from '../domain/call.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { type Idempotency, requireSame } from './idempotency.ts';
import { type CallStore, idempotencyMs, type Journal } from './store.ts';

export interface KeyedActionsNeeds {
  store: Pick<CallStore, 'findByIdempotencyKey'>;
  journal: Pick<Journal, 'record'>;
  log: Log;
}

/** Those of this process; older ones are in the store. */
const maxKept = 10_000;

/** Requests that act on a call and carry a key: a repeated one does not act again. They share their keys with those that place calls. */
export class KeyedActions {
  readonly #needs: KeyedActionsNeeds;
  readonly #kept = new LRUCache<string, { digest: string; done: Promise<void> }>({
    max: maxKept,
    ttl: idempotencyMs,
  });

  constructor(needs: KeyedActionsNeeds) {
    this.#needs = needs;
  }

  /**
   * Resolves when `act` has been carried out, now or earlier. One that failed has used no key, so that it can be tried again.
   * @throws AppError `conflict` for the key of another request; what `act` throws.
   */
  async once(callId: string, { key, digest }: Idempotency, act: () => Promise<unknown>): Promise<void> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      requireSame(kept.digest, digest);
      return kept.done;
    }
    const done = this.#begin(callId, { key, digest }, act);
    this.#kept.set(key, { digest, done });
    await done.catch((error: unknown) => {
      this.#kept.delete(key);
      throw error;
    });
  }

  async #begin(callId: string, { key, digest }: Idempotency, act: () => Promise<unknown>): Promise<void> {
    const earlier = await this.#find(key);
    if (earlier !== undefined) {
      requireSame(earlier.digest, digest);
      return;
    }
    await act();
    const usedKey = { key, digest, callId, atMs: Date.now() };
    // Stored in the background: what was done is not undone by a database that is away.
    this.#needs.journal.record({ events: [], usedKey }).catch((error: unknown) =>
      this.#needs.log.warn('an Idempotency-Key was not stored', {
        call: callId,
        error: describeError(error),
      }),
    );
  }

  /** A call can be controlled while the database is away; the keys of this process are known all the same. */
  async #find(key: string): Promise<{ call: Call; digest: string } | undefined> {
    try {
      return await this.#needs.store.findByIdempotencyKey(key, Date.now() - idempotencyMs);
    } catch (error) {
      this.#needs.log.warn('an Idempotency-Key was not looked up', { error: describeError(error) });
      return undefined;
    }
  }
}
