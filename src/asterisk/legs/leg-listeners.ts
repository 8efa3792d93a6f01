import type { LegEvent } from '../../calls/telephony.ts';
import { Listeners } from '../../async/listeners.ts';
import type { Log } from '../../log/log.ts';

/** The subscribers to one leg's events. */
export class LegListeners {
  readonly #listeners: Listeners<[LegEvent]>;
  /** Events from before anyone subscribed: a busy line answers before the caller of `dialFar` can subscribe. */
  #backlog: LegEvent[] | undefined = [];

  constructor(legId: string, log: Log) {
    this.#listeners = new Listeners<[LegEvent]>(log, 'a leg listener', () => ({ leg: legId }));
  }

  /** The first subscriber also receives, in a microtask, the events from before it subscribed. */
  add(listener: (event: LegEvent) => void): () => void {
    const leave = this.#listeners.add(listener);
    if (this.#backlog !== undefined)
      queueMicrotask(() => {
        const missed = this.#backlog ?? [];
        this.#backlog = undefined;
        for (const event of missed) this.emit(event);
      });
    return leave;
  }

  emit(event: LegEvent): void {
    if (this.#backlog !== undefined) {
      this.#backlog.push(event);
      return;
    }
    this.#listeners.emit(event);
  }
}
