import type { LegEvent } from '../../calls/telephony.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';

/** The subscribers to one leg's events. */
export class LegListeners {
  readonly #legId: string;
  readonly #log: Log;
  readonly #listeners = new Set<(event: LegEvent) => void>();
  /** Events from before anyone subscribed: a busy line answers before the caller of `dialFar` can subscribe. */
  #backlog: LegEvent[] | undefined = [];

  constructor(legId: string, log: Log) {
    this.#legId = legId;
    this.#log = log;
  }

  /** The first subscriber also receives, in a microtask, the events from before it subscribed. */
  add(listener: (event: LegEvent) => void): () => void {
    this.#listeners.add(listener);
    if (this.#backlog !== undefined)
      queueMicrotask(() => {
        const missed = this.#backlog ?? [];
        this.#backlog = undefined;
        for (const event of missed) this.emit(event);
      });
    return () => this.#listeners.delete(listener);
  }

  emit(event: LegEvent): void {
    if (this.#backlog !== undefined) {
      this.#backlog.push(event);
      return;
    }
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (thrown) {
        this.#log.error('a leg listener failed', { leg: this.#legId, error: describeError(thrown) });
      }
    }
  }
}
