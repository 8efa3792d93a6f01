import { fold } from '../menu-speech/language.ts';

/** Whether two words mean the same, for menus and for callers who use their own words. Folded words only. */

/** The first one that fits is cut off. */
const endings =
  'ationen ungen ations ation ments ment ings ing ies ung aciones acion ements ement ers ed er en es ly y s e n'.split(
    ' ',
  );
/** In letters: a shorter stem is no evidence. */
const shortestStem = 3;

const stems = new Map<string, string>();
/** More than the tables have; a call's own words push out what is kept. */
const maxStems = 10_000;

/** The word without its ending: "payments" and "paying" are "pay". */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= shortestStem);
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** The stems of the words of any text, in order. */
function stemsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '')
    .map(stemOf);
}

/**
 * What a text is compared by: its stems, and pairs of neighbouring stems ("turn_off"), since many words only mean something together.
 */
export function termsOf(text: string): string[] {
  const stems = stemsOf(text);
  return [...stems, ...stems.slice(1).map((stem, at) => `${stems[at]!}_${stem}`)];
}

/** In letters: no letter of a shorter stem may differ, so that "reset" is not "repeat". */
const longEnough = 6;

/** Whether two words are equal but for the ending, or for one letter of a long word, as a recogniser may write it. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [stemOf(one), stemOf(other)];
  // "join" loses its n, "joined" does not.
  if (a === b || a === other || b === one) return !areApart(one, other);
  if (Math.min(a.length, b.length) < longEnough) return false;
  return a.startsWith(b) || b.startsWith(a) || (a[0] === b[0] && differsByOne(a, b));
}

/** Words that only look like one word with two endings. */
const apart = [
  ['car cars', 'care cares caring'],
  ['plan plans', 'plane planes'],
  ['new newer', 'news'],
  ['off', 'offer offers offered'],
  ['part parts', 'party parties'],
  ['count counts counting', 'county counties counter'],
  ['bus buses', 'busy'],
  ['store stores stored', 'story stories'],
  ['met', 'meter meters metering'],
  // A number of theirs is no wish to confirm anything.
  ['confirm confirms confirmed confirming', 'confirmation confirmations'],
].map((pair) => pair.map((words) => words.split(' ')));

function areApart(one: string, other: string): boolean {
  return apart.some((pair) =>
    [pair, pair.toReversed()].some(([a = [], b = []]) => a.includes(one) && b.includes(other)),
  );
}

/** One letter inserted, dropped or replaced. */
function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  return (
    restOne.slice(1) === restOther.slice(1) ||
    restOne === restOther.slice(1) ||
    restOne.slice(1) === restOther
  );
}

/** Whether the words of `phrase` stand in `words`, in a row; `=word` matches only that exact word ("accounting" is not "account"). */
export function saysPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  const fits = (said: string, word: string): boolean =>
    word.startsWith('=') ? said === word.slice(1) : isSameWord(said, word);
  for (let at = 0; at + phrase.length <= words.length; at++)
    if (phrase.every((word, index) => fits(words[at + index] ?? '', word))) return true;
  return false;
}

/** Whether a recogniser may write one word for the other: "lot" for "lock". Folded English words. */
export function soundsAlike(one: string, other: string): boolean {
  return (
    Math.min(one.length, other.length) >= shortestHeard &&
    one[0] === other[0] &&
    soundOf(one) === soundOf(other)
  );
}

const shortestHeard = 3;

/** What remains of a word on a telephone line: stops sound like one another, and so do sibilants and nasals. */
function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/[ck]+|q|x/g, 'k')
    .replace(/(.)e$/, '$1')
    .replace(/[tdpbgk]+/g, 'T')
    .replace(/[fvszh]+/g, 'S')
    .replace(/[mn]+/g, 'N')
    .replace(/l+/g, 'L')
    .replace(/r+/g, 'R')
    .replace(/[ou]+[aeiouwy]*|aw/g, 'o')
    .replace(/[eiy][aeiouwy]*/g, 'e')
    .replace(/a[aeiouwy]*/g, 'a');
}
