import { minuteMs } from '../../domain/durations.ts';

/** A process may end by accident at its first question. If every process does, the library cannot read the weights. */
const maxEnds = 2;
/** After this they are asked again: the cause, such as a lack of memory, may be over. Each try can cost a sentence. */
const healMs = 10 * minuteMs;

/** Whether an engine's processes can tell voices from other sounds, judged by what happened to those that were asked. */
export class Deafness {
  readonly #onDeaf: (why: string) => void;
  readonly #now: () => number;
  /** Processes that ended instead of answering anything, in a row. */
  #ends = 0;
  #untilMs = -Infinity;
  #isTold = false;

  /** @param onDeaf called when it turns out that they cannot; called again only after they could. */
  constructor(onDeaf: (why: string) => void, now = (): number => performance.now()) {
    this.#onDeaf = onDeaf;
    this.#now = now;
  }

  /** They are not asked at present. */
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
