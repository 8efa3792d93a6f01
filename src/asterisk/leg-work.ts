/** Uses a leg while nothing is asked of it. */
export interface Attendant {
  /** Something is asked of the leg: the attendant is out of the way once this has resolved. Never rejects. */
  release(): Promise<void>;
  /** Nothing is asked of the leg now. */
  idle(): void;
}

/** What is asked of a leg: orders that last, and its time in a bridge. Whoever uses the leg meanwhile makes room first. */
export class LegWork {
  #orders = 0;
  #attendant: Attendant | undefined;

  get isNone(): boolean {
    return this.#orders === 0;
  }

  /** @returns the function that ends the attendance; undefined when another attends the leg already. */
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

  /** It was under way before anybody attended. */
  beganBefore(): void {
    this.#orders += 1;
  }

  end(): void {
    this.#orders -= 1;
  }

  /** Nothing is asked of the leg now. */
  rest(): void {
    this.#attendant?.idle();
  }
}
