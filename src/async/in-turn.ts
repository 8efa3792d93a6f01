/** Runs pieces of work one after the other, in the order in which they were asked for; a failure does not stop those after it. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what `work` throws. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined); // the caller gets the failure
    return result;
  }

  /** Resolves once all work asked for so far has ended; never rejects. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
