/** Lets a limited number of tasks run at a time; of those that wait, the one of the lowest order goes first, and then the first to arrive. */
export class Turnstile {
  #free: number;
  readonly #waiting: { order: number; enter: () => void }[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async pass<T>(work: () => Promise<T>, order = 0): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#wait(order, enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.enter();
    }
  }

  #wait(order: number, enter: () => void): void {
    const later = this.#waiting.findIndex((other) => other.order > order);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, { order, enter });
  }
}
