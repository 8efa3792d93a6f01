import { dayNowMs } from './today.ts';

/** Days and moments as people name them. */

const weekdayAndDate = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const withYear = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const dayMs = 86_400_000;

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

function daysAgo(ms: number, nowMs: number): number {
  return Math.round((startOfDay(nowMs) - startOfDay(ms)) / dayMs);
}

/** `Today`, `Yesterday`, `Wednesday 18 November`. */
export function nameDay(time: string | number, nowMs: number = dayNowMs()): string {
  const then = new Date(time);
  const days = daysAgo(then.getTime(), nowMs);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isThisYear = then.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? weekdayAndDate : withYear).format(then).replace(',', '');
}

/** `today, 9:12`, `yesterday, 16:40`, `18 Nov, 9:12`. */
export function nameMoment(time: string | number, nowMs: number = dayNowMs()): string {
  return `${nameDate(time, nowMs)}, ${clock.format(new Date(time))}`;
}

/** On paper, which outlives today: `Saturday 28 November 2026, 09:12`. */
export function writeDateAndTime(time: string | number): string {
  const then = new Date(time);
  return `${withYear.format(then).replace(',', '')}, ${clock.format(then)}`;
}

/** In a sentence: `tomorrow at 09:12`, `on 18 Nov at 09:12`. */
export function tellMoment(time: string | number, nowMs: number = dayNowMs()): string {
  const date = nameDate(time, nowMs);
  return `${/^\d/.test(date) ? 'on ' : ''}${date} at ${clock.format(new Date(time))}`;
}

const timestamp = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The gateway's words with its timestamps, which are in UTC, as this browser's times: `09:12`, `16:40 yesterday`, `09:12 on 18 Nov`. */
export function withLocalTimes(text: string, nowMs: number = dayNowMs()): string {
  return text.replace(timestamp, (time) => {
    const date = nameDate(time, nowMs);
    const day = date === 'today' ? '' : /^\d/.test(date) ? ` on ${date}` : ` ${date}`;
    return `${clock.format(new Date(time))}${day}`;
  });
}

/** `today`, `yesterday`, `tomorrow`, `18 Nov`, `18 Nov 2025`. */
export function nameDate(time: string | number, nowMs: number = dayNowMs()): string {
  const then = new Date(time);
  const days = daysAgo(then.getTime(), nowMs);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days === -1) return 'tomorrow';
  const isThisYear = then.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayAndMonth : dayMonthYear).format(then);
}

/** `2026-11-22` in this browser's time zone. */
export function calendarDay(ms: number): string {
  const day = new Date(ms);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The time zone in which the gateway should count days and hours. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
