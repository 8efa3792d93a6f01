import { withBareKeys } from './bare-keys.ts';
import { withAnswers } from './conditions.ts';
import { findKeys, type KeyMention } from './key-mentions.ts';
import { neverLast, pauseToken, spokenTokens } from './spoken-tokens.ts';
import { languageOf, languageTables } from './language-of.ts';
import { type LanguageTable, type MenuLanguage, menuLanguages } from './language.ts';

/** What a menu offers for a key. */
export interface MenuOption {
  digits: string;
  /** What it is for, in folded words; empty where nothing of it was understood. */
  text: string;
  /** The key was inferred from the order of the menu, or was named for two different things. */
  isGuess?: true;
}

/** In UTF-16 units, about three minutes of talk; of a longer text only the end counts. */
export const longestPrompt = 3_000;
/** More words than this are not the purpose of one option. */
const longestLabel = 12;

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
  const tokens = withoutSplits(withoutBreaks(spokenTokens(text)), table);
  const keys = withBareKeys(tokens, findKeys(tokens, table), table).filter(
    (key) => !endsANumber(tokens, key, table),
  );
  if (keys.length === 0) return [];
  const said = segmentsBetween(tokens, keys);
  const segments = said.map((segment, index) =>
    readSegment(
      segment,
      {
        isFirst: index === 0,
        isLast: index === keys.length,
        beginsSentence: keys[index - 1]?.endsSentence === true,
      },
      table,
    ),
  );
  const labels = assign(segments, keys.length);
  const texts = withAnswers(
    labels.map(({ text }) => text),
    said.map((segment) => clausesOf(segment).map((clause) => clause.join(' '))),
  );
  return withoutRepeats(
    keys,
    labels.map(({ score }, at) => ({ text: texts[at] ?? '', score })),
  );
}

/** "lock the conference THREE TO remove": where a key was not heard as one, another option begins. "Two to three days" is none. */
function lostKeyIn(words: readonly string[], { keys, starts }: LanguageTable): number {
  const isKey = (at: number): boolean => Object.hasOwn(keys, words[at] ?? '');
  return words.findLastIndex(
    (_word, at) => at > 0 && isKey(at) && starts.includes(words[at + 1] ?? '') && !isKey(at + 2),
  );
}

/** "Press one to record your. Temporary greeting": a recogniser put the pause there. */
function withoutBreaks(tokens: readonly string[]): string[] {
  return tokens.filter((token, at) => token !== pauseToken || !neverLast.has(tokens[at - 1] ?? ''));
}

/** "Press the number sign", "press full are sales" for "press four sales": two words for one. */
function withoutSplits(tokens: readonly string[], { twoForOne }: LanguageTable): string[] {
  const oneAt = (at: number): string | undefined =>
    twoForOne.find(([first, second]) => tokens[at] === first && tokens[at + 1] === second)?.[2];
  return tokens.flatMap((token, at) => (oneAt(at - 1) === undefined ? (oneAt(at) ?? token) : []));
}

/** Text between two keys may be the purpose of the key before it, or of the key after it. */
interface Segment {
  forBefore: Label;
  forBehind: Label;
  /** It may be both: there is a pause in it. */
  isTwo: boolean;
  /** A pause parts it from the key before it, or from the key after it. */
  isApart: { fromBefore: boolean; fromBehind: boolean };
}

interface Label {
  text: string;
  score: number;
}

const nothing: Label = { text: '', score: -1 };

function segmentsBetween(tokens: readonly string[], keys: readonly KeyMention[]): string[][] {
  const segments: string[][] = [];
  let at = 0;
  for (const key of keys) {
    segments.push(tokens.slice(at, Math.max(at, key.from)));
    at = key.to;
  }
  return [...segments, tokens.slice(at)];
}

/** Where a segment stands. */
interface Place {
  isFirst: boolean;
  isLast: boolean;
  beginsSentence: boolean;
}

function readSegment(tokens: string[], place: Place, table: LanguageTable): Segment {
  const clauses = clausesOf(tokens);
  const head = clauses[0] ?? [];
  const tail = clauses.at(-1) ?? [];
  return {
    forBefore: place.isFirst ? nothing : labelBehindKey(head, place, table),
    forBehind: place.isLast ? nothing : labelBeforeKey(tail, place.isFirst, table),
    isTwo: clauses.length > 1,
    isApart: { fromBefore: tokens[0] === pauseToken, fromBehind: tokens.at(-1) === pauseToken },
  };
}

function clausesOf(tokens: readonly string[]): string[][] {
  return tokens
    .join(' ')
    .split(pauseToken)
    .map((clause) => clause.trim().split(' '))
    .filter((clause) => clause[0] !== '');
}

