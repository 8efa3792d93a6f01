import type { WallTime } from './zone-clock.ts';

/** What earlier waits say about the next one. */

/** A held call that is over. */
export interface PastHold {
  number: string;
  company: string;
  startedAtMs: number;
  holdSeconds: number;
  /** Whether the owner was connected. */
  reached: boolean;
  /** Whether the wait ended with a person; otherwise its length does not show how long one takes. */
  foundPerson: boolean;
}

export interface Quartiles {
  p25: number;
  p50: number;
  p75: number;
}

export interface Estimate extends Quartiles {
  calls: number;
  /** Seconds, the newest first. */
  samples: number[];
  best: { weekday: number; from: string; to: string; p50: number } | null;
}

export interface HoldStatistics {
  holdSeconds: number;
  calls: number;
  reached: number;
  byDay: { date: string; holdSeconds: number }[];
  byCompany: ({ company: string; number: string; samples: number[] } & Quartiles)[];
  byHour: { number: string; weekday: number; hour: number; calls: number; p50: number }[];
}

/** With fewer samples there is no estimate. */
const minSamples = 3;
const maxSamples = 100;
/** Times of day are compared in windows of this length. */
const windowHours = 2;

/** @param holds of one number, the newest first. */
export function estimateOf(holds: readonly PastHold[], clock: (atMs: number) => WallTime): Estimate | null {
  const waits = holds.filter(isWait).slice(0, maxSamples);
  if (waits.length < minSamples) return null;
  const samples = waits.map(({ holdSeconds }) => round(holdSeconds));
  return { calls: waits.length, samples, ...quartiles(samples), best: bestWindow(waits, clock) };
}

/** @param holds the newest first. */
export function statisticsOf(holds: readonly PastHold[], clock: (atMs: number) => WallTime): HoldStatistics {
  const days = new Map<string, number>();
  const companies = new Map<string, { company: string; number: string; samples: number[] }>();
  const hours = new Map<string, { number: string; weekday: number; hour: number; samples: number[] }>();
  for (const hold of holds) {
    const { number, company, holdSeconds } = hold;
    const { date, weekday, hour } = clock(hold.startedAtMs);
    days.set(date, (days.get(date) ?? 0) + holdSeconds);
    if (!isWait(hold)) continue;
    const known = entry(companies, number, () => ({ company, number, samples: [] }));
    if (known.company === '') known.company = company;
    if (known.samples.length < maxSamples) known.samples.push(round(holdSeconds));
    const at = `${number} ${weekday} ${hour}`;
    entry(hours, at, () => ({ number, weekday, hour, samples: [] })).samples.push(holdSeconds);
  }
  return {
    holdSeconds: round(holds.reduce((sum, { holdSeconds }) => sum + holdSeconds, 0)),
    calls: holds.length,
    reached: holds.filter(({ reached }) => reached).length,
    byDay: [...days]
      .map(([date, holdSeconds]) => ({ date, holdSeconds: round(holdSeconds) }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    byCompany: [...companies.values()].map((each) => ({ ...each, ...quartiles(each.samples) })),
    byHour: [...hours.values()].map(({ number, weekday, hour, samples }) => ({
      number,
      weekday,
      hour,
      calls: samples.length,
      p50: quartiles(samples).p50,
    })),
  };
}

function isWait({ foundPerson, holdSeconds }: PastHold): boolean {
  return foundPerson && holdSeconds > 0;
}

/** The window of the week with the shortest median wait; null until there are two to compare. */
function bestWindow(waits: readonly PastHold[], clock: (atMs: number) => WallTime): Estimate['best'] {
  const windows = new Map<string, { weekday: number; fromHour: number; samples: number[] }>();
  for (const { startedAtMs, holdSeconds } of waits) {
    const { weekday, hour } = clock(startedAtMs);
    const fromHour = hour - (hour % windowHours);
    entry(windows, `${weekday} ${fromHour}`, () => ({ weekday, fromHour, samples: [] })).samples.push(
      holdSeconds,
    );
  }
  const usual = [...windows.values()]
    .filter(({ samples }) => samples.length >= minSamples)
    .map(({ weekday, fromHour, samples }) => ({ weekday, fromHour, p50: quartiles(samples).p50 }))
    .sort((a, b) => a.p50 - b.p50);
  const [best] = usual;
  if (best === undefined || usual.length < 2) return null;
  const { weekday, fromHour, p50 } = best;
  return { weekday, from: fullHour(fromHour), to: fullHour(fromHour + windowHours), p50 };
}

function fullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Interpolated linearly between samples. */
function quartiles(samples: readonly number[]): Quartiles {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (part: number): number => {
    const place = (sorted.length - 1) * part;
    const below = sorted[Math.floor(place)] ?? 0;
    const above = sorted[Math.ceil(place)] ?? 0;
    return round(below + (above - below) * (place % 1));
  };
  return { p25: at(0.25), p50: at(0.5), p75: at(0.75) };
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
