import { counted, type KeyMention } from './key-mentions.ts';
import { isFiller, pauseToken, strictRun } from './spoken-tokens.ts';
import type { LanguageTable } from './language.ts';
import { inDigits } from './number-names.ts';

const joiners = ['or', 'and', 'oder', 'und', 'o', 'u', 'y', 'ou', 'et'];
/** "For" and one word more; joiners do not count. */
const minWords = 2;

/**
 * Adds keys that are named without "press", which a menu may say only once or not at all: "press 1 for sales, 2 for support", "for sales,
 * one. For service, two.", "option 1: sales. Option 2: service." Many sentences contain a number, so it must be the next key after the
 * previous one, end a clause that says what it is for, or begin one in a list that counts up.
 */
export function withBareKeys(
  tokens: readonly string[],
  mentions: readonly KeyMention[],
  table: LanguageTable,
): KeyMention[] {
  const bare: KeyMention[] = [];
  // A menu that says "press" says it of its first options.
  const mayBeList = mentions.every(({ digits }) => !/^[1-9]$/.test(digits));
  let isList = false;
  const all = [...mentions];
  const named = new Set(mentions.map(({ digits }) => digits));
  for (let at = 0; at < tokens.length; at++) {
    const run = strictRun(tokens, at, table);
    const [digits = ''] = run;
    if (run.length > 1) at += run.length - 1;
    if (run.length === 1 && joiners.includes(tokens[at + 1] ?? '')) named.add(digits);
    if (run.length !== 1 || mentions.some(({ from, to }) => at >= from && at < to)) continue;
    const before = all.filter(({ to }) => to <= at).reduce<KeyMention | undefined>(latest, undefined);
    const key = { from: beginOf(tokens, at, before?.to ?? 0, table), to: at + 1, digits };
    const follows = before !== undefined && leadsOn(tokens, key, before, named, table);
    const isListed = !follows && mayBeList && beginsItem(tokens, key, named, table);
    const isElliptic = before !== undefined && continues(tokens, key, before, named, table);
    if (!follows && !isListed && !isElliptic && !endsClause(tokens, key, before?.to ?? 0, table)) continue;
    // In "option 1: sales", the pause separates nothing.
    if (isListed && tokens[key.to] === pauseToken) key.to += 1;
    isList ||= isListed;
    bare.push(key);
    all.push(key);
    named.add(digits);
  }
  // "I have a question for agent one": a single key is not a menu.
  if (bare.length < 2 && (isList || mentions.length === 0)) return [...mentions];
  return all.toSorted((one, other) => one.from - other.from);
}

function latest(one: KeyMention | undefined, other: KeyMention): KeyMention {
  return one === undefined || other.to > one.to ? other : one;
}

/** "… 2 FOR support": the key follows another one, and its purpose follows the key. */
function leadsOn(
  tokens: readonly string[],
  { from, to, digits }: KeyMention,
  before: KeyMention,
  named: ReadonlySet<string>,
  table: LanguageTable,
): boolean {
  const next = tokens[to] ?? '';
  if (!table.starts.includes(next) || joiners.includes(next) || from === before.to) return false;
  if (strictRun(tokens, to + 1, table).length > 0) return false; // "two to three days"
  const isNext =
    /^[0-9]$/.test(digits) && [lowestAfter(named), Number(before.digits) + 1].includes(Number(digits));
  const previous = tokens[from - 1];
  return isNext || previous === pauseToken || joiners.includes(tokens[from] ?? '');
}

/**
 * The key that a menu names next if it counts up, even if it has named a later one already: "4 or 6 to turn it down or up, 5 to extend".
 */
function lowestAfter(named: ReadonlySet<string>): number {
  let next = 1;
  while (named.has(String(next))) next += 1;
  return next;
}

