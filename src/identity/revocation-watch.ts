import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

/** How long a stream may outlive a credential revoked by another process. */
const defaultIntervalMs = 2_000;

interface Watched {
  endsAtMs: number;
  listeners: Set<() => void>;
}

/**
 * Notifies open streams that their credential is gone: at once when it is revoked in this process, within seconds when the terminal
 * command revoked it in the database, and when it expires.
 */
export class RevocationWatch {
  readonly #findUsable: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #intervalMs: number;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  /** Why the last check could not be made: each reason is logged once, not for each check. */
  #fault: string | undefined;
  #checking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(needs: {
    /** Those of `ids` whose credential is still valid. */
    findUsable: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
    log: Log;
    now: () => number;
    intervalMs?: number;
  }) {
    this.#findUsable = needs.findUsable;
    this.#log = needs.log;
    this.#now = needs.now;
    this.#intervalMs = needs.intervalMs ?? defaultIntervalMs;
  }

  /** `listener` is called at most once. @returns the function that ends the watch. */
  watch(credentialId: string, endsAtMs: number, listener: () => void): () => void {
    const watched = this.#watched.get(credentialId) ?? { endsAtMs, listeners: new Set() };
    watched.listeners.add(listener);
    this.#watched.set(credentialId, watched);
    this.#schedule();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(credentialId) === watched)
        this.#watched.delete(credentialId);
    };
  }

  revoked(credentialId: string): void {
    const watched = this.#watched.get(credentialId);
    if (watched === undefined) return;
    this.#watched.delete(credentialId);
    for (const listener of watched.listeners) this.#tell(credentialId, listener);
  }

  /** Checks once; a timer calls it while anything is watched. */
  async check(): Promise<void> {
    const nowMs = this.#now();
    for (const [id, watched] of this.#watched) if (watched.endsAtMs <= nowMs) this.revoked(id);
    if (this.#watched.size === 0) return;
    const ids = [...this.#watched.keys()];
    const usable = await this.#findUsable(ids);
    for (const id of ids) if (!usable.has(id)) this.revoked(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watched.clear();
    await this.#checking;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.check()
        .then(() => (this.#fault = undefined))
        // A briefly locked database must not end streams; the next check decides.
        .catch((error: unknown) => {
          const fault = describeError(error);
          if (fault !== this.#fault) this.#log.warn('credentials not checked', { error: fault });
          this.#fault = fault;
        })
        .finally(() => {
          this.#timer = undefined;
          if (this.#watched.size > 0) this.#schedule();
        });
    }, this.#intervalMs);
    this.#timer.unref();
  }

  #tell(credentialId: string, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#log.error('a revoked stream did not close', { id: credentialId, error: describeError(error) });
    }
  }
}
