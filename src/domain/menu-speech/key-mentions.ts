import { type FoundKey, keyAt, soundOfKey } from './key-at.ts';
import type { LanguageTable } from './language.ts';
import {
  beforeNouns,
  isDigit,
  isFiller,
  isKey,
  isOr,
  isPress,
  isStartWord,
  isTrailer,
  isWord,
  pauseToken,
  says,
  strictRun,
} from './spoken-tokens.ts';

/** Where a key is asked for: from the first token of "say or press two" to the one after the last. */
export interface KeyMention {
  from: number;
  to: number;
  /** Empty if the key itself was not understood. */
  digits: string;
  /** "press one NOW": the sentence ends with it. */
  endsSentence?: boolean;
  /** The key was inferred from the order of the keys alone. */
  isGuess?: boolean;
}

/**
 * Every key that is asked for; empty digits if it was not understood. Menus count up: keys that were lost between two others are filled in
 * if exactly that many are missing, and keys that were lost at the beginning are counted from 1.
 */
export function findKeys(tokens: readonly string[], table: LanguageTable): KeyMention[] {
  const found: KeyMention[] = [];
  for (let at = 0; at < tokens.length;) {
    const mention = mentionAt(tokens, at, table, found);
    if (mention === undefined) at += 1;
    else {
      found.push(mention);
      at = Math.max(mention.to, at + 1);
    }
  }
  for (let at = 0; at < found.length; at++) at = fillLost(found, at);
  return found;
}

/** The next key of a menu that counts up, lost keys included; NaN if it does not count up. */
function expectedAfter(found: readonly KeyMention[]): number {
  const last = found.findLastIndex(({ digits }) => digits !== '');
  const key = last < 0 ? '0' : found[last]?.digits;
  return isDigit(key) ? Number(key) + found.length - last : NaN;
}

/** @returns where the run of lost keys that begins at `from` ends. */
function fillLost(found: KeyMention[], from: number): number {
  let to = from;
  while (found[to]?.digits === '') to += 1;
  const [before, after] = [from === 0 ? '0' : found[from - 1]?.digits, found[to]?.digits];
  if (to === from || !isDigit(before)) return to;
  const counts = isDigit(after) && Number(after) - Number(before) === to - from + 1;
  // At the end of a menu that counted up so far, the next key is only likely.
  const isLikely = !counts && to - from === 1 && from > 1 && Number(before) === from && Number(before) < 9;
  if (counts || isLikely)
    for (let at = from; at < to; at++)
      found[at] = {
        ...found[at]!,
        digits: String(Number(before) + 1 + at - from),
        ...(isLikely ? { isGuess: true } : {}),
      };
  return to;
}

function mentionAt(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  found: readonly KeyMention[],
): KeyMention | undefined {
  const word = tokens[at] ?? '';
  const isWeak = table.weakPress.includes(word);
  if (table.pressHeardAs.includes(word)) return mentionHeardAs(tokens, at, table, found);
  if (!isWeak && !table.press.includes(word)) return undefined;
  // "press two TO ENTER a different number" says what the key is for.
  if (isWeak && purposes.includes(tokens[at - 1] ?? '')) return undefined;
  // "six OR SAY TWO decrease" is a misheard "or six to decrease": a menu says "press or say two", "press two or say two".
  const isAside = says.includes(word) && isOr(tokens[at - 1]);
  if (isAside && !isPress(tokens[at - 2], table) && !isKey(tokens[at - 2], table)) return undefined;
  // "For the hydraulic PRESS press five." If the word was merely repeated by mistake, this does no harm.
  if (table.press.includes(tokens[at + 1] ?? '') && isInLabel(tokens, at, table, found)) return undefined;
  let next = at + 1;
  while (isFiller(tokens[next], table)) next += 1;
  // "For PRESS inquiries", "with the PRESS press four".
  if (isNounBehind(tokens[at - 1]) && strictRun(tokens, next, table).length === 0) return undefined;
  while (isFiller(tokens[next], table) || isPress(tokens[next], table)) next += 1;
  // "Pres. Zero": nobody pauses there. "No key was pressed. One moment" has two sentences.
  const isCut = next === at + 1 && imperatives.includes(word) && tokens[next] === pauseToken;
  if (isCut && isKey(tokens[next + 1], table) && !counted.includes(tokens[next + 2] ?? '')) next += 1;
  const key = keyAt(tokens, next, table, expectedAfter(found), isWeak);
  if (key === undefined || isReport(tokens, at, key, found, table)) return undefined;
  let to = next + key.length;
  if (key.digits === '' && key.length > 0 && isInName(tokens, at, to, table, found)) return undefined;
  // "press the star key", "press two now"; in "press one or say billing" the rest belongs to what follows.
  while (isTrailer(tokens[to], table) && tokens[to] !== 'say') to += 1;
  const endsSentence = tokens.slice(next, to).some((token) => nowWords.includes(token));
  return { from: beginOf(tokens, at, table), to, digits: key.digits, endsSentence };
}

/**
 * "Media and PRESS INQUIRIES press four", "French PRESS COFFEE MAKERS press four": a key that was lost has its purpose before the next
 * one is asked for, and the next one counts on from it.
 */
