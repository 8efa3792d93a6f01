/** Uses a leg while it is otherwise idle. */
export interface Attendant {
  /** The leg is needed: once this resolves, the attendant no longer uses it. Never rejects. */
  release(): Promise<void>;
  /** The leg is idle now. */
  idle(): void;
}

/**
 * Counts what the leg is doing: commands that take time, and time in a bridge. The attendant uses the leg in between, and makes room before
 * any of these.
 */
export class LegWork {
  #orders = 0;
  #attendant: Attendant | undefined;

  get isNone(): boolean {
    return this.#orders === 0;
  }

  /** @returns the function that ends the attendance; undefined if the leg already has an attendant. */
  attend(attendant: Attendant): (() => void) | undefined {
    if (this.#attendant !== undefined) return undefined;
    this.#attendant = attendant;
    return () => (this.#attendant = undefined);
  }

  /** Resolves once the attendant has made room. */
  async begin(): Promise<void> {
    this.#orders += 1;
    await this.#attendant?.release();
  }

  /** The work began before anyone attended. */
  beganBefore(): void {
    this.#orders += 1;
  }

  end(): void {
    this.#orders -= 1;
  }

  /** The leg is idle now. */
  rest(): void {
    this.#attendant?.idle();
  }
}
