/** How long each step of a start takes, from the start of the process on. */
export class StartClock {
  readonly steps: { step: string; seconds: number }[] = [];
  #sinceMs = 0; // performance.now() counts from the start of the process

  /** Ends a step. */
  done(step: string): void {
    const nowMs = performance.now();
    this.steps.push({ step, seconds: Math.round(nowMs - this.#sinceMs) / 1000 });
    this.#sinceMs = nowMs;
  }
}
