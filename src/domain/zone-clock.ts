import { dayMs } from './durations.ts';

/** Local time in a time zone. */
export interface WallTime {
  /** `2026-03-01` */
  date: string;
  /** 1 is Monday. */
  weekday: number;
  hour: number;
}

/** Whether a name of the IANA time zone database is known here. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this machine. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

/** Formatting is slow and most days have one offset, so it is computed twice for each day, not for each instant. */
export function zoneClock(timeZone: string): (atMs: number) => WallTime {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number | undefined>();

  function offsetAt(atMs: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  }

  /** Undefined on a day on which it changes. */
  function offsetOfDay(day: number): number | undefined {
    if (!offsets.has(day)) {
      const [first, last] = [offsetAt(day * dayMs), offsetAt((day + 1) * dayMs)];
      offsets.set(day, first === last ? first : undefined);
    }
    return offsets.get(day);
  }

  return (atMs) => {
    const wall = new Date(atMs + (offsetOfDay(Math.floor(atMs / dayMs)) ?? offsetAt(atMs)));
    return {
      date: wall.toISOString().slice(0, 10),
      weekday: wall.getUTCDay() === 0 ? 7 : wall.getUTCDay(),
      hour: wall.getUTCHours(),
    };
  };
}
