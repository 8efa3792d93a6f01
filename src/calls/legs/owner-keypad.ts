import { waitFor } from '../waiting.ts';

/** An owner who has just pressed a key will press the next one too. */
const keypadSeconds = 10;

/**
 * The keys that the owner presses by hand. An owner who does so is working the menu: whatever a call flow or the explorer would send comes
 * after those keys, or not at all.
 */
export class OwnerKeypad {
  #sending: Promise<unknown> | undefined;
  /** By `performance.now()`. */
  #lastAtMs = -Infinity;
  /** Since the owner began to press keys. */
  #pressed = '';

  /** Whether the owner is pressing keys, or has just done so. */
  get isInUse(): boolean {
    return this.#sending !== undefined || this.#secondsLeft > 0;
  }

  get #secondsLeft(): number {
    return keypadSeconds - (performance.now() - this.#lastAtMs) / 1000;
  }

  /** @param send resolves when the keys have gone out. */
  async press(digits: string, send: () => Promise<void>): Promise<void> {
    this.#pressed = this.isInUse ? this.#pressed + bare(digits) : bare(digits);
    const sent = send();
    sent.catch(() => (this.#pressed = ''));
    const all = Promise.allSettled([this.#sending, sent]);
    this.#sending = all;
    await all;
    this.#lastAtMs = performance.now();
    if (this.#sending === all) this.#sending = undefined;
    await sent;
  }

  /**
   * Waits until the owner's keys are out and no more have followed.
   * @returns whether they were these very keys: then the menu has its answer, and they count once. @throws Interrupted
   */
  async waitForOwner(digits: string, signal: AbortSignal): Promise<boolean> {
    while (this.isInUse) {
      const sending = this.#sending;
      if (sending === undefined && this.#pressed === bare(digits)) {
        this.#pressed = '';
        return true;
      }
      await waitFor<void>(signal, sending === undefined ? this.#secondsLeft : undefined, (settle) => {
        void sending?.then(() => settle());
        return () => undefined;
      });
    }
    return false;
  }
}

/** Without the pauses. */
function bare(digits: string): string {
  return digits.replaceAll('w', '');
}
