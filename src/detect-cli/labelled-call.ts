import type { AudioClass } from '../detect/index.ts';

/** A labelled call, as the corpus describes it; times in seconds. */
export interface LabelledCall {
  id: string;
  scenario: string;
  duration: number;
  segments: { start: number; end: number; label: AudioClass; vocals?: boolean; advert?: boolean }[];
  humans: { first_word: number; end: number }[];
  speech: [number, number][];
  /** Of a set of turns: `reader` where somebody like its persons reads for the machine. */
  machine?: string;
}

// A declaration is right from a little before the first word to a little after the last one.
const earlySeconds = 0.2;
const lateSeconds = 1;

/** When a declaration of each person is right, seconds. */
export function personsThere(call: LabelledCall): (readonly [from: number, to: number])[] {
  return call.humans.map(({ first_word, end }) => [first_word - earlySeconds, end + lateSeconds] as const);
}

/** Of all calls together, the seconds in which nobody is there. */
export function secondsWithoutPerson(calls: readonly LabelledCall[]): number {
  return calls.reduce(
    (sum, call) =>
      sum + call.duration - personsThere(call).reduce((there, [from, to]) => there + to - from, 0),
    0,
  );
}
