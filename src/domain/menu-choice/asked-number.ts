import { fold, type MenuLanguage, type NumberKind } from '../menu-speech/language.ts';
import type { AskedNumber } from '../menu-speech/number-request.ts';
import { askedNumbers, type Prompt } from '../menu-speech/read-prompt.ts';
import type { Meanings } from './learned-meaning.ts';
import { inForm } from './number-form.ts';

export interface Fact {
  label: string;
  value: string;
}

/** A call whose far end asks. */
export interface Asked {
  intent: string;
  facts: readonly Fact[];
  /** The number that was called, in international format. */
  number?: string | undefined;
  meanings?: Meanings | undefined;
}

/** Labels that name a kind of number, folded. A private number must be named as exactly as the menu asks for it. */
const labels: Readonly<Record<NumberKind, RegExp>> = {
  pin: /\b(?:pin|passcode|access code|geheimzahl|clave|nip|code secret)\b/,
  social_security: /\b(?:social security|ssn|sozialversicherung\w*|seguro social|securite sociale)\b/,
  card: /\b(?:card|kreditkarte\w*|kartennummer|tarjeta|carte)\b/,
  birth_date: /\b(?:birth|birthday|dob|geburt\w*|nacimiento|naissance)\b/,
  postal_code: /\b(?:zip|postal|postcode|plz|postleitzahl)\b/,
  phone: /\b(?:phone|mobile|telephone|telefon\w*|handy\w*|telefono|movil)\b/,
  // A number that the far end is to call: "my aunt's number".
  called:
    /\b(?:phone (?:number )?of|number to (?:call|dial|reach)|s (?:(?:phone|telephone|mobile|cell) )?number)\b/,
  policy: /\b(?:policy|versicherung\w*|police|poliza)\b/,
  claim: /\b(?:claim|schaden\w*|siniestro|reclamo|sinistre)\b/,
  order: /\b(?:order|tracking|booking|bestell\w*|auftrag\w*|pedido|commande)\b/,
  reference: /\b(?:reference|case|ticket|vorgang\w*|aktenzeichen|referencia|dossier)\b/,
  customer: /\b(?:customer|client|kunden\w*|cliente)\b/,
  account: /\b(?:account|member|membership|konto\w*|vertrag\w*|cuenta|compte|contrat)\b/,
  extension: /\b(?:extension|ext|durchwahl|nebenstelle)\b/,
  other: /^$/,
};

export interface DigitsFact {
  label: string;
  digits: string;
}

/** The fact of a call whose digits answer the number that a prompt asks for. */
export function factAskedFor(prompt: Prompt, { intent, facts, number }: Asked): DigitsFact | undefined {
  for (const asked of askedNumbers(prompt)) {
    const fact = factFor(asked, digitsFacts(facts, asked, prompt.language, number), intent);
    if (fact !== undefined) return fact;
  }
  return undefined;
}

function factFor(asked: AskedNumber, facts: readonly DigitsFact[], intent: string): DigitsFact | undefined {
  const { kind } = asked;
  if (kind === 'called') return factCalled(facts, intent);
  const ofKind = facts.filter(({ label }) => labelNames(label, kind));
  if (kind === 'pin') return factOfPin(asked, ofKind) ?? factOfPassword(asked, facts);
  const found = factOfPerson(asked, kind === 'card' ? ofSuchCards(asked, ofKind) : ofKind);
  if (found !== undefined) return found;
  return kind === 'other' ? factNamed(asked, facts) : undefined;
}

/** "Card PIN" and "order date" are about a card and an order, but are not their numbers. */
const ofThing =
  /\b(?:pin|pins|nip|pass ?(?:code|word)|(?:security|access) code|cvv|cvc|expir\w*|valid|date|balance|amount|\w*kennwort|\w*passwort|geheim\w*|ablauf\w*|\w*datum|contrasena|clave|caducidad|vencimiento|fecha|expiration|mot de passe|code secret)\b/;
const haveOwnNames: readonly NumberKind[] = ['pin', 'birth_date'];

/** Whether a label names a number of this kind. */
export function labelNames(label: string, kind: NumberKind): boolean {
  const name = fold(label);
  return labels[kind].test(name) && (haveOwnNames.includes(kind) || !ofThing.test(name));
}

