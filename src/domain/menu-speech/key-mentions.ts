import { fold, type LanguageTable } from './language.ts';

/** Stands for a pause, or the end of a sentence. */
export const pauseToken = '|';

/** These are parts of a phrase that goes on. */
const beforeNouns =
  'a an the your our my of from with der die das den dem des ein eine einen einem ihr ihre ihren ihrer von mit el los las su sus de del con le les votre vos notre nos du'.split(
    ' ',
  );
/** No sentence ends with such a word. */
export const neverLast: ReadonlySet<string> = new Set([...beforeNouns, 'and', 'und', 'y', 'et']);

const shortened =
  'Dr|Dra|Mr|Mrs|Ms|Prof|Rev|Sra?|Jr|Hr|Fr|Mme|Mlle|Ste?|Mt|Ft|Ave|Blvd|Rd|Inc|Ltd|Co|Corp|[Dd]ept|[Ee]xt|[Tt]el|[Nn]r|bzw|ca|inkl';
/** As a sentence of a menu begins: in capitals, unlike the rest of one. */
const openings =
  'For|To|If|Or|Otherwise|When|Press|Push|Say|Please|Our|We|You|Your|This|The|All|Thanks?|Für|Um|Bei|Wenn|Falls|Bitte|Drücken|Wählen|Wir|Sie|Para|Si|Oprima|Marque|Presione|Pulse|Pour|Tapez|Appuyez|Nous|Vous';
