import { matters, stemsOf } from './matters.ts';

/** Indexes of the matters in which a stem stands. */
const mattersWith = new Map<string, number[]>();
for (const [index, stems] of matters.entries())
  for (const stem of stems) mattersWith.set(stem, [...(mattersWith.get(stem) ?? []), index]);

/** A stem of few matters says more than one of many. */
function weightOf(stem: string): number {
  return Math.log(1 + matters.length / (1 + (mattersWith.get(stem)?.length ?? 0)));
}

/**
 * How like an errand and an option are in what they are about, 0..1: they need no word in common, only examples of the same matters.
 * Words of the errand that are in no example make it less.
 */
export function likenessByExample(errand: string, option: string): number {
  const [one, other] = [mattersOf(errand), mattersOf(option)];
  const size = lengthOf(one) * lengthOf(other);
  if (size === 0) return 0;
  return (knownShare(errand) * one.reduce((sum, each, index) => sum + each * other[index]!, 0)) / size;
}

/** By weight. */
function knownShare(text: string): number {
  const stems = [...stemsOf(text)];
  const weigh = (some: readonly string[]): number => some.reduce((sum, stem) => sum + weightOf(stem), 0);
  return weigh(stems.filter((stem) => mattersWith.has(stem))) / weigh(stems);
}

const known = new Map<string, Float64Array>();
/** A call's menus and its errand, several times over. */
const maxTexts = 500;

/** How much of a text each matter explains. */
function mattersOf(text: string): Float64Array {
  const found = known.get(text);
  if (found !== undefined) return found;
  const explained = new Float64Array(matters.length);
  for (const stem of stemsOf(text)) {
    const weight = weightOf(stem);
    for (const index of mattersWith.get(stem) ?? []) explained[index]! += weight;
  }
  // Two words of a matter say more than one each of two.
  const squared = explained.map((each) => each * each);
  if (known.size >= maxTexts) known.clear();
  known.set(text, squared);
  return squared;
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
}
