import { dayNowMs } from './today.ts';

/** How times, spans and numbers are written on all pages. */

/** `0:09`, `18:24`, `1:34:10`. */
export function writeSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** For screen readers: `18 minutes 24 seconds`. */
export function speakSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return said.length === 0 ? '0 seconds' : said.join(' ');
}

/** `59 s`, `4 min`, `1 h 20 min`: for approximate durations. */
export function writeRough(seconds: number): string {
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

/** A sum, cut as `writeSpan` cuts what it is made of: rounded up, it could be more than they add up to. */
export function writeTotal(seconds: number): string {
  return writeRough(seconds < 60 ? Math.floor(seconds) : Math.floor(seconds / 60) * 60);
}

/** `16–27 min`. */
export function writeRange(fromSeconds: number, toSeconds: number): string {
  const [from, to] = [Math.round(fromSeconds / 60), Math.round(toSeconds / 60)];
  if (to < 1) return 'under a minute';
  return from === to ? `${to} min` : `${from}–${to} min`;
}

const hourAndMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const withSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** `14:02`. */
export const writeClock = (time: string | number): string => hourAndMinute.format(new Date(time));
/** `14:02:18`. */
export const writeClockSeconds = (time: string | number): string => withSeconds.format(new Date(time));

/** `today 9:12`, `yesterday`, `Wed 18 Nov`. */
export function writeDay(time: string | number, now: number = dayNowMs()): string {
  const then = new Date(time);
  const days = Math.round((startOfDay(now) - startOfDay(then.getTime())) / 86_400_000);
  if (days === 0) return `today ${hourAndMinute.format(then)}`;
  return days === 1 ? 'yesterday' : dayAndMonth.format(then);
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** The calling codes of one and of two digits; all others have three (ITU-T E.164). */
const callingCode = '[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\\d{3}';
const withCallingCode = new RegExp(`^(\\+(?:${callingCode}))(\\d+)$`);

/** `+1 202 555 0100`: grouped for readability; the digits are the server's. */
export function writeNumber(e164: string): string {
  const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  if (northAmerican !== null) return `+1 ${northAmerican.slice(1).join(' ')}`;
  const match = withCallingCode.exec(e164);
  return match === null ? e164 : `${match[1]} ${(match[2] ?? '').replace(/(\d{3})(?=\d{3})/g, '$1 ')}`;
}

/** More than two digits may be a policy number or a PIN: only the last two are shown, `••96#`. */
export function maskDigits(digits: string): string {
  const keys = digits.replace(/w/g, '');
  const [, body = '', end = ''] = /^(.*?)([*#]?)$/.exec(keys) ?? [];
  return body.length <= 2 ? keys : `${'•'.repeat(body.length - 2)}${body.slice(-2)}${end}`;
}