/**
 * A number that does not exist yet is sent only if a fact is labelled as the new one; if there are several, the one that the menu names.
 */
function factOfPin(asked: AskedNumber, pins: readonly DigitsFact[]): DigitsFact | undefined {
  const open = pins.filter(({ label }) => saysNew.test(fold(label)) === asked.isFresh);
  const own = open.filter(({ label }) => personIn(fold(label).split(' ')) === personIn(asked.words));
  const named = own.filter(({ label }) =>
    fold(label)
      .split(' ')
      .every((word) => ofAnyPin.includes(word) || saysNew.test(word) || asked.words.includes(word)),
  );
  return only(own) ?? only(named);
}

const saysNew = /\b(?:new|neuer?|neues|nuev[oa]|nouveau|nouvelle)\b/;
const ofAnyPin = 'my the current old pin number code passcode'.split(' ');

/** "Your gift card number" is not the number of a bank card, nor is "the number on your card" that of a gift card. */
function ofSuchCards({ words }: AskedNumber, cards: readonly DigitsFact[]): DigitsFact[] {
  return cards.filter(({ label }) => otherCardIn(fold(label).split(' ')) === otherCardIn(words));
}

function otherCardIn(words: readonly string[]): string | undefined {
  const before = words[words.indexOf('card') - 1] ?? '';
  return otherCards.includes(before) ? before : undefined;
}

const otherCards =
  'gift library loyalty member membership insurance id identity rewards reward fuel store travel sim calling phone health medicare club donor'.split(
    ' ',
  );

/** "Your spouse's date of birth" is not the caller's, and "your date of birth" is not the spouse's. */
function factOfPerson({ kind, words }: AskedNumber, ofKind: readonly DigitsFact[]): DigitsFact | undefined {
  const person = personIn(words);
  if (person !== undefined) return ofKind.find(({ label }) => personIn(fold(label).split(' ')) === person);
  const own = ofKind.find(({ label }) => personIn(fold(label).split(' ')) === undefined);
  return own ?? (ofAnybody.includes(kind) ? ofKind[0] : undefined);
}

/** The owner may want to reach another person. */
const ofAnybody: readonly NumberKind[] = ['phone', 'extension'];

/** Somebody other than the caller whom the words name: "your SPOUSE's", "of the EXECUTOR". */
function personIn(words: readonly string[]): string | undefined {
  const end = words.findIndex((word) => otherNumber.test(word));
  const naming = end < 0 ? words : words.slice(0, end);
  const relative = naming.map((word) => relatives.exec(word)?.[1]).find((word) => word !== undefined);
  const at = naming.findIndex((word, index) => word === 's' && index > 0);
  // Only at the end of the words does it name an owner: "of the social security number" continues.
  const owner = at < 0 ? /\bof (?:the|an?) ([a-z]+)$/.exec(naming.join(' '))?.[1] : naming[at - 1];
  return relative ?? (owner === undefined || customers.test(owner) ? undefined : owner);
}

/** After it, another number is named, or a key. "And" may be part of one: "the day and year of birth of your spouse". */
const otherNumber = /^(?:or|oder|o|ou|followed|then|dann|gefolgt|seguid[oa]|suivie?)$/;

const relatives =
  /^(spouse|wife|husband|partner|child|son|daughter|mother|father|parent|dependent|deceased|decedent|guardian|beneficiary|(?:ehe)?partner|ehefrau|ehemann|frau|mann|sohn|tochter|mutter|vater|conyuge|espos[oa]|pareja|hij[oa]|madre|padre|conjointe?|epou(?:x|se)|mari|femme|enfant|fils|fille|mere|pere)(?:s|es|in|n)?$/;
/** "The account holder's", and things that belong to the caller. */
const customers =
  /^(?:holder|cardholder|policyholder|member|subscriber|customer|client|caller|owner|insured|driver|patient|guest|employee|student|tenant|passenger|company|business|card|account|policy|order|claim|phone|bill|invoice|letter|month|year|birth)$/;

/** A password is sent only if the menu asks for this very password: the new one for the new one, and never another company's. */
function factOfPassword(
  { words: asked, isFresh }: AskedNumber,
  facts: readonly DigitsFact[],
): DigitsFact | undefined {
  if (!asked.includes('password')) return undefined;
  return only(
    facts.filter(({ label }) => {
      const words = fold(label).split(' ');
      const isThis = words.every((word) => ofAnyPassword.includes(word) || asked.includes(word));
      return isThis && words.includes('password') && words.includes('new') === isFresh;
    }),
  );
}

