import { calendarDay } from '../../text/days.ts';
import { writeClock } from '../../text/formats.ts';

/** When a planned call is placed, as it is typed: `2026-11-25` and `09:00`, in this browser's time zone. */
export interface PlannedTime {
  day: string;
  time: string;
}

/** As the API has it. */
const furthestDays = 14;
const dayMs = 86_400_000;
const soonestMs = 30 * 60_000;

const plannedAt = (ms: number): PlannedTime => ({ day: calendarDay(ms), time: writeClock(ms) });

/** Where the choice begins: a full hour, at least half an hour away. */
export function suggestTime(nowMs: number): PlannedTime {
  return plannedAt(new Date(nowMs + soonestMs + 3_599_999).setMinutes(0, 0, 0));
}

/** The first and the last day that can be chosen. */
export function daysToChoose(nowMs: number): { first: string; last: string } {
  return { first: calendarDay(nowMs), last: calendarDay(nowMs + furthestDays * dayMs) };
}

/** NaN while it is incomplete. */
export const momentOf = ({ day, time }: PlannedTime): number => new Date(`${day}T${time}`).getTime();

/** The clocks go forward over it: a browser makes it an hour later. */
function isSkipped({ time }: PlannedTime, atMs: number): boolean {
  return Number(time.slice(0, 2)) !== new Date(atMs).getHours();
}

/** What is wrong with it, as a sentence; '' when nothing is. */
export function faultOfTime(planned: PlannedTime, nowMs: number): string {
  const atMs = momentOf(planned);
  if (Number.isNaN(atMs)) return 'Choose a day and a time.';
  if (isSkipped(planned, atMs))
    return `There is no ${planned.time} on this day: the clocks go forward. Choose another time.`;
  if (atMs <= nowMs) return `This time is past: it is ${writeClock(nowMs)} now. Choose a later one.`;
  if (atMs >= nowMs + furthestDays * dayMs)
    return `This is too far away: a call can be planned ${furthestDays} days ahead.`;
  return '';
}
