import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';

/** Work that failed because Asterisk was too slow, tried again until it succeeds. */
export class RepeatedTry {
  readonly #work: () => Promise<void>;
  readonly #afterMs: number;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => Promise<void>, { afterMs, log }: { afterMs: number; log: Log }) {
    this.#work = work;
    this.#afterMs = afterMs;
    this.#log = log;
  }

  /** Whatever asks for it, there is one at a time. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work().catch((error: unknown) => {
        this.#log.warn('Asterisk has still not taken a change of a device', { error: describeError(error) });
        this.soon();
      });
    }, this.#afterMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
