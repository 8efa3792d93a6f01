import { calendarDay } from '../text/days.ts';

/** Waits by day and by week, including days without any. */

export interface DayWait {
  date: string;
  hold_time: number;
}

export interface Period {
  /** Its first day. */
  fromMs: number;
  seconds: number;
}

/** The last `count` days, ending today. */
export function daily(byDay: readonly DayWait[], count: number, nowMs: number): Period[] {
  const known = new Map(byDay.map(({ date, hold_time: seconds }) => [date, seconds]));
  return Array.from({ length: count }, (_, index) => {
    const fromMs = daysBefore(nowMs, count - 1 - index);
    return { fromMs, seconds: known.get(calendarDay(fromMs)) ?? 0 };
  });
}

/** The last `count` weeks from Monday, ending with this one. */
export function weekly(byDay: readonly DayWait[], count: number, nowMs: number): Period[] {
  const sinceMonday = (new Date(nowMs).getDay() + 6) % 7;
  const days = daily(byDay, (count - 1) * 7 + sinceMonday + 1, nowMs);
  return Array.from({ length: count }, (_, index) => {
    const week = days.slice(index * 7, index * 7 + 7);
    return { fromMs: week[0]?.fromMs ?? nowMs, seconds: week.reduce((sum, { seconds }) => sum + seconds, 0) };
  });
}

/** By the calendar: a day with 23 or 25 hours is one day. */
function daysBefore(nowMs: number, days: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}
