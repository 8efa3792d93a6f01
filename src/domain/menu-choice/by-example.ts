import { matters, stemsOf } from './matters.ts';

let index: ReadonlyMap<string, readonly number[]> | undefined;

/** Indexes of the matters whose examples contain a stem. */
function mattersWith(stem: string): readonly number[] {
  index ??= indexByStem();
  return index.get(stem) ?? [];
}

function indexByStem(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [at, stems] of matters().entries())
    for (const stem of stems) {
      const those = found.get(stem);
      if (those === undefined) found.set(stem, [at]);
      else those.push(at);
    }
  return found;
}

/** A stem that occurs in few matters says more than one that occurs in many. */
function weightOf(stem: string): number {
  return Math.log(1 + matters().length / (1 + mattersWith(stem).length));
}

/**
 * How similar an intent and an option are by the examples that their words occur in, 0..1. They need no word in common. Words of the
 * intent that occur in no example lower it.
 */
export function similarityByExample(intent: string, option: string): number {
  const [one, other] = [mattersOf(intent), mattersOf(option)];
  const size = lengthOf(one) * lengthOf(other);
  if (size === 0) return 0;
  return (knownShare(intent) * one.reduce((sum, each, at) => sum + each * other[at]!, 0)) / size;
}

/** The share of a text's stems, by weight, that occur in any example. */
function knownShare(text: string): number {
  const stems = [...stemsOf(text)];
  const weigh = (some: readonly string[]): number => some.reduce((sum, stem) => sum + weightOf(stem), 0);
  return weigh(stems.filter((stem) => mattersWith(stem).length > 0)) / weigh(stems);
}

const known = new Map<string, Float64Array>();
/** Several times the texts of one call. */
const maxTexts = 500;

/** How strongly a text points to each matter. */
function mattersOf(text: string): Float64Array {
  const found = known.get(text);
  if (found !== undefined) return found;
  const explained = new Float64Array(matters().length);
  for (const stem of stemsOf(text)) {
    const weight = weightOf(stem);
    for (const at of mattersWith(stem)) explained[at]! += weight;
  }
  // Two words of a matter say more than one each of two.
  const cubed = explained.map((each) => each ** 3);
  if (known.size >= maxTexts) known.clear();
  known.set(text, cubed);
  return cubed;
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
}
