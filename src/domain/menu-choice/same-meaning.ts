import { isSameWord, saysPhrase } from './same-words.ts';

/**
 * Words that callers and menus use for the same thing at any company. Nouns of one trade are in `topics`. A word may be in several groups;
 * the other words of these groups are then not synonyms of each other.
 */
const synonymGroups: readonly (readonly string[])[] = [
  ['delete', 'erase', 'discard', 'remove', 'throw away', 'get rid of'],
  ['remove', 'eject', 'kick', 'expel', 'throw', 'thrown'],
  ['decrease', 'lower', 'reduce', 'quieter', 'softer', 'turn down'],
  ['increase', 'raise', 'turn up', 'louder'],
  ['volume', 'loud', 'loudness'],
  ['reset', 'restore'],
  ['repeat', 'replay', 'again'],
  ['listen', 'hear', 'play', 'retrieve', 'access'],
  ['forward', 'send on', 'pass on', 'redirect'],
  ['send', 'mail', 'post'],
  ['begin', 'start', 'activate'],
  ['activate', 'enable'],
  ['stop', 'end', 'finish', 'deactivate'],
  ['deactivate', 'disable'],
  ['change', 'modify', 'edit', 'update', 'alter', 'manage', 'add'],
  ['buy', 'purchase', 'order'],
  ['place', 'make'],
  ['another', 'different', 'other'],
  ['different', 'change'],
  ['reply', 'answer'],
  ['undelete', 'restore', 'recover', 'bring back'],
  ['greeting', 'announcement'],
  ['voicemail', 'voice mail', 'answering machine'],
  ['voicemail', 'message'],
  ['mailbox', 'voicemail box'],
  ['unknown', 'anonymous', 'withheld'],
  ['busy', 'engaged', 'on another call'],
  ['no answer', 'not answer', 'doesn t answer', 'not pick up', 'don t pick up'],
  ['unconditional', 'always'],
  ['conference', 'meeting'],
  ['skip', 'jump'],
  ['previous', 'earlier', 'preceding'],
  ['next', 'following'],
  ['join', 'enter', 'came in', 'come in', 'become a member', 'sign up'],
  ['voice', 'speaking', 'talking', 'speech'],
  ['participant', 'attendee', 'member', 'user'],
  ['participant', 'people', 'person'],
  ['phone', 'telephone'],
  ['mobile', 'cell', 'cellular'],
  ['password', 'passcode', 'pin'],
  ['find', 'locate', 'search'],
  ['track', 'where is', 'where are'],
  ['check', 'review', 'verify'],
  ['wrong', 'incorrect', 'error', 'mistake'],
  ['wrong', 'dispute'],
  ['damage', 'damaged', 'broken'],
  ['details', 'information'],
  ['question', 'inquiry', 'enquiry'],
  ['existing', 'already', 'status'],
  ['car', 'vehicle', 'auto', 'automobile'],
  ['home', 'house', 'property', 'homeowner'],
  ['aircraft', 'airplane', 'plane', 'on board', 'aboard'],
  ['doctor', 'physician'],
  ['electricity', 'electric', 'power', 'energy'],
  ['medicine', 'medication'],
  ['last name', 'surname', 'family name'],
  ['first name', 'given name'],
  ['uppercase', 'upper case', 'capitals', 'capital letters'],
  ['lowercase', 'lower case', 'small letters'],
];

/** An option that says one of a pair is wrong for a caller who wants the other. */
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
  ['forward', 'backward'],
  ['forwards', 'backwards'],
  ['mute', 'unmute'],
  ['delete', 'record'],
  ['incoming', 'outgoing'],
  ['activate', 'deactivate'],
  ['enable', 'disable'],
  ['buy', 'sell'],
  ['international', 'domestic'],
  ['debit', 'credit'],
];

/** Whether a text says the opposite of a word without saying the word as well ("lock or unlock"). */
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

/** The English synonyms of a word, folded. Some are phrases of several words. */
export function synonymsOf(word: string): readonly string[] {
  const found = synonyms.get(word);
  if (found !== undefined) return found;
  const all = synonymGroups.filter((group) => group.some((each) => isSameWord(each, word))).flat();
  if (synonyms.size >= maxWords) synonyms.clear();
  synonyms.set(word, all);
  return all;
}

/** By word, for the words that were looked up so far. */
const synonyms = new Map<string, readonly string[]>();
/** Many times as many as one call and its menus have. */
const maxWords = 5000;

/** The words, followed by a synonym for each phrase from the groups that they contain ("turn down": "decrease"). */
export function withMeanings(words: readonly string[]): string[] {
  const phrases = synonymGroups.filter((group) =>
    group.some((each) => each.includes(' ') && saysPhrase(words, each.split(' '))),
  );
  return [...words, ...phrases.flatMap(([first = '']) => (words.includes(first) ? [] : [first]))];
}

/** Whether two words are equal or synonyms. */
export function meansSame(one: string, other: string): boolean {
  return isSameWord(one, other) || synonymsOf(one).some((each) => isSameWord(each, other));
}