const ofAnyPassword = ['my', 'the', 'new', 'old', 'current', 'password'];

/** The number of the person whom the intent names: nobody else is to be called. */
function factCalled(facts: readonly DigitsFact[], intent: string): DigitsFact | undefined {
  const said = fold(intent).split(' ');
  return only(
    facts.filter(({ label }) => {
      const words = fold(label).split(' ');
      const whom = words.filter((word) => !ofAnyCallee.includes(word));
      return labels.called.test(words.join(' ')) && whom.every((word) => said.includes(word));
    }),
  );
}

const ofAnyCallee = 'my our the s of to call dial reach number phone telephone mobile cell'.split(' ');

/** The first one, unless others differ from it. */
function only([first, ...others]: readonly DigitsFact[]): DigitsFact | undefined {
  return others.every(({ digits }) => digits === first?.digits) ? first : undefined;
}

/**
 * "Your seven digit prescription number" is the fact "prescription number": a number of no common kind is recognised by its name, in the
 * words that ask for it. This never applies to a fact of a common kind, or to a private one.
 */
function factNamed({ words: asked }: AskedNumber, facts: readonly DigitsFact[]): DigitsFact | undefined {
  const at = asked.findIndex((word) => numberNoun.test(word));
  const open = facts.filter(({ label }) => !isOfAKind(label));
  const named = open.filter(({ label }) => isName(fold(label), asked, at));
  if (named.length > 0 || asked.slice(0, at).includes('your')) return only(named);
  // "A mailbox number" may be that of somebody else.
  return only(open.filter(({ label }) => isName(fold(label).replace(/^.*\bs /, ''), asked, at)));
}

/** "Number", "code", and compounds such as "Zählernummer". */
const numberNoun = /^(?:number|code|id|numero|codigo|[a-z]*nummer)$/;
const noName = ['no', 'my', 'the'];
const isPrivate =
  /\b(?:pins?|p i n|pin ?code|pass ?(?:word|code|phrase)|(?:security|access) code|secret|cvv|cvc|social|\w*kennwort|\w*passwort|geheim\w*|contrasena|mot de passe)\b/;

function isOfAKind(label: string): boolean {
  const folded = fold(label);
  const { called: _ofSomebody, ...kinds } = labels;
  return isPrivate.test(folded) || Object.values(kinds).some((pattern) => pattern.test(folded));
}

/** Whether a folded label has the words around the noun at `at`: "meter" before "number", "de contador" behind "numero". */
function isName(label: string, asked: readonly string[], at: number): boolean {
  const words = label.split(' ').filter((word) => !noName.includes(word));
  const found = words.findIndex((word) => numberNoun.test(word));
  const before = found < 0 ? words : words.slice(0, found);
  const behind = found < 0 ? [] : words.slice(found + 1).filter((word) => !numberNoun.test(word));
  const noun = words[found] ?? '';
  const isCompound = /.nummer$/.test(noun) || /.nummer$/.test(asked[at] ?? '');
  if (at < before.length || (isCompound && noun !== asked[at])) return false;
  const isThere = (part: readonly string[], from: number): boolean =>
    part.every((word, index) => asked[from + index] === word);
  const saysWhich = isCompound || before.length + behind.length > 0;
  return saysWhich && isThere(before, at - before.length) && isThere(behind, at + 1);
}

/** The facts that can be sent in the form that is asked for. */
function digitsFacts(
  facts: readonly Fact[],
  asked: AskedNumber,
  language: MenuLanguage,
  calledNumber: string | undefined,
): DigitsFact[] {
  return facts.flatMap(({ label, value }) => {
    const digits = inForm(value, asked, language, calledNumber);
    return digits === undefined ? [] : [{ label, digits }];
  });
}

/** The name that is used in reasons. */
export function nameNumber(kind: NumberKind): string {
  if (kind === 'other') return 'a number';
  if (kind === 'called') return 'the number to call';
  return kind === 'extension'
    ? 'an extension'
    : `the ${kind.replaceAll('_', ' ')} number`.replace('date number', 'date');
}
