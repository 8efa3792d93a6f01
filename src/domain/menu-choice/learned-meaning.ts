import { stemOf, termsOf } from './same-words.ts';
import { vectorBytes } from './vector-bytes.ts';
import { dimensions, noneLogit, sharpness, terms } from './word-vectors.ts';

/** What a text is: what a caller wants, or an option of a menu. */
export type TextKind = 'caller' | 'option';

/** What whole sentences mean (src/sentences), as vectors of length 1. */
export interface Meanings {
  find(text: string, kind: TextKind): Float32Array | undefined;
}

// Chosen with `npm run bench -- menu-texts`.

/** The logit of an option whose sentence means just that, the share of its words' logit, and the logit of wanting none. */
const sentenceSharpness = 14;
const wordsShare = 0.6;
const noneOfAll = 8;

/**
 * How close in meaning an intent is to each of some options, as logits beside that of none, which is 0. Learned from what callers say who
 * want an option, in English only (training/menus). The two need not share a word.
 */
export function closeness(intent: string, options: readonly string[], meanings?: Meanings): number[] {
  const wanted = meaningOf(intent);
  const byWords = options.map((option) => sharpness * cosine(wanted, meaningOf(option)));
  const sentence = meanings?.find(intent, 'caller');
  const sentences = options.flatMap((option) => meanings?.find(option, 'option') ?? []);
  if (sentence === undefined || sentences.length < options.length)
    return byWords.map((logit) => logit - noneLogit);
  return byWords.map(
    (logit, at) => wordsShare * logit + sentenceSharpness * cosine(sentence, sentences[at]!) - noneOfAll,
  );
}

/** For each option how likely callers want it, 0..1. They add up to less than 1: the rest is how likely they want none of them. */
export function likelihoodsOf(logits: readonly number[]): number[] {
  const weights = logits.map(Math.exp);
  const sum = weights.reduce((total, weight) => total + weight, 1);
  return weights.map((weight) => weight / sum);
}

const known = new Map<string, Float64Array>();
/** Several times as many as one call has. */
const maxTexts = 500;

/** The sum of the vectors of a text's words and pairs of words, normalised to length 1; zero if no word is known. */
function meaningOf(text: string): Float64Array {
  const found = known.get(text);
  if (found !== undefined) return found;
  const sum = new Float64Array(dimensions);
  const bytes = vectorBytes();
  for (const term of termsOf(text)) {
    const place = places().get(term);
    if (place === undefined) continue;
    const scale = bytes.readFloatLE(place * floatBytes);
    const vectorAt = places().size * floatBytes + place * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at]! += scale * bytes.readInt8(vectorAt + at);
  }
  const length = Math.hypot(...sum);
  const meaning = length === 0 ? sum : sum.map((each) => each / length);
  if (known.size >= maxTexts) known.clear();
  known.set(text, meaning);
  return meaning;
}

/** Whether the model knows a word. */
export function isKnownWord(word: string): boolean {
  return places().has(stemOf(word));
}

function cosine(one: Float32Array | Float64Array, other: Float32Array | Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

let index: ReadonlyMap<string, number> | undefined;

function places(): ReadonlyMap<string, number> {
  index ??= new Map(terms.split(' ').map((term, place) => [term, place]));
  return index;
}

const floatBytes = 4;
