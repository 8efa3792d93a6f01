/** What a menu says, by language. A table holds folded words: small letters, no accents (see `fold`). */

export const menuLanguages = ['en', 'de', 'es', 'fr'] as const;
export type MenuLanguage = (typeof menuLanguages)[number];

/** What a menu may ask to be typed in, apart from a choice. */
export const numberKinds = [
  'pin',
  'social_security',
  'card',
  'birth_date',
  'postal_code',
  'phone',
  'policy',
  'claim',
  'order',
  'reference',
  'customer',
  'account',
  'other',
] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Sentences that are known by a phrase alone. */
export interface Phrases {
  /** What was pressed is not known there, or nothing was (see `saysRefusal`). */
  invalid: readonly RegExp[];
  /** The words before such a phrase that make it a case or a choice: "if you", "to". Tested up to the phrase. */
  noRefusal: RegExp;
  hold: readonly RegExp[];
  /** No key: who waits gets a person. */
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
  /** Words that ask for a key only when one follows at once: they say much else as well. */
  weakPress: readonly string[];
  /** May stand between such a word and the key, or behind the key. */
  fillers: readonly string[];
  keys: Readonly<Record<string, string>>;
  /** What a recogniser makes of a key. */
  soundsLike: Readonly<Record<string, string>>;
  /** Words with which what an option is for begins. */
  starts: readonly string[];
  /** What a recogniser makes of those behind a key: "press two four billing". */
  startsHeardAs: readonly string[];
  /** Words that a recogniser makes of a single one; the first stands for it. */
  heardAsOne: readonly (readonly [string, string])[];
  /** Begins like an option's text and is none: "for calling". Tested at the start word. */
  noLabel: RegExp;
  /** Words without which an option's text says the same, at its beginning and its end. */
  hollow: readonly string[];
  phrases: Phrases;
  /** Asks for a number: each followed, within a few words, by what it is. */
  asksNumber: readonly RegExp[];
  numbers: readonly (readonly [NumberKind, RegExp])[];
  /** The key that ends a number: tested for `#`, then for `*`. */
  endKeys: { pound: RegExp; star: RegExp };
  /** One group: how many stand in line, the caller with them. Numbers are in digits. */
  position: readonly RegExp[];
  /** One group: how many stand before the caller. */
  ahead: readonly RegExp[];
  /** The caller is the first. */
  first: readonly RegExp[];
  /** Groups: a number, another one of a range, the unit. Numbers are in digits. */
  wait: readonly RegExp[];
  units: { hour: RegExp; second: RegExp };
  /** Words for numbers from 0 up, as `numberNames` of the language makes them. */
  names: ReadonlyMap<string, number>;
}

/** Small letters without accents; every other sign is a gap. */
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
