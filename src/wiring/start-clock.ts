/** Where the time of a start goes, step after step since the process began. */
export class StartClock {
  readonly steps: { step: string; seconds: number }[] = [];
  #sinceMs = 0; // performance.now() counts from the start of the process

  /** The step that ends now. */
  done(step: string): void {
    const nowMs = performance.now();
    this.steps.push({ step, seconds: Math.round(nowMs - this.#sinceMs) / 1000 });
    this.#sinceMs = nowMs;
  }
}
