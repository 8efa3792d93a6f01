import type { Journal } from '../../calls/store.ts';
import { dayMs, minuteMs } from '../../domain/durations.ts';

/** A clock that is further ahead than this, of what was stored last or of what it showed before, may be wrong. */
const mostAheadMs = 2 * dayMs;
/** A time server corrects a wrong clock sooner. Less than an hour, so that what is removed every hour goes at the second try. */
const confirmedAfterMs = 45 * minuteMs;

/**
 * The time by which old things are removed. A machine may start with a clock that is years ahead: everything would be old then, and gone for
 * good when the clock is set. A time far ahead counts only once the clock has shown it for a while.
 */
export class RemovalClock {
  readonly #nowMs: () => number;
  readonly #steadyMs: () => number;
  /** A time that was believed, and when that was by `steadyMs`. */
  #known: { atMs: number; steadyMs: number };
  #doubtedSinceMs: number | undefined;

  /** @param newestMs when something was last stored, epoch ms; undefined: nothing was. @param steadyMs as `performance.now()` */
  constructor(
    newestMs: number | undefined,
    nowMs: () => number = Date.now,
    steadyMs = (): number => performance.now(),
  ) {
    this.#nowMs = nowMs;
    this.#steadyMs = steadyMs;
    this.#known = { atMs: newestMs ?? nowMs(), steadyMs: steadyMs() };
  }

  /** Epoch ms. */
  now(): number {
    const [nowMs, steadyMs] = [this.#nowMs(), this.#steadyMs()];
    const expectedMs = this.#known.atMs + steadyMs - this.#known.steadyMs;
    if (nowMs - expectedMs > mostAheadMs) {
      this.#doubtedSinceMs ??= steadyMs;
      if (steadyMs - this.#doubtedSinceMs < confirmedAfterMs) return expectedMs;
    }
    this.#doubtedSinceMs = undefined;
    this.#known = { atMs: nowMs, steadyMs };
    return nowMs;
  }
}

/** Before this process stores anything. @returns the time by which old things are removed. */
export async function openRemovalClock(
  journal: Pick<Journal, 'read'> & { readonly newestId: number },
): Promise<() => number> {
  const [newest] = await journal.read(journal.newestId - 1, {}, 1);
  const clock = new RemovalClock(newest?.atMs);
  return () => clock.now();
}
