/**
 * The time of day for what is heard in a call: it goes on evenly from the first audio on, as the listener's does. If the machine's clock
 * were read each time, setting it could put years between a voice and its words: the rest of the call would seem to be answered already, or
 * never to fall silent.
 */
export class AudioClock {
  #aheadMs = aheadMs();
  #hasBegun = false;

  /** The first audio has arrived; the listener has just read the time of day. */
  begin(): void {
    if (!this.#hasBegun) this.#aheadMs = aheadMs();
    this.#hasBegun = true;
  }

  /** Epoch ms. */
  readonly now = (): number => performance.now() + this.#aheadMs;
}

function aheadMs(): number {
  return Date.now() - performance.now();
}
