/** A round scale in minutes that fits everything. */
export function minuteAxis(longestSeconds: number): { lastMinutes: number; ticks: number[] } {
  const longest = Math.max(1, longestSeconds / 60);
  // Three digits need more room.
  const most = longest > 100 ? 5 : 6;
  const step = [1, 2, 5, 10, 15, 30, 60, 120].find((each) => longest / each <= most) ?? 240;
  const lastMinutes = Math.ceil(longest / step) * step;
  return { lastMinutes, ticks: Array.from({ length: lastMinutes / step + 1 }, (_, index) => index * step) };
}
