/** Faults within this time count together; older ones are forgotten. */
const healSeconds = 180;
/** Pauses before the next try, so that an Asterisk that is too busy has time to recover: 40 s together. */
const pausesSeconds = [1, 2, 4, 8, 10, 15];

/** How many passing faults a call survives. A call of hours meets several; only many in a short time end it. */
export class FaultBudget {
  readonly #spentAtMs: number[] = [];

  /** @returns the seconds to wait before the next try; undefined after too many faults to be a passing one. */
  spend(nowMs: number): number | undefined {
    while ((this.#spentAtMs[0] ?? nowMs) < nowMs - healSeconds * 1000) this.#spentAtMs.shift();
    this.#spentAtMs.push(nowMs);
    return pausesSeconds[this.#spentAtMs.length - 1];
  }
}
