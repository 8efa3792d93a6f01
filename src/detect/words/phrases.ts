import { fold } from '../../domain/menu-speech/language.ts';

/** Longest phrase that has its own weight, words. */
const longestPhrase = 3;

/** What a text says for or against a person by its words alone. */
export interface Said {
  /** Log-odds of a person. */
  logOdds: number;
  /** The words that contribute most to it; undefined when the table has none of them. */
  phrase: string | undefined;
}

/** If a recogniser writes punctuation, a question mark is a word of its own: people ask questions, recordings make statements. */
const question = '?';

/** Words as in the table: lower case, no accents, every number written as 0. */
export function wordsOf(text: string): string[] {
  return text
    .split(question)
    .map(fold)
    .join(` ${question} `)
    .replace(/\d+/g, '0')
    .split(' ')
    .filter((word) => word !== '');
}

/** Every phrase of a text once, with the index of the word at which it first begins. */
export function phrasesIn(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at < words.length; at++)
    for (let length = 1; length <= longestPhrase && at + length <= words.length; length++) {
      const phrase = words.slice(at, at + length).join(' ');
      if (!found.has(phrase)) found.set(phrase, at);
    }
  return found;
}

/** In UTF-16 units; only the end of a longer text counts, since it was said last. */
const longestText = 1_000;
/** Longest quotation in a reason, words. */
const longestQuote = 6;

export function weigh(text: string, weights: ReadonlyMap<string, number>): Said {
  const words = wordsOf(text.slice(-longestText));
  const shares = new Float64Array(words.length);
  let logOdds = 0;
  for (const [phrase, at] of phrasesIn(words)) {
    const weight = weights.get(phrase);
    if (weight === undefined) continue;
    logOdds += weight;
    const length = phrase.split(' ').length;
    for (let word = at; word < at + length; word++) shares[word]! += weight / length;
  }
  return { logOdds, phrase: loudest(words, shares, Math.sign(logOdds)) };
}

/** The stretch of words that contributes most to the sum. */
function loudest(words: readonly string[], shares: Float64Array, sign: number): string | undefined {
  let best: readonly string[] = [];
  let most = 0;
  for (let from = 0; from < words.length; from++) {
    let sum = 0;
    for (let to = from; to < Math.min(words.length, from + longestQuote); to++) {
      sum += sign * shares[to]!;
      if (sum > most) [most, best] = [sum, words.slice(from, to + 1)];
    }
  }
  const quote = best.filter((word) => word !== question).join(' ');
  return quote === '' ? undefined : quote;
}
