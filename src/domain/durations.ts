export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Whether less than `spanMs` has passed. A time in the future, after the clock was set back, counts as long past. */
export function isWithin(spanMs: number, sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < spanMs;
}
