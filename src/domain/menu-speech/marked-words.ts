import type { LanguageTable } from './language.ts';
import { pauseToken, rangeAt, spokenTokens } from './spoken-tokens.ts';

/** Stands for a comma: it separates clauses, if the recogniser writes commas. */
export const comma = ',';

/**
 * The folded words of a text, with its pauses and commas, but without those after a word that nobody pauses after. A range of lengths
 * becomes one word, "4to6 digit": neither of its numbers is then taken for a key, nor its "or" for an alternative. "vierstellige" becomes
 * "vier stellige".
 */
export function markedWords(text: string, table: LanguageTable): string {
  const marked = text
    .split(/,(?!\d)/)
    .flatMap((part, index) => [...(index === 0 ? [] : [comma]), ...spokenTokens(part)]);
  const tokens = marked
    .filter((token, at) => !isMark(token) || !neverPaused.has(marked[at - 1] ?? ''))
    .flatMap((token) => token.replace(/^([a-z]+)(stellige[ns]?)$/, '$1 $2').split(' '));
  const words: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const range = rangeAt(tokens, at, table);
    words.push(range === undefined ? (tokens[at] ?? '') : range.join('to'));
    if (range !== undefined) at += 2;
  }
  return words.join(' ');
}

/** Unlike other words that no sentence ends with, these are common right before what is asked for. */
const neverPaused = new Set(
  'a an the your digit digits new following ihre ihren stellige neue su sus el los la votre vos le les'.split(
    ' ',
  ),
);

function isMark(token: string): boolean {
  return token === pauseToken || token === comma;
}

export function withoutMarks(said: string): string[] {
  return said.split(' ').filter((word) => word !== '' && !isMark(word));
}

export function firstWords(said: string, count: number): string {
  return said.trim().split(' ').slice(0, count).join(' ');
}

export function lastWords(said: string, count: number): string {
  return said.trim().split(' ').slice(-count).join(' ');
}
