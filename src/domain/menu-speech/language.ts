/** What a menu says, by language. A table holds folded words: lower case, no accents (see `fold`). */

export const menuLanguages = ['en', 'de', 'es', 'fr'] as const;
export type MenuLanguage = (typeof menuLanguages)[number];

/** What a menu may ask callers to type in, apart from a choice. */
export const numberKinds = [
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
  /** Words before such a phrase that make it a condition or an option: "if you", "to". Tested on the text before the phrase. */
  noRefusal: RegExp;
  hold: readonly RegExp[];
  /** Callers who stay hear the menu again, and nobody: "to hear these options again, stay on the line". With the flag g. */
  repeats: RegExp;
  /** No key is needed: callers who wait get a person. */
  stay: readonly RegExp[];
  callBack: readonly RegExp[];
  voicemail: readonly RegExp[];
  /** What a key of a voicemail is for: to end the message, or to do something with it. */
  endsMessage: RegExp;
  closed: readonly RegExp[];
}

/**
 * Who is told to enter what. The verbs of `asksNumber` may be part of a text that talks about a number without asking for it, so these
 * patterns test what is around them: words with `|` for a pause and `,` for a comma. A pattern that ends in `$` is tested on the text
 * before the verb.
 */
export interface RequestWords {
  /** Verbs, tested from their beginning, for things that the far end does just as often: "we verify". They must begin a clause. */
  theirs: RegExp;
  beginsClause: RegExp;
  /** Verbs for the same thing, before the verb: "say or". */
  doubles: RegExp;
  /** Makes it a request whatever else is said: "please". */
  urges: RegExp;
  /** Somebody else does it, nobody is to do it, or it is only a purpose: "we", "do not", "to". */
  unasked: RegExp;
  /** Nobody is to do it, though the verb itself is not negated: "never share or". Goes before all others. */
  forbids: RegExp;
  /** Callers may do it: "you may". */
  offers: RegExp;
  /** Callers are to do it right now. Nothing less is enough to send a private number. */
  atOnce: RegExp;
  /** Clauses that state what somebody does or can do, unless `depends` matches: then they lead up to a request. */
  states: RegExp;
  depends: RegExp;
  /** Clauses about the far end that lead up to a request, unless the verb is one of `theirs`: "we can help with that". */
  promises: RegExp;
  /** Who else does what the verbs in `theirs` say. */
  others: RegExp;
  /** Stands for the verb when `elsewhere` is tested on the words around it. */
  asked: string;
  /** It is to be done elsewhere, later, or not at all. */
  elsewhere: RegExp;
  /** Clauses before the verb that state a purpose: "to access your account on our website". They do not tell where to do it. */
  purpose: RegExp;
  /** Somebody else is to be told, tested on the verb and its clause: "give it TO THE AGENT". */
  recipient: RegExp;
  /** "NOT your PIN": from there on something is named that is not asked for. */
  except: RegExp;
  /** How to do it: "verify your account BY ENTERING your PIN". */
  means: RegExp;
  /** Another thing to do follows: "then go to our website". It does not tell where to enter the number. */
  goesOn: RegExp;
  /** Verbs for a number that does not exist yet: "choose a PIN". They must begin a clause. */
  creates: RegExp;
  /** The same, tested on any verb and what it names: "your NEW password". */
  fresh: RegExp;
  or: RegExp;
  /** What may stand between the verb and the kind of number, if that number is asked for. */
  between: RegExp;
  /** What may stand between the verb and a card whose number is asked for: "the long number across the front of your". */
  onCard: RegExp;
  /** Kinds whose name is that of the number itself. Other kinds are named after the thing that has the number: "account". */
  nouns: readonly NumberKind[];
  /** What follows the name of such a thing if its number is meant. @param isVague whether the verb asks for other things, too */
  complete: (isVague: boolean) => RegExp;
}

/** The key that ends a number. */
export interface EndKeyWords {
  pound: RegExp;
  star: RegExp;
  /** Leads to the key: "followed by", "then". */
  after: RegExp;
  /** Those of them that may also follow the key: "when finished". */
  done: RegExp;
  /** Follows the key itself: "press pound TO CONTINUE". */
  sends: RegExp;
  /** The key is for something else: "if you do not have it", "to return". */
  unlike: RegExp;
}

export interface LanguageTable {
  /** Frequent words, by which the language of a text is recognised. */
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
  /** Says which key it is, without asking for it: "customs? THAT'S four". */
  states: RegExp;
  /** How a question begins, and how a condition that says the same begins. */
  questions: readonly (readonly [RegExp, string])[];
  /** What a recogniser makes of those words after a key: "press two four billing". */
  startsHeardAs: readonly string[];
  /** Pairs of words that stand for a single one, or that a recogniser makes of it; the third is that one. */
  twoForOne: readonly (readonly [string, string, string])[];
  /** Begins like the text of an option but is not one: "for calling". Tested from the start word on. */
  noLabel: RegExp;
  /** Says to which answer a key belongs, but not what it does: "if not". */
  answer: RegExp;
  /** Words that add nothing to an option's text at its beginning and its end. */
  hollow: readonly string[];
  phrases: Phrases;
  /** Asks for a number: each followed, within a few words, by what it is. */
  asksNumber: readonly RegExp[];
  numbers: readonly (readonly [NumberKind, RegExp])[];
  request: RequestWords;
  endKeys: EndKeyWords;
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
  return withoutAccents(text.normalize('NFD'))
    .replace(/[^a-z0-9*#]+/g, ' ')
    .trim();
}

/** These alphabets have no spaces between words, so each letter counts as a word. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;

/**
 * The words of a text in any alphabet, folded likewise. The tables of the languages do not contain them; they are only compared with one
 * another.
 */
export function wordsInAnyAlphabet(text: string): string[] {
  return withoutAccents(text.replace(/\p{S}+/gu, ' ').normalize('NFKD'))
    .replace(/[^\p{L}\p{N}*#]+/gu, ' ')
    .replace(unspaced, ' $& ')
    .split(' ')
    .filter((word) => word !== '');
}

function withoutAccents(decomposed: string): string {
  return decomposed.replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe');
}
