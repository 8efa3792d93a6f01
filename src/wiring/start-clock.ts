/** Where the time of a start goes, step after step since the process began. */
export class StartClock {
  readonly seconds: Record<string, number> = {};
  #sinceMs = 0; // performance.now() counts from the start of the process

  /** The step that ends now. */
  done(step: string): void {
    const nowMs = performance.now();
    this.seconds[step] = Math.round(nowMs - this.#sinceMs) / 1000;
    this.#sinceMs = nowMs;
  }
}
