import type { DetectorEvent } from '../detect/index.ts';

/** When the owner's phone would ring, seconds; `null` if the ring is never taken back. */
export type Ring = [start: number, end: number | null];

/** A shorter ring stops before anybody has reached the phone: it disturbs nobody. */
export const lastingRingSeconds = 2;
/** A ring may begin a little before the first word: somebody breathes in, a line opens. */
export const earlyRingSeconds = 2;

/**
 * The rings of a call whose owner never answers, or answers and sends it back at the instants of `refusals`. A person declared while
 * it rings begins a new ring.
 */
export function ringsOf(events: readonly DetectorEvent[], refusals: readonly number[] = []): Ring[] {
  const rings: Ring[] = [];
  const ends = refusals.map((at) => ({ kind: 'refused', at }) as const);
  for (const event of [...events, ...ends].toSorted((a, b) => a.at - b.at)) {
    if (event.kind !== 'person' && event.kind !== 'person_retracted' && event.kind !== 'refused') continue;
    const last = rings.at(-1);
    if (last?.[1] === null) last[1] = round(event.at);
    if (event.kind === 'person') rings.push([round(event.at), null]);
  }
  return rings;
}

/** When persons were sure: at once, or confirmed. */
export function surePersons(events: readonly DetectorEvent[]): number[] {
  return events
    .filter(
      (event) => event.kind === 'person_confirmed' || (event.kind === 'person' && event.grade === 'sure'),
    )
    .map((event) => round(event.at));
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
