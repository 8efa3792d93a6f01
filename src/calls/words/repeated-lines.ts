import { wordsInAnyAlphabet } from '../../domain/menu-speech/language.ts';

/** A sentence that came more than once. */
export interface Line {
  text: string;
  timesHeard: number;
}

/** Per call; no queue has more different sentences. */
const maxLines = 200;
/** A recogniser hears the same recording slightly differently each time: this share of the words may differ. */
const maxDifferent = 0.25;
/** With fewer words, all must be the same. */
const minToDiffer = 3;

/** The announcements of one call: the same ones come every half minute for as long as it waits. */
export class RepeatedLines {
  readonly #lines: { line: Line; words: string[] }[] = [];

  /** Counts it. @returns the line as it was first heard, with the number of times so far. */
  count(text: string): Line {
    const words = wordsInAnyAlphabet(text);
    const known = this.#lines.find((each) => areSame(each.words, words));
    if (known !== undefined) {
      known.line.timesHeard += 1;
      return known.line;
    }
    const line = { text, timesHeard: 1 };
    this.#lines.push({ line, words });
    if (this.#lines.length > maxLines) this.#lines.shift();
    return line;
  }
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  const longer = Math.max(a.length, b.length);
  const maxChanges = longer < minToDiffer ? 0 : Math.floor(longer * maxDifferent);
  if (Math.abs(a.length - b.length) > maxChanges) return false;
  return lacking(a, b) <= maxChanges && differences(a, b) <= maxChanges;
}

/** How many words of `a` are not in `b`. A lower bound of the number of differences, and quick to count: most sentences differ. */
function lacking(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const times = left.get(word) ?? 0;
    left.set(word, times - 1);
    return times <= 0;
  }).length;
}

/** Words to insert, delete or replace (Levenshtein distance). */
export function differences(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_none, n) => n);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