/** "press one FOR SALES". */
function labelBehindKey(clause: string[], { isLast, beginsSentence }: Place, table: LanguageTable): Label {
  const [first = '', second] = clause;
  const begins =
    table.starts.includes(first) || (second !== undefined && table.startsHeardAs.includes(first));
  if (table.noLabel.test(clause.join(' ')) || (beginsSentence && !begins)) return nothing;
  // "press four four four sunday": the "for" was heard twice.
  const isDoubled = begins && clause.length > 2 && second === first && table.startsHeardAs.includes(first);
  const all = begins ? clause.slice(isDoubled ? 2 : 1) : clause;
  const lost = lostKeyIn(all, table);
  const words = (lost < 0 ? all : all.slice(0, lost)).slice(0, longestLabel);
  const text = withoutStay(words.join(' '), table);
  if (text === '') return nothing;
  const saysWhat = begins && !table.answer.test(clause.join(' '));
  return { text, score: saysWhat ? 1 : isLast ? 0.2 : 0.4 };
}

/** "press two for sales OR STAY ON THE LINE" says what happens without a key. */
function withoutStay(text: string, { phrases }: LanguageTable): string {
  const ends = phrases.stay.map((pattern) => text.search(pattern)).filter((index) => index >= 0);
  return text
    .slice(0, Math.min(text.length, ...ends))
    .replace(/ (?:or|oder|o|ou)$/, '')
    .trim();
}

/** "FOR SALES press one". */
function labelBeforeKey(whole: string[], isFirst: boolean, table: LanguageTable): Label {
  const clause = whole.slice(lostKeyIn(whole, table) + 1);
  const starts = clause
    .map((word, index) => ({ word, index }))
    .filter(
      ({ word, index }) =>
        (table.starts.includes(word) || (index === 0 && table.startsHeardAs.includes(word))) &&
        index < clause.length - 1 &&
        !table.noLabel.test(clause.slice(index).join(' ')),
    )
    .map(({ index }) => index);
  const start = starts.find((index) => clause.length - index <= longestLabel + 1) ?? starts.at(-1);
  const words = start === undefined ? clause.slice(isFirst ? -4 : -longestLabel) : clause.slice(start);
  const text = stripStarts(words, table)
    .slice(-longestLabel - 4)
    .join(' ');
  if (text === '') return nothing;
  if (start === undefined) return { text, score: isFirst ? 0.1 : 0.4 };
  return { text, score: table.answer.test(clause.slice(start).join(' ')) ? 0.4 : start === 0 ? 1 : 0.9 };
}

function stripStarts(words: string[], table: LanguageTable): string[] {
  let from = table.startsHeardAs.includes(words[0] ?? '') && words.length > 1 ? 1 : 0;
  while (from < words.length - 1 && table.starts.includes(words[from] ?? '')) from += 1;
  return words.slice(from);
}

type Side = 'before' | 'behind';

/** Gives each segment to one of its two keys, with the best total score; menus keep to one order for most of their options. */
function assign(segments: readonly Segment[], count: number): Label[] {
  const consistency = 0.3;
  /** "For sales press one. For service …": what is said without a pause belongs together. */
  const pause = 0.5;
  let ways: { side: Side | undefined; score: number; labels: Label[] }[] = [
    { side: undefined, score: 0, labels: [] },
  ];
  for (let index = 0; index < count; index++) {
    const before = segments[index]?.forBehind ?? nothing;
    const behind = segments[index + 1]?.forBefore ?? nothing;
    const isShared = segments[index]?.isTwo !== true;
    const isApart = {
      before: segments[index]?.isApart.fromBehind === true,
      behind: segments[index + 1]?.isApart.fromBefore === true,
    };
    const next: typeof ways = [];
    for (const side of ['before', 'behind', undefined] as const) {
      const label = side === 'before' ? before : side === 'behind' ? behind : nothing;
      const reachable = ways.filter((way) => !(side === 'before' && way.side === 'behind' && isShared));
      const best = reachable
        .map((way) => ({
          side,
          score:
            way.score +
            label.score +
            (way.side === side && side !== undefined ? consistency : 0) -
            (side !== undefined && isApart[side] ? pause : 0),
          labels: [...way.labels, label],
        }))
        .reduce<(typeof ways)[number] | undefined>(
          (one, other) => (one === undefined || other.score > one.score ? other : one),
          undefined,
        );
      if (best !== undefined) next.push(best);
    }
    ways = next;
  }
  return ways.reduce((one, other) => (other.score > one.score ? other : one)).labels;
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
  const before = tokens.slice(Math.max(0, key.from - 14), key.to).join(' ');
  return (
    /\b(?:then|and|finished|done|followed|complete|dann|danach|anschliessend|abschliessend|luego|seguido|despues|puis|suivi|ensuite)\b/.test(
      before,
    ) && table.asksNumber.some((asks) => asks.test(before))
  );
}
