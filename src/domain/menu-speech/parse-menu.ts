import { askedAsConditions } from './asked-options.ts';
import { withBareKeys } from './bare-keys.ts';
import { answers, withAnswers, withoutIf } from './conditions.ts';
import { findKeys, type KeyMention } from './key-mentions.ts';
import { neverLast, pauseToken, spokenSentences, withPauses } from './spoken-tokens.ts';
import { languageOf, languageTables } from './language-of.ts';
import { clausesOf, type Label, labelKeys, nothing } from './option-labels.ts';
import { type LanguageTable, type MenuLanguage, menuLanguages } from './language.ts';

/** What a menu offers for a key. */
export interface MenuOption {
  digits: string;
  /** What it is for, in folded words; empty if nothing of that was understood. */
  text: string;
  /** The key was inferred from the order of the menu, or was named for two different things. */
  isGuess?: true;
}

/** In UTF-16 units, about three minutes of speech; only the end of a longer text counts. */
export const longestPrompt = 3_000;

/**
 * The options of a spoken menu: "for billing, press two", "press 1 for sales", or both in one menu. Tolerates the errors of a
 * recogniser: words are missing, "two" is "to" and "for" is "four".
 */
export function parseMenu(said: string, language?: MenuLanguage): MenuOption[] {
  const text = said.slice(-longestPrompt);
  if (language !== undefined) return parseIn(text, languageTables[language]);
  // A menu offers other languages in those languages.
  const own = languageOf(text);
  const options = parseIn(text, languageTables[own]);
  for (const other of menuLanguages.filter((each) => each !== own))
    for (const option of parseIn(text, languageTables[other]))
      if (option.text !== '' && !options.some(({ digits }) => digits === option.digits)) options.push(option);
  return options;
}

function parseIn(text: string, table: LanguageTable): MenuOption[] {
  const tokens = withoutCutOff(
    withoutSplits(withoutBreaks(withPauses(askedAsConditions(spokenSentences(text), table))), table),
    table,
  );
  const keys = withBareKeys(tokens, findKeys(tokens, table), table).filter(
    (key) => !endsANumber(tokens, key, table),
  );
  if (keys.length === 0) return [];
  const said = segmentsBetween(tokens, keys);
  const labels = labelKeys(said, keys, table);
  const texts = withAnswers(
    labels.map(({ text }) => text),
    said.map((segment) => clausesOf(segment).map((clause) => clause.join(' '))),
  );
  return withoutRepeats(
    keys,
    labels.map(({ score }, at) => ({ text: texts[at] ?? '', score })),
  );
}

/**
 * "Press one for sales, press two for support, press": where every key comes before its purpose, nothing is known yet of the last one. Guessed
 * from the order of the menu, it would be taken for the key of what was said before it.
 */
function withoutCutOff(tokens: readonly string[], table: LanguageTable): readonly string[] {
  const keys = findKeys(tokens, table);
  const last = keys.at(-1);
  const isCut =
    keys[0]?.from === 0 &&
    (last?.isGuess === true || last?.digits === '') &&
    tokens.slice(last.to).every((token) => token === pauseToken);
  return isCut ? tokens.slice(0, last.from) : tokens;
}

/** "Press one to record your. Temporary greeting": a recogniser put the pause there. */
function withoutBreaks(tokens: readonly string[]): string[] {
  return tokens.filter((token, at) => token !== pauseToken || !neverLast.has(tokens[at - 1] ?? ''));
}

/** "Press the number sign", or "press full are sales" for "press four sales": two words that stand for one. */
function withoutSplits(tokens: readonly string[], { twoForOne }: LanguageTable): string[] {
  const oneAt = (at: number): string | undefined =>
    twoForOne.find(([first, second]) => tokens[at] === first && tokens[at + 1] === second)?.[2];
  return tokens.flatMap((token, at) => (oneAt(at - 1) === undefined ? (oneAt(at) ?? token) : []));
}

function segmentsBetween(tokens: readonly string[], keys: readonly KeyMention[]): string[][] {
  const segments: string[][] = [];
  let at = 0;
  for (const key of keys) {
    segments.push(tokens.slice(at, Math.max(at, key.from)));
    at = key.to;
  }
  return [...segments, tokens.slice(at)];
}

/** Labels that begin as labels do score at least this. */
const sureScore = 0.9;

/**
 * A menu that is heard twice is one menu: of two texts for one key, the one with the better score stands. A key that is named for two
 * different things was misheard once, so its purpose is unknown.
 */
function withoutRepeats(keys: readonly KeyMention[], labels: readonly Label[]): MenuOption[] {
  const best = new Map<string, Label & { isGuess: boolean }>();
  for (const [index, { digits, isGuess = false }] of keys.entries()) {
    if (digits === '') continue; // it only ends the text of another key
    const label = labels[index] ?? nothing;
    const known = best.get(digits);
    if (known === undefined) best.set(digits, { ...label, isGuess });
    else if (Math.min(known.score, label.score) >= sureScore && !isSameText(known.text, label.text))
      best.set(digits, { text: '', score: label.score, isGuess: true });
    else if (label.score > known.score) best.set(digits, { ...label, isGuess: known.isGuess && isGuess });
  }
  return [...best].map(([digits, { text, isGuess }]) =>
    isGuess ? { digits, text, isGuess } : { digits, text },
  );
}

/** Whether more than half of the shorter text's words are in the other; words of at most three letters do not count. */
function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(' ').filter((word) => word.length > 3));
  const [short = [], long = []] = (a ?? []).length <= (b ?? []).length ? [a, b] : [b, a];
  return short.filter((word) => long.includes(word)).length * 2 > short.length || short.length === 0;
}

/** "enter your number, then press pound": the key ends what is typed, and is not an option. */
function endsANumber(tokens: readonly string[], key: KeyMention, table: LanguageTable): boolean {
  if (key.digits !== '#' && key.digits !== '*') return false;
  const clause = tokens.slice(tokens.lastIndexOf(pauseToken, key.from) + 1, key.from).join(' ');
  // "Otherwise press pound."
  if (answers.no.test(withoutIf(clause))) return false;
  const before = tokens.slice(Math.max(0, key.from - 14), key.to).join(' ');
  // "Or press pound to skip."
  if (/^to (?:bypass|continue|skip)$/.test(tokens.slice(key.to, key.to + 2).join(' '))) return false;
  return (
    /\b(?:then|and|finished|done|followed|complete|dann|danach|anschliessend|abschliessend|luego|seguido|despues|puis|suivi|ensuite)\b/.test(
      before,
    ) && table.asksNumber.some((asks) => asks.test(before))
  );
}
