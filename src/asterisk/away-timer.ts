/**
 * Fires once when Asterisk has been away too long, counted from the first loss until the connection is fully
 * restored, no matter how often it came and went in between.
 */
export class AwayTimer {
  readonly #afterMs: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, act: () => void) {
    this.#afterMs = afterMs;
    this.#act = act;
  }

  /** Called when the connection is lost; a further loss while the timer runs changes nothing. */
  lost(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#act();
    }, this.#afterMs).unref();
  }

  /** Called when the connection is fully restored, or the timer is no longer needed. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
