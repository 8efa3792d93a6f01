/**
 * Acts once when Asterisk has been away for long: counted from the first loss until the connection is whole again, however
 * often it came and went in between.
 */
export class AwayTimer {
  readonly #afterMs: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, act: () => void) {
    this.#afterMs = afterMs;
    this.#act = act;
  }

  /** The connection is gone; a further loss while the timer runs changes nothing. */
  lost(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#act();
    }, this.#afterMs).unref();
  }

  /** The connection is whole again, or the timer is no longer needed. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