/** "OPTION 1: sales", "Your options are 1 for sales", "… options. 1, sales": the key begins what is said of it in a list that counts up. */
function beginsItem(
  tokens: readonly string[],
  { from, to, digits }: KeyMention,
  named: ReadonlySet<string>,
  table: LanguageTable,
): boolean {
  const behind = tokens.slice(to, to + 2).find((token) => token !== pauseToken) ?? '';
  const isAmount = [...counted, ...joiners, ''].includes(behind) || strictRun(tokens, to, table).length > 0;
  if (isAmount || strictRun(tokens, to + 1, table).length > 0) return false; // "one moment", "1 to 3"
  const isPurpose = table.starts.includes(behind);
  const isOption = listWords.includes(tokens[from] ?? '');
  const isAnnounced = isOption || tokens.slice(0, from).some((token) => listWords.includes(token));
  const follows = isOption || areWords.includes(tokens[from - 1] ?? '');
  const begins = from === 0 || tokens[from - 1] === pauseToken;
  const isNext = digits === String(lowestAfter(named));
  return begins ? isOption || (isNext && (isPurpose || isAnnounced)) : follows && isPurpose && isNext;
}

const listWords =
  'option options choice choices menu select choose optionen moglichkeiten auswahl hauptmenu opcion opciones elija seleccione choix choisissez'.split(
    ' ',
  );
/** "Your options ARE". */
const areWords = ['are', 'sind', 'son', 'sont'];

/** "FOR sales, 1": the key is the last word, and not a place in a queue. */
function endsClause(
  tokens: readonly string[],
  { from, to }: KeyMention,
  earliest: number,
  table: LanguageTable,
): boolean {
  const begin = tokens.lastIndexOf(pauseToken, from - 1) + 1;
  if (begin < earliest) return false; // the clause belongs to the key before
  if (!isLastOfClause(tokens, begin, from, to, table)) return false;
  const clause = tokens.slice(begin, from).filter((word) => !joiners.includes(word));
  return clause.length >= minWords && table.starts.includes(clause[0] ?? '');
}

/** "Billing, press one. Returns, TWO. All else, ZERO": after a key that ended its clause, a clause needs no more than the next one. */
function continues(
  tokens: readonly string[],
  { from, to, digits }: KeyMention,
  before: KeyMention,
  named: ReadonlySet<string>,
  table: LanguageTable,
): boolean {
  const begin = tokens.lastIndexOf(pauseToken, from - 1) + 1;
  if (tokens[before.to] !== pauseToken || begin < before.to || begin >= from) return false;
  const isNext = [lowestAfter(named), Number(before.digits) + 1].includes(Number(digits));
  if (!isNext && !['0', '*', '#'].includes(digits)) return false;
  const isNoKey = [...beforeNumbers, ...table.pressHeardAs].includes(tokens[from - 1] ?? '');
  return !isNoKey && isLastOfClause(tokens, begin, from, to, table);
}

/** Whether a clause ends with a key, which is no place in a queue, and no number of several digits. */
function isLastOfClause(
  tokens: readonly string[],
  begin: number,
  from: number,
  to: number,
  table: LanguageTable,
): boolean {
  const ends = to >= tokens.length || tokens[to] === pauseToken;
  if (!ends || multiples.includes(tokens[from - 1] ?? '')) return false;
  const said = inDigits(tokens.slice(begin, to), table.names);
  return ![...table.position, ...table.ahead].some((pattern) => pattern.test(said));
}

/** "Dial TRIPLE zero" */
const multiples = ['double', 'triple'];

/** "Until two", "extension two", "number two", "part one": no key. */
const beforeNumbers = (
  'at to until till by in on than of from about around over under between the a an is are was be number extension suite floor route gate ' +
  'terminal zone level version part section form channel line unit box room building apartment page step chapter and or dial ' +
  'um bis ab nummer durchwahl etage raum teil und oder a las hasta desde numero piso sala y o entre vers numero poste etage salle et ou'
).split(' ');

/** Where the key begins, with the words that belong to it: "or 3", "und die 3", "sur 3". */
function beginOf(tokens: readonly string[], at: number, earliest: number, table: LanguageTable): number {
  let from = at;
  while (from > earliest && isFiller(tokens[from - 1], table) && !joiners.includes(tokens[from - 1] ?? ''))
    from -= 1;
  return from > earliest && joiners.includes(tokens[from - 1] ?? '') ? from - 1 : from;
}
