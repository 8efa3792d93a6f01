/** Counts requests per key in windows of fixed length; the keys are bounded, the oldest go first. */
export class FixedWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  /** In the order in which the windows began. */
  readonly #windows = new Map<string, { beganAtMs: number; count: number }>();

  constructor(options: { limit: number; windowMs: number; maxKeys: number }) {
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
    this.#maxKeys = options.maxKeys;
  }

  /** Counts one request. @returns whether it is within the limit. */
  take(key: string, nowMs: number): boolean {
    const window = this.#windows.get(key);
    if (window === undefined || nowMs - window.beganAtMs >= this.#windowMs) {
      this.#begin(key, nowMs);
      return this.#limit > 0;
    }
    window.count += 1;
    return window.count <= this.#limit;
  }

  get size(): number {
    return this.#windows.size;
  }

  #begin(key: string, nowMs: number): void {
    this.#windows.delete(key);
    this.#windows.set(key, { beganAtMs: nowMs, count: 1 });
    if (this.#windows.size <= this.#maxKeys) return;
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#windows.delete(oldest.value);
  }
}
