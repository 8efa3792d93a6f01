import { type LabelledCall, personsThere, secondsWithoutPerson } from './labelled-call.ts';
import { elementAt, median } from './order-statistics.ts';
import { earlyRingSeconds, lastingRingSeconds, type Ring } from './rings.ts';

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

/** What the rings of one call were. */
interface Outcome {
  persons: number;
  rings: number;
  takenBack: number;
  takenBackFromPersons: number;
  disturbed: number;
  /** Of each person with a lasting ring. */
  secondsToRing: number[];
  /** The first lasting ring; undefined for a call without a person. */
  first: { isRight: boolean; isWithin5s: boolean } | undefined;
}

type Span = readonly [from: number, to: number];

/** Counts as the scorer of the labelled calls does; calls without rings given are left out. */
export function scoreRings(
  calls: readonly LabelledCall[],
  ringsOfCall: (id: string) => readonly Ring[] | undefined,
): RingScore | undefined {
  const outcomes = calls.flatMap((call) => {
    const rings = ringsOfCall(call.id);
    return rings === undefined ? [] : [outcomeOf(call, rings)];
  });
  if (outcomes.length === 0) return undefined;
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const ordered = outcomes.flatMap(({ secondsToRing }) => secondsToRing).toSorted((a, b) => a - b);
  const firsts = outcomes.flatMap(({ first }) => first ?? []);
  const persons = sum((outcome) => outcome.persons);
  const disturbed = sum((outcome) => outcome.disturbed);
  return {
    persons,
    missed: persons - ordered.length,
    secondsToRingMedian: median(ordered),
    secondsToRingP95: elementAt(ordered, 0.95),
    disturbed,
    disturbedPerHour: disturbed / (secondsWithoutPerson(calls) / 3600),
    rings: sum((outcome) => outcome.rings),
    takenBack: sum((outcome) => outcome.takenBack),
    takenBackFromPersons: sum((outcome) => outcome.takenBackFromPersons),
    firstRight: firsts.filter(({ isRight }) => isRight).length / firsts.length,
    firstRightWithin5s: firsts.filter(({ isWithin5s }) => isWithin5s).length / firsts.length,
  };
}

function outcomeOf(call: LabelledCall, given: readonly Ring[]): Outcome {
  const persons = personsThere(call);
  const rings = given.map(([start, end]) => [start, end ?? call.duration] as const);
  const lasting = rings
    .filter(([start, end]) => end - start >= lastingRingSeconds)
    .toSorted(([a], [b]) => a - b);
  const takenBack = takenBackOf(given);
  return {
    persons: persons.length,
    rings: rings.length,
    takenBack: takenBack.length,
    takenBackFromPersons: takenBack.filter(([start, end]) =>
      persons.some(([from, to]) => from <= start && end <= to),
    ).length,
    disturbed: lasting.filter((ring) => disturbs(ring, persons)).length,
    secondsToRing: persons.flatMap((person, index) => {
      const ringsAt = firstLastingRing(rings, person);
      return ringsAt === undefined ? [] : [Math.max(0, ringsAt - call.humans[index]!.first_word)];
    }),
    first: firstOf(call, persons[0], lasting[0]?.[0] ?? Infinity),
  };
}

/** If the next begins at that instant, the phone kept ringing for a person who was declared again. */
function takenBackOf(given: readonly Ring[]): Span[] {
  return given.flatMap(([start, end]) =>
    end === null || given.some(([next]) => next === end) ? [] : [[start, end] as const],
  );
}

function disturbs([start, end]: Span, persons: readonly Span[]): boolean {
  const there = persons.find(([from, to]) => start <= to && end >= from);
  return there === undefined || there[0] - start > earlyRingSeconds;
}

/** When the first ring begins that lasts while the person is there, seconds. */
function firstLastingRing(rings: readonly Span[], [from, to]: Span): number | undefined {
  const enough = Math.min(lastingRingSeconds, to - from);
  const starts = rings
    .filter(([start, end]) => start <= to && end >= from)
    .filter(([start, end]) => Math.min(end, to) - Math.max(start, from) >= enough)
    .map(([start]) => start);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function firstOf(call: LabelledCall, person: Span | undefined, ringsAt: number): Outcome['first'] {
  if (person === undefined) return undefined;
  if (ringsAt < person[0] - earlyRingSeconds) return { isRight: false, isWithin5s: false };
  return { isRight: ringsAt <= person[1], isWithin5s: ringsAt <= call.humans[0]!.first_word + 5 };
}
