import { minuteMs } from '../../domain/durations.ts';

/** A process may end by accident while it is first asked; one that always does has weights that the library cannot read. */
const maxEnds = 2;
/** Then it is asked again: what ended it, as a machine that was short of memory, may be over. Each try can cost a sentence. */
const healMs = 10 * minuteMs;

/** Whether an engine's processes can tell voices from other sounds, by what became of those that were asked. */
export class Deafness {
  readonly #onDeaf: (why: string) => void;
  readonly #now: () => number;
  /** Processes that ended instead of answering anything, in a row. */
  #ends = 0;
  #untilMs = -Infinity;
  #isTold = false;

  /** @param onDeaf called when it turns out that they cannot; again only if they could in the meantime. */
  constructor(onDeaf: (why: string) => void, now = (): number => performance.now()) {
    this.#onDeaf = onDeaf;
    this.#now = now;
  }

  /** They are not asked now. */
  get isDeaf(): boolean {
    return this.#now() < this.#untilMs;
  }

  answered(): void {
    this.#ends = 0;
    this.#isTold = false;
  }

  /** A process says that it never can. */
  cannot(why: string): void {
    this.#deafen(Infinity, why);
  }

  /** A process ended instead of answering. */
  ended(why: string): void {
    this.#ends += 1;
    if (this.#ends >= maxEnds) this.#deafen(this.#now() + healMs, `its process ${why}`);
  }

  #deafen(untilMs: number, why: string): void {
    this.#untilMs = Math.max(this.#untilMs, untilMs);
    if (this.#isTold) return;
    this.#isTold = true;
    this.#onDeaf(why);
  }
}
