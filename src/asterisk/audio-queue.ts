/**
 * How long audio is worked off before everything else has its turn. Behind a pause of the process a second of audio of every call comes
 * at once: without slices a request would wait for all of it.
 */
const sliceMs = 4;

/** Work on audio, done in the order in which it came, in slices. */
export class AudioQueue {
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #isScheduled = false;

  push(work: () => void): void {
    this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#workSlice());
  }

  #workSlice(): void {
    this.#isScheduled = false;
    const endAtMs = performance.now() + sliceMs;
    try {
      while (this.#next < this.#waiting.length && performance.now() < endAtMs)
        this.#waiting[this.#next++]?.();
    } finally {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}