function isInName(
  tokens: readonly string[],
  at: number,
  to: number,
  table: LanguageTable,
  found: readonly KeyMention[],
): boolean {
  if (table.press.includes(tokens[to] ?? '')) return true;
  const end = tokens.findIndex(
    (token, index) => index >= to && (!isWord(token) || table.press.includes(token)),
  );
  const rest = tokens.slice(to, end < 0 ? tokens.length : end);
  if (rest.length === 0 || rest.some((word) => isStartWord(word, table))) return false;
  let next = end + 1;
  while (isFiller(tokens[next], table)) next += 1;
  const [key] = end >= 0 && isWord(tokens[end]) ? strictRun(tokens, next, table) : [];
  const isCounted = key === String(expectedAfter(found) + 1);
  return !isCounted && isInLabel(tokens, at, table, found);
}

/** Whether the clause up to a token begins like the purpose of a key, and continues. */
function isInLabel(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  found: readonly KeyMention[],
): boolean {
  const [first = '', ...label] = tokens.slice(beginOfClause(tokens, at, found), at);
  return table.starts.includes(first) && label.some((word) => !table.hollow.includes(word));
}

/** "For sales, BREATH one." Such a word proves little: the key must be the next of the menu, or its way out. */
function mentionHeardAs(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  found: readonly KeyMention[],
): KeyMention | undefined {
  const isNoWord = noWords.includes(tokens[at] ?? '');
  // "Dao. One, if you wish to be connected."
  const keyFrom = isNoWord && tokens[at + 1] === pauseToken ? at + 2 : at + 1;
  const [key = '', next] = [tokens[keyFrom], tokens[keyFrom + 1]];
  const isKnown = isKey(key, table) && strictRun(tokens, keyFrom, table).length === 1;
  const digits = isKnown ? (table.keys[key] ?? key) : soundOfKey(key, table);
  if (digits === undefined || (isWord(next) && !isStartWord(next, table))) return undefined;
  // "Price Line", "our best client", "serve you best, too".
  const isOwnWord = [...noMenu, ...table.pressHeardAs].includes(tokens[at - 1] ?? '');
  if (noKeys.includes(key) || isOwnWord) return undefined;
  const isFirst = found.every((each) => each.digits === '');
  const isNext = digits === String(expectedAfter(found));
  const isWayOut = !isFirst && isKnown && ['0', '*', '#'].includes(digits);
  const isTaken = isNext
    ? !isFirst || hasLabel(tokens, at, table, found) || (isNoWord && isStartWord(next, table))
    : isWayOut && hasLabel(tokens, at, table, found);
  return isTaken ? { from: at, to: keyFrom + 1, digits } : undefined;
}

/** Whether the clause up to a token says what a key is for, from its first word on. */
function hasLabel(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  found: readonly KeyMention[],
): boolean {
  const [first, ...label] = tokens.slice(beginOfClause(tokens, at, found), at);
  const saysWhat = label.some((word) => !table.hollow.includes(word));
  return isStartWord(first, table) && saysWhat && !table.noLabel.test([first, ...label].join(' '));
}

/** What a recogniser makes of "dial", and nobody says. */
const noWords = ['dao', 'dow'];
/** What a recogniser makes of a key only after "press" itself. */
const noKeys = 'line client tour caller color colour cooler floor want'.split(' ');
/** After one of these, "best" and "price" are the words that they seem to be. */
const noMenu = 'the our your their a an my you very at is are'.split(' ');

/** "No key WAS pressed", "you HAVE pressed seven", "I did not get a KEY press": this says what was done or not done. */
function isReport(
  tokens: readonly string[],
  at: number,
  { digits }: FoundKey,
  found: readonly KeyMention[],
  table: LanguageTable,
): boolean {
  const before = tokens[at - 1] ?? '';
  // "If NOT press two", "to change what you already HAVE press one": what is said of the key ends there. What was done would be "pressed".
  const clause = tokens.slice(beginOfClause(tokens, at, found), at);
  const saysWhat = clause.some((word) => conditions.includes(word) || table.starts.includes(word));
  if (digits !== '' && saysWhat && !done.includes(tokens[at] ?? '')) return false;
  return reports.includes(before) || (digits === '' && ['key', 'keys', 'you'].includes(before));
}

/** The tokens after the last pause and the last key. */
function beginOfClause(tokens: readonly string[], at: number, found: readonly KeyMention[]): number {
  return Math.max(found.at(-1)?.to ?? 0, tokens.lastIndexOf(pauseToken, at) + 1);
}

const conditions = ['if', 'when', 'wenn', 'falls'];
const done = ['pressed', 'pressing', 'gedruckt'];
const reports = 'was were been have has had not t wurde wurden'.split(' ');

/** After "for" and "the", a word that asks for a key does not, unless its key follows. */
function isNounBehind(token = ''): boolean {
  return (
    beforeNouns.includes(token) || purposes.includes(token) || ['for', 'fur', 'zum', 'zur'].includes(token)
  );
}

const imperatives = ['press', 'pres', 'bress'];
/** "One moment", "two of our agents", "2 year plans": no key. */
export const counted =
  'moment moments of is are more second seconds minute minutes hour hours day days week weeks month months year years caller callers people'.split(
    ' ',
  );
const purposes = ['to', 'zu', 'para', 'pour'];
const nowWords = ['now', 'jetzt', 'ahora', 'maintenant'];

/** "say or press": the words before the one that asks, which belong to it. */
function beginOf(tokens: readonly string[], at: number, table: LanguageTable): number {
  const isSay = table.weakPress.includes(tokens[at - 2] ?? '');
  if (isOr(tokens[at - 1]) && isSay) return at - 2;
  return ['please', 'bitte', 'just', 'then', 'dann'].includes(tokens[at - 1] ?? '') ? at - 1 : at;
}
