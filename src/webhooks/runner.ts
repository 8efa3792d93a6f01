import { hourMs } from '../domain/durations.ts';

/** Longer waits are split into these, so that a change of the wall clock is noticed soon. */
const longestSleepMs = hourMs;

/**
 * Runs a piece of work whenever woken, one run at a time; woken during a run it runs once more. The work returns
 * after how many milliseconds to run again; undefined: when woken.
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

  /** Resolves at the end of the current run; no other follows. */
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
    // In the same turn as the last check of `wokenAgain`.
    this.#running = undefined;
    if (this.#stopped || sleepMs === undefined) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(sleepMs, longestSleepMs)).unref();
  }
}
