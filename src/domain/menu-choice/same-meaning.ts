import { isSameWord } from './same-words.ts';

/** Words that callers and menus use for the same thing, whatever the company does; nouns of one trade are in `topics`. */
const groups: readonly (readonly string[])[] = [
  ['delete', 'erase', 'discard', 'remove'],
  ['remove', 'eject', 'kick', 'expel', 'throw', 'thrown'],
  ['decrease', 'lower', 'reduce', 'quieter', 'softer', 'turn down'],
  ['increase', 'raise', 'turn up'],
  ['volume', 'loud', 'loudness'],
  ['reset', 'restore'],
  ['repeat', 'replay', 'again'],
  ['listen', 'hear', 'play', 'retrieve', 'access'],
  ['forward', 'send on', 'pass on', 'redirect'],
  ['send', 'mail', 'post'],
  ['begin', 'start', 'activate'],
  ['stop', 'end', 'finish', 'deactivate'],
  ['change', 'modify', 'edit', 'update', 'alter', 'manage', 'add'],
  ['buy', 'purchase', 'order'],
  ['place', 'make'],
  ['another', 'different', 'other'],
  ['previous', 'earlier', 'preceding'],
  ['next', 'following'],
  ['join', 'enter', 'came in', 'come in', 'become a member', 'sign up'],
  ['voice', 'speaking', 'talking', 'speech'],
  ['participant', 'attendee', 'member', 'user'],
  ['phone', 'telephone'],
  ['mobile', 'cell', 'cellular'],
  ['password', 'passcode', 'pin'],
  ['find', 'locate', 'search'],
  ['track', 'where is', 'where are'],
  ['check', 'review', 'verify'],
  ['wrong', 'incorrect', 'error', 'mistake'],
  ['wrong', 'dispute'],
  ['details', 'information'],
  ['question', 'inquiry', 'enquiry'],
  ['existing', 'already', 'status'],
  ['car', 'vehicle', 'auto', 'automobile'],
  ['home', 'house', 'property', 'homeowner'],
  ['aircraft', 'airplane', 'plane', 'on board', 'aboard'],
  ['doctor', 'physician'],
  ['electricity', 'electric', 'power', 'energy'],
  ['medicine', 'medication'],
];

/** What says one is not for a caller who wants the other. */
const opposites: readonly (readonly [string, string])[] = [
  ['next', 'previous'],
  ['increase', 'decrease'],
  ['lock', 'unlock'],
  ['start', 'stop'],
  ['new', 'old'],
  ['new', 'existing'],
  ['first', 'last'],
  ['business', 'residential'],
  ['arrival', 'departure'],
  ['today', 'tomorrow'],
  ['cancel', 'confirm'],
  ['cancel', 'make'],
  ['open', 'close'],
  ['renew', 'replace'],
];

/** Whether a text is about the opposite of a word, and not about the word too ("lock or unlock"). */
export function saysOpposite(text: readonly string[], word: string): boolean {
  return opposites.some((pair) =>
    [pair, pair.toReversed()].some(
      ([one = '', other = '']) =>
        meansSame(one, word) &&
        text.some((each) => meansSame(each, other)) &&
        !text.some((each) => meansSame(each, one)),
    ),
  );
}

/** Folded English words that may stand for this one; phrases among them have a space. */
export function kindredOf(word: string): readonly string[] {
  const found = kindred.get(word);
  if (found !== undefined) return found;
  const all = groups.filter((group) => group.some((each) => isSameWord(each, word))).flat();
  if (kindred.size >= maxWords) kindred.clear();
  kindred.set(word, all);
  return all;
}

const kindred = new Map<string, readonly string[]>();
/** A call's menus and its errand, many times over. */
const maxWords = 5000;

/** The words, and for each phrase of the tables that stands in them ("turn down") what it means. */
export function withMeanings(words: readonly string[]): string[] {
  const text = ` ${words.join(' ')} `;
  const phrases = groups.filter((group) =>
    group.some((each) => each.includes(' ') && text.includes(` ${each} `)),
  );
  return [...words, ...phrases.flatMap(([first = '']) => (words.includes(first) ? [] : [first]))];
}

/** Whether two words are equal, or may be said for one another. */
export function meansSame(one: string, other: string): boolean {
  return isSameWord(one, other) || kindredOf(one).some((each) => isSameWord(each, other));
}
