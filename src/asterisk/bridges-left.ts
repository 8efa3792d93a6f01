import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriRequests } from './ari/ari-link.ts';

/** Bridges of this process's calls that are still to be destroyed, because Asterisk could not be reached. */
export class BridgesLeft {
  readonly #link: AriRequests;
  readonly #log: Log;
  readonly #ids = new Set<string>();

  constructor(link: AriRequests, log: Log) {
    this.#link = link;
    this.#log = log;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  /** After Asterisk was away. Unlike channels, which have their limits, an empty bridge would stay until the next sweep. */
  async reconcile({ restarted }: { restarted: boolean }): Promise<void> {
    if (restarted) this.#ids.clear();
    for (const bridgeId of this.#ids) {
      try {
        await this.#link.request('bridges.destroy', { bridgeId });
      } catch (thrown) {
        if (this.#link.down !== undefined) throw thrown;
        if (!isRefusal(thrown))
          this.#log.warn('a bridge was left in Asterisk', { bridgeId, error: describeError(thrown) });
      }
      this.#ids.delete(bridgeId);
    }
  }
}

/** Asterisk has no such bridge, or not in this state: nothing is left to do. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && ['not_found', 'conflict', 'invalid'].includes(thrown.code);
}
