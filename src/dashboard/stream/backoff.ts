const firstMs = 500;
const maxMs = 15_000;

/**
 * The delay before attempt `attempt` (0 is the first retry): doubling, with jitter so that many tabs do not reconnect
 * at once.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 10));
  return Math.max(firstMs, full / 2 + (full / 2) * random());
}