/** "I. D. cards" and "Dr. Smith" are one sentence; "until 6 p.m. For sales" is two. */
const abbreviation = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’])(?:[A-Za-z]|${shortened})\.(?!\s+(?:${openings})(?!\p{L}))`,
  'gu',
);
/** "Version 2.0", "8:30", "example.com". */
const insideWord = /(?<=\d)[.:](?=\d)|(?<=[A-Za-z])\.(?=[a-z])/g;

/** The folded words of a text, with its pauses. A comma is not a pause, since a menu may have one anywhere. */
export function spokenTokens(text: string): string[] {
  const tokens = text
    .replace(abbreviation, (said) => `${said.slice(0, -1)} `)
    .replace(insideWord, ' ')
    // As some recognisers write it: a "to" would begin another option.
    .replace(/\bto-(day|morrow|night)\b/gi, 'to$1')
    .split(/[.;:!?\n]+/)
    .flatMap((sentence) => [
      pauseToken,
      ...fold(sentence)
        .split(' ')
        .filter((word) => word !== ''),
    ]);
  return tokens.slice(1);
}

/** Where a key is asked for: from the first token of "say or press two" to the one after its last. */
export interface KeyMention {
  from: number;
  to: number;
  /** Empty where the key itself was not understood. */
  digits: string;
  /** "press one NOW": the sentence ends with it. */
  endsSentence?: boolean;
  /** The key was inferred from the order of the keys alone. */
  isGuess?: boolean;
}

/**
 * Every key that is asked for; empty digits where it was not understood. Menus count up: keys lost between two others are filled in if
 * exactly that many are missing, and keys lost at the beginning count from 1.
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
  // "For the hydraulic PRESS press five." Said twice by mistake, it does no harm.
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
  if (key === undefined || isReport(tokens, at, key, found)) return undefined;
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

/** Whether the clause up to a token begins as what a key is for begins, and goes on. */
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
  const [key = '', next] = [tokens[at + 1], tokens[at + 2]];
  const isKnown = isKey(key, table) && strictRun(tokens, at + 1, table).length === 1;
  const digits = isKnown ? (table.keys[key] ?? key) : soundOfKey(key, table);
  if (digits === undefined || (isWord(next) && !isStartWord(next, table))) return undefined;
  // "Price Line", "our best client", "serve you best, too".
  const isOwnWord = [...noMenu, ...table.pressHeardAs].includes(tokens[at - 1] ?? '');
  if (noKeys.includes(key) || isOwnWord) return undefined;
  const isFirst = found.every((each) => each.digits === '');
  const isNext = digits === String(expectedAfter(found));
  const isWayOut = !isFirst && isKnown && ['0', '*', '#'].includes(digits);
  const isTaken = isNext
    ? !isFirst || hasLabel(tokens, at, table, found)
    : isWayOut && hasLabel(tokens, at, table, found);
  return isTaken ? { from: at, to: at + 2, digits } : undefined;
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

/** What a recogniser makes of a key only after "press" itself. */
const noKeys = 'line client tour caller color colour cooler floor want'.split(' ');
/** Before "best" or "price", these make it the word that it is. */
const noMenu = 'the our your their a an my you very at is are'.split(' ');

function soundOfKey(heard: string, { soundsLike }: LanguageTable): string | undefined {
  return Object.hasOwn(soundsLike, heard) ? soundsLike[heard] : undefined;
}

/** "No key WAS pressed", "you HAVE pressed seven", "I did not get a KEY press": what was done, or not. */
function isReport(
  tokens: readonly string[],
  at: number,
  { digits }: FoundKey,
  found: readonly KeyMention[],
): boolean {
  const before = tokens[at - 1] ?? '';
  // "If NOT press two", "if it WAS press one": a condition ends there, and what was done is "pressed".
  const clause = tokens.slice(beginOfClause(tokens, at, found), at);
  const isCondition = clause.some((word) => conditions.includes(word)) && !done.includes(tokens[at] ?? '');
  if (digits !== '' && isCondition) return false;
  return reports.includes(before) || (digits === '' && ['key', 'keys', 'you'].includes(before));
}

/** Behind the last pause, and the last key. */
function beginOfClause(tokens: readonly string[], at: number, found: readonly KeyMention[]): number {
  return Math.max(found.at(-1)?.to ?? 0, tokens.lastIndexOf(pauseToken, at) + 1);
}

const conditions = ['if', 'when', 'wenn', 'falls'];
const done = ['pressed', 'pressing', 'gedruckt'];
const reports = 'was were been have has had not t wurde wurden'.split(' ');

/** Behind "for" and "the", a word that asks for a key is none, unless its key follows. */
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
const says = ['say', 'sagen', 'diga', 'dites'];
const purposes = ['to', 'zu', 'para', 'pour'];
const nowWords = ['now', 'jetzt', 'ahora', 'maintenant'];

interface FoundKey {
  digits: string;
  length: number;
}

function keyAt(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  expected: number,
  isWeak: boolean,
): FoundKey | undefined {
  const run = strictRun(tokens, at, table);
  // "press 3 4 30 seconds", "press four four four sunday": a key, "for", and the first word of what it is for, or "for" once more.
  const isStart = ['four', '4'].includes(tokens[at + 1] ?? '');
  if (run.length === 3 && !isWeak && isStart && isWord(tokens[at + 3]) && !isStartWord(tokens[at + 3], table))
    return { digits: run[0] ?? '', length: 1 };
  // More digits are a telephone number; "dial" and the like ask for a single key, or for "star six".
  if (run.length > (isWeak && isDigit(run[0]) ? 1 : 2)) return undefined;
  // "Enter your SEVEN DIGIT number" names no key.
  if (['digit', 'digits'].includes(tokens[at + run.length] ?? '')) return undefined;
  if (rangeAt(tokens, at, table) !== undefined) return undefined;
  const misheard = keyAndStart(tokens, at, table);
  if (misheard !== undefined) return { digits: misheard, length: 1 };
  if (run.length > 0) {
    const [first = '', second = ''] = run;
    return isPair(tokens, at, [first, second], table)
      ? { digits: first + second, length: 2 }
      : { digits: first, length: 1 };
  }
  if (isWeak) return undefined;
  const heard = tokens[at] ?? '';
  const next = tokens[at + 1];
  const nextKey = Object.hasOwn(table.soundsLikeNext, heard) ? table.soundsLikeNext[heard] : undefined;
  // "Press forward TO REMOVE it" at the beginning of a sentence is "press four to remove it".
  const beginsSentence =
    heard.startsWith('for') && !isWord(tokens[at - 2]) && isStartWord(next, table) && isWord(tokens[at + 2]);
  const sounds = soundOfKey(heard, table) ?? (beginsSentence ? nextKey : undefined);
  if ([sounds, nextKey].includes(String(expected))) return { digits: String(expected), length: 1 };
  if (sounds !== undefined && (!isWord(next) || isStartWord(next, table) || isTrailer(next, table)))
    return { digits: sounds, length: 1 };
  // The key was lost, "press for billing", or is another word, "press taylor for billing".
  return { digits: '', length: isStartWord(heard, table) || !isWord(heard) ? 0 : 1 };
}

/**
 * "Press STAR TWO to unmute": two keys in a row are one of two characters. But "press one FOUR billing" is "press one for billing", and
 * behind a digit another number may begin the next option: "press 1, 24 hour repair", "press 2, 3 bedrooms".
 */
function isPair(
  tokens: readonly string[],
  at: number,
  [first, second]: readonly [string, string],
  table: LanguageTable,
): boolean {
  const behind = tokens[at + 2];
  if (first.length > 1 || second.length !== 1) return false;
  const isStart = table.startsHeardAs.includes(tokens[at + 1] ?? '') && isWord(behind);
  const ends = !isWord(behind) || table.starts.includes(behind ?? '') || isTrailer(behind, table);
  return isDigit(first) ? ends && !isStart : ends || !isStart;
}

/**
 * "Press 14 new messages" is "press one for new messages", and "press 12 hear" is "press one to hear". Real keys of two digits are
 * followed by a pause, or by "for" or "to".
 */
function keyAndStart(tokens: readonly string[], at: number, table: LanguageTable): string | undefined {
  const key = /^([0-9])[24]$/.exec(tokens[at] ?? '')?.[1];
  const next = tokens[at + 1];
  return isWord(next) && !isStartWord(next, table) && !isTrailer(next, table) ? key : undefined;
}

/** The keys in a row, from `at` on. */
export function strictRun(tokens: readonly string[], at: number, table: LanguageTable): string[] {
  const run: string[] = [];
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next] ?? '';
    if (/^[0-9*#]{1,2}$/.test(token)) run.push(token);
    else if (/^[0-9]{3,}$/.test(token)) run.push(...token.split(''));
    else if (Object.hasOwn(table.keys, token)) run.push(table.keys[token] ?? '');
    else break;
  }
  return run;
}

/** The bounds of a range of lengths: "FOUR to SIX digit", "8 or 9 digit". */
export function rangeAt(
  tokens: readonly string[],
  at: number,
  { names }: LanguageTable,
): [least: number, most: number] | undefined {
  const [one = '', joint = '', other = '', noun = ''] = tokens.slice(at, at + 4);
  if (
    !/^(?:to|or|bis|oder|a|o|ou)$/.test(joint) ||
    !/^(?:digits?|stellige[ns]?|digitos|chiffres)$/.test(noun)
  )
    return undefined;
  const [least, most] = [one, other].map((word) => (/^\d{1,2}$/.test(word) ? Number(word) : names.get(word)));
  return least === undefined || most === undefined ? undefined : [least, most];
}

/** "say or press": what comes before the word that asks, and belongs to it. */
function beginOf(tokens: readonly string[], at: number, table: LanguageTable): number {
  const isSay = table.weakPress.includes(tokens[at - 2] ?? '');
  if (isOr(tokens[at - 1]) && isSay) return at - 2;
  return ['please', 'bitte', 'just', 'then', 'dann'].includes(tokens[at - 1] ?? '') ? at - 1 : at;
}

function isOr(token: string | undefined): boolean {
  return ['or', 'oder', 'o', 'ou', 'and'].includes(token ?? '');
}

function isKey(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (Object.hasOwn(table.keys, token) || /^[0-9*#]$/.test(token));
}

function isPress(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (table.press.includes(token) || table.weakPress.includes(token));
}

export function isFiller(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && table.fillers.includes(token) && !Object.hasOwn(table.keys, token);
}

function isTrailer(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined &&
    ['key', 'gee', 'button', 'now', 'taste', 'jetzt', 'ahora', 'maintenant', 'sign'].includes(token)
    ? true
    : isFiller(token, table) && token === 'please';
}

function isStartWord(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (table.starts.includes(token) || table.startsHeardAs.includes(token));
}

function isWord(token: string | undefined): boolean {
  return token !== undefined && token !== pauseToken;
}

function isDigit(digits: string | undefined): boolean {
  return digits !== undefined && /^[0-9]$/.test(digits);
}
