import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

/**
 * The subscribers to one kind of event. If one throws, that is logged and the others are still called. One that is removed while an event
 * is being delivered no longer gets that event; one that is added gets the next.
 */
export class Listeners<Event extends unknown[]> {
  readonly #log: Pick<Log, 'error'>;
  readonly #name: string;
  readonly #about: (...event: Event) => Record<string, unknown>;
  readonly #listeners = new Set<(...event: Event) => void>();

  /** @param name for the log, as in "a leg listener". @param about what the log says beside the error. */
  constructor(
    log: Pick<Log, 'error'>,
    name: string,
    about: (...event: Event) => Record<string, unknown> = () => ({}),
  ) {
    this.#log = log;
    this.#name = name;
    this.#about = about;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** @returns the function that ends the subscription. */
  add(listener: (...event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(...event: Event): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(...event);
      } catch (error) {
        this.#log.error(`${this.#name} failed`, { ...this.#about(...event), error: describeError(error) });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
