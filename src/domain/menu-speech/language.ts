/** What a menu says, by language. A table holds folded words: lower case, no accents (see `fold`). */

export const menuLanguages = ['en', 'de', 'es', 'fr'] as const;
export type MenuLanguage = (typeof menuLanguages)[number];

/** What a menu may ask to be typed in, apart from a choice. */
const numberKinds = [
  'pin',
  'social_security',
  'card',
  'birth_date',
  'postal_code',
  'phone',
  'called',
  'policy',
  'claim',
  'order',
  'reference',
  'customer',
  'account',
  'extension',
  'other',
] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Sentences that are recognised by a phrase alone. */
export interface Phrases {
  /** The key that was pressed is not valid, or none was pressed. */
  invalid: readonly RegExp[];
  /** Words before such a phrase that make it a condition or an option: "if you", "to". Tested on the text up to the phrase. */
  noRefusal: RegExp;
  hold: readonly RegExp[];
  /** No key is needed: callers who wait get a person. */
  stay: readonly RegExp[];
  callBack: readonly RegExp[];
  voicemail: readonly RegExp[];
  closed: readonly RegExp[];
}

export interface LanguageTable {
  /** Frequent words, by which the language of a text is known. */
  common: readonly string[];
  /** Words that ask for a key. */
  press: readonly string[];
  /** Words that ask for a key only when one follows at once: they have other uses, too. */
  weakPress: readonly string[];
  /** May stand between such a word and the key, or after the key. */
  fillers: readonly string[];
  keys: Readonly<Record<string, string>>;
  /**
   * What a recogniser makes of a word that asks for a key. These have other uses: the key must follow at once, and end the sentence or
   * be followed by its purpose.
   */
  pressHeardAs: readonly string[];
  /** What a recogniser makes of a key. */
  soundsLike: Readonly<Record<string, string>>;
  /** The same, in words so common that they are taken only for the next key of a menu that counts up. */
  soundsLikeNext: Readonly<Record<string, string>>;
  /** Words that begin the purpose of an option. */
  starts: readonly string[];
  /** What a recogniser makes of those words after a key: "press two four billing". */
  startsHeardAs: readonly string[];
  /** Pairs of words that a recogniser makes of a single one; the first stands for it. */
  heardAsOne: readonly (readonly [string, string])[];
  /** Begins like an option's text but is not one: "for calling". Tested from the start word on. */
  noLabel: RegExp;
  /** Words that add nothing to an option's text at its beginning and its end. */
  hollow: readonly string[];
  phrases: Phrases;
  /** Asks for a number: each followed, within a few words, by what it is. */
  asksNumber: readonly RegExp[];
  numbers: readonly (readonly [NumberKind, RegExp])[];
  /** The key that ends a number: tested for `#`, then for `*`. */
  endKeys: { pound: RegExp; star: RegExp };
  /** One group: the caller's position in the queue, from 1. Numbers are in digits. */
  position: readonly RegExp[];
  /** One group: how many callers are ahead. */
  ahead: readonly RegExp[];
  /** The caller is the first. */
  first: readonly RegExp[];
  /** Groups: a number, the upper end of a range, the unit. Numbers are in digits. */
  wait: readonly RegExp[];
  units: { hour: RegExp; second: RegExp; half: RegExp };
  /** Words for numbers from 0 to 999, as `numberNames` of the language makes them. */
  names: ReadonlyMap<string, number>;
}

/** Lower case without accents; what is not a letter, a digit, `*` or `#` becomes a space. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(/[^a-z0-9*#]+/g, ' ')
    .trim();
}
