import type { AriLink } from './ari-link.ts';

/**
 * Fires once when Asterisk has been away too long, counted from the first loss until the connection is fully restored, no matter how often
 * it came and went in between. If the time is up while the connection is being restored, it waits for the outcome: the next loss fires it.
 */
export class AwayTimer {
  readonly #afterMs: number;
  readonly #link: Pick<AriLink, 'down'>;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(afterMs: number, link: Pick<AriLink, 'down'>, act: () => void) {
    this.#afterMs = afterMs;
    this.#link = link;
    this.#act = act;
  }

  /** Called when the connection is lost; a further loss while the timer runs changes nothing. */
  lost(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#isDue = this.#link.down === undefined; // though perhaps not fully restored yet
        if (!this.#isDue) this.#act();
      },
      this.#isDue ? 0 : this.#afterMs,
    ).unref();
  }

  /** Called when the connection is fully restored, or the timer is no longer needed. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }
}
