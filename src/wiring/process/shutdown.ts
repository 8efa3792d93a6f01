import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';

/** `stop`: calls end in order. `leave`: the start failed half-way; calls from before stay up for the next start. */
export type ShutdownMode = 'stop' | 'leave';

/** Ends what was started, newest first, whatever fails on the way. */
export class Shutdown {
  readonly #steps: { name: string; end: (mode: ShutdownMode) => Promise<void> | void }[] = [];
  readonly #lastResorts: (() => void)[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, end: (mode: ShutdownMode) => Promise<void> | void): void {
    this.#steps.push({ name, end });
  }

  /** For what must not outlive the process, even when there is no time for an orderly end. */
  addLastResort(act: () => void): void {
    this.#lastResorts.push(act);
  }

  /** The time for an orderly end is over. */
  abandon(): void {
    for (const act of this.#lastResorts.splice(0)) act();
  }

  async run(mode: ShutdownMode): Promise<void> {
    for (const { name, end } of this.#steps.splice(0).reverse())
      try {
        await end(mode);
      } catch (error) {
        this.#log.error('a part did not shut down cleanly', { part: name, error: describeError(error) });
      }
  }
}
