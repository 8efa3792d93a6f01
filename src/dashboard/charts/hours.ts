import type { HourWait } from '../api/types.ts';

/** When a company answers fastest: waits by weekday and hour. */

export interface HourTable {
  hours: number[];
  rows: { weekday: number; cells: (HourCell | undefined)[] }[];
}

export interface HourCell {
  minutes: number;
  calls: number;
  /** 1 for the shortest waits to 6 for the longest. */
  shade: number;
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const weekdayName = (weekday: number): string => weekdayNames[weekday - 1] ?? '';

const shades = 6;
/** Shorter waits stay pale, even where they are the longest. */
const longFromSeconds = 600;
const officeDays = [1, 2, 3, 4, 5];

/** Office hours, plus other days and hours only if calls were made then. */
export function hourTable(waits: readonly HourWait[]): HourTable {
  const hours = waits.map(({ hour }) => hour);
  const first = Math.min(9, ...hours);
  const last = Math.max(16, ...hours);
  const weekdays = [...new Set([...officeDays, ...waits.map(({ weekday }) => weekday)])].sort(
    (a, b) => a - b,
  );
  const longest = Math.max(longFromSeconds, ...waits.map(({ p50 }) => p50));
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    hours: columns,
    rows: weekdays.map((weekday) => ({
      weekday,
      cells: columns.map((hour) => {
        const wait = waits.find((each) => each.weekday === weekday && each.hour === hour);
        if (wait === undefined) return undefined;
        const shade = Math.max(1, Math.ceil((wait.p50 / longest) * shades));
        return { minutes: Math.round(wait.p50 / 60), calls: wait.calls, shade };
      }),
    })),
  };
}

/** Fewer calls show chance, not a pattern. */
const minCalls = 3;

/** The table summarised in a sentence. */
export function concludeHours(waits: readonly HourWait[]): string {
  const calls = waits.reduce((sum, each) => sum + each.calls, 0);
  if (calls < minCalls || waits.length < 2) return 'Too few calls yet to say when it is quickest.';
  const sorted = [...waits].sort((a, b) => a.p50 - b.p50);
  const [quickest, slowest] = [sorted[0] as HourWait, sorted.at(-1) as HourWait];
  if (Math.round(quickest.p50 / 60) === Math.round(slowest.p50 / 60))
    return `About ${tellMinutes(quickest.p50)}, whenever you called.`;
  return `Quickest on ${tellHour(quickest)}, ${tellMinutes(quickest.p50)}. Slowest on ${tellHour(slowest)}, about ${tellMinutes(slowest.p50)}.`;
}

function tellHour({ weekday, hour }: HourWait): string {
  return `${weekdayName(weekday)} between ${hour}:00 and ${hour + 1}:00`;
}

function tellMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 1 ? 'under a minute' : `${minutes} min`;
}
