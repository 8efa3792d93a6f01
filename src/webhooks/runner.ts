/** Longer waits are split at this length, so that a change of the wall clock is soon noticed. */
const longestSleepMs = 3_600_000;

/**
 * Does a piece of work whenever it is woken, one run after the other; woken during a run it runs once more. The work says after how
 * many milliseconds it wants to be done again; undefined: when it is woken.
 */
export class Runner {
  readonly #work: () => Promise<number | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wokenAgain = false;
  #stopped = false;

  /** @param work never rejects. */
  constructor(work: () => Promise<number | undefined>) {
    this.#work = work;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#wokenAgain = true;
    this.#running ??= this.#run();
  }

  /** Resolves at the end of the run under way; there is no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleepMs: number | undefined;
    while (this.#wokenAgain && !this.#stopped) {
      this.#wokenAgain = false;
      sleepMs = await this.#work();
    }
    // In the turn of the last look at `wokenAgain`.
    this.#running = undefined;
    if (this.#stopped || sleepMs === undefined) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(sleepMs, longestSleepMs)).unref();
  }
}
