import { elementAt, median } from './order-statistics.ts';
import type { Ring } from './rings.ts';
import type { LabelledCall } from './score.ts';

/** What an owner experiences if the phone rings for every likely person, and stops when there was none. */
export interface RingScore {
  persons: number;
  /** Persons without a lasting ring. */
  missed: number;
  /** From a person's first word to a lasting ring; 0 if it was ringing already. */
  secondsToRingMedian: number | undefined;
  secondsToRingP95: number | undefined;
  /** Lasting rings without a person there. */
  disturbed: number;
  disturbedPerHour: number;
  rings: number;
  takenBack: number;
  /** Of these, how many stopped while a person was there. */
  takenBackFromPersons: number;
  /** Share of the calls with a person in which the first lasting ring is for the first person. */
  firstRight: number;
  firstRightWithin5s: number;
}

/** A shorter ring stops before anybody has reached the phone. */
const lastingSeconds = 2;
/** A ring may begin a little before the first word: somebody breathes in, a line opens. */
const earlySeconds = 2;

/** Counts as the scorer of the labelled calls does. `persons` of a call: when each is there, seconds. */
export function scoreRings(
  calls: readonly { call: LabelledCall; persons: readonly (readonly [from: number, to: number])[] }[],
  ringsOfCall: (id: string) => readonly Ring[] | undefined,
): RingScore | undefined {
  const secondsToRing: number[] = [];
  const total = { persons: 0, disturbed: 0, quietSeconds: 0, rings: 0, takenBack: 0, fromPersons: 0 };
  const first = { calls: 0, right: 0, within5s: 0 };
  let heard = 0;
  for (const { call, persons } of calls) {
    total.quietSeconds += call.duration - persons.reduce((sum, [from, to]) => sum + to - from, 0);
    const given = ringsOfCall(call.id);
    if (given === undefined) continue;
    heard++;
    const rings = given.map(([start, end]) => [start, end ?? call.duration] as const);
    total.rings += rings.length;
    // If the next begins at that instant, the phone kept ringing for a person who was declared again.
    const takenBack = given.filter(([, end]) => end !== null && !given.some(([start]) => start === end)) as [
      number,
      number,
    ][];
    total.takenBack += takenBack.length;
    total.fromPersons += takenBack.filter(([start, end]) =>
      persons.some(([from, to]) => from <= start && end <= to),
    ).length;
    const lasting = rings
      .filter(([start, end]) => end - start >= lastingSeconds)
      .toSorted(([a], [b]) => a - b);
    for (const [start, end] of lasting) {
      const there = persons.find(([from, to]) => start <= to && end >= from);
      if (!there || there[0] - start > earlySeconds) total.disturbed++;
    }
    persons.forEach(([from, to], k) => {
      total.persons++;
      const enough = Math.min(lastingSeconds, to - from);
      const starts = rings
        .filter(([start, end]) => start <= to && end >= from)
        .filter(([start, end]) => Math.min(end, to) - Math.max(start, from) >= enough)
        .map(([start]) => start);
      if (starts.length > 0)
        secondsToRing.push(Math.max(0, Math.min(...starts) - call.humans[k]!.first_word));
    });
    const [person] = persons;
    if (!person) continue;
    first.calls++;
    const start = lasting[0]?.[0] ?? Infinity;
    if (start < person[0] - earlySeconds) continue;
    if (start <= person[1]) first.right++;
    if (start <= call.humans[0]!.first_word + 5) first.within5s++;
  }
  if (heard === 0) return undefined;
  const ordered = secondsToRing.toSorted((a, b) => a - b);
  return {
    persons: total.persons,
    missed: total.persons - ordered.length,
    secondsToRingMedian: median(ordered),
    secondsToRingP95: elementAt(ordered, 0.95),
    disturbed: total.disturbed,
    disturbedPerHour: total.disturbed / (total.quietSeconds / 3600),
    rings: total.rings,
    takenBack: total.takenBack,
    takenBackFromPersons: total.fromPersons,
    firstRight: first.right / first.calls,
    firstRightWithin5s: first.within5s / first.calls,
  };
}
