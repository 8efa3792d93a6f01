import type { HeardWords } from '../detect/index.ts';

/** Words of a recorded call. */
export interface TimelyWords extends HeardWords {
  /** When a live call would know them, seconds on the sample clock. */
  knownAt: number;
}

/** Gives each words once, as soon as they would be known. */
export function createTeller(words: readonly TimelyWords[]): (at: number) => TimelyWords[] {
  const coming = words.toSorted((one, other) => one.knownAt - other.knownAt);
  return (at) => coming.splice(0, coming.findLastIndex(({ knownAt }) => knownAt <= at) + 1);
}
