import { fold } from '../menu-speech/language.ts';
import { languageOf, languageTables } from '../menu-speech/language-of.ts';
import * as tables from './topics.ts';
import { says, saysLittle, saysWord } from './what-texts-say.ts';

/** "All other questions", not "the photo center, or any other department". */
export function isForTheRest(words: readonly string[]): boolean {
  const joiner = words.findIndex((word) => joiners.includes(word));
  return says(joiner < 0 ? words : words.slice(0, joiner), tables.otherWords);
}

/** "More options", "advanced options", "mailbox options": the caller learns only there what they are. */
export function leadsFurther(words: readonly string[]): boolean {
  return saysMoreIsThere(words) || (words.length <= 2 && words.at(-1) === 'options');
}

/** "More options", without a word about what they are. */
export function saysMoreIsThere(words: readonly string[]): boolean {
  return says(words, tables.furtherWords);
}

/** "Return to the main menu." */
export function leadsBack(words: readonly string[]): boolean {
  return says(words, tables.backWords);
}

const joiners = ['or', 'and', 'oder', 'und', 'o', 'y', 'ou', 'et'];

/**
 * "Roadside assistance", "special assistance" and "if you are a travel agent" are not for everybody, but "a baggage agent" and "to speak
 * with our staff" are.
 */
export function leadsToPerson(words: readonly string[]): boolean {
  const text = words.join(' ');
  if (!says(words, tables.operatorWords) || isForWhoeverIs(words) || didSomething.test(text)) return false;
  // "The resident advisor on duty."
  if (/\bon (?:call|duty)\b/.test(text)) return false;
  if (isAboutThem.test(text) && !says(words, tables.speakWords)) return false;
  const people = tables.operatorWords.split(/[ ,]/);
  const { hollow } = languageTables[languageOf(text)];
  const saysMore = words.some(
    (word) =>
      word.length > 2 &&
      !hollow.includes(word) &&
      !saysLittle.includes(word) &&
      (word === 'special' || !saysWord(people, word)),
  );
  const isNamed = words.some(
    (word, at) => articles.includes(word) && says(words.slice(at + 1, at + 4), tables.operatorWords),
  );
  return !saysMore || isNamed || says(words, tables.speakWords);
}

/** "The person who sent this message", "the caller who left it", "the number of callers waiting to speak with an agent". */
const didSomething =
  /\b(?:who|that) (?:has |have |just )?(?:sent|left|called|wrote|recorded|[a-z]+ed)\b|\bwaiting\b/;

/** "Find an agent near you", "schedule a visit with a specialist", "a complaint about our staff": nobody answers there who helps with anything. */
const isAboutThem =
  /^(?:find|locate|book|schedule|become|file|make|change|cancel)\b|\b(?:complain|complaints?|compliments?|feedback)\b/;

/** "If you are a doctor or a hospital" is not for a patient who is looking for one. "If you are a patient" is for the caller. */
function isForWhoeverIs(words: readonly string[]): boolean {
  const whoever = [...words.join(' ').matchAll(namesSomebody)].map(([, who = '']) => who);
  return whoever.length > 0 && !whoever.some((who) => isCaller.test(who) || isCallerToo.test(who));
}

/** One group: what follows the article. */
const namesSomebody =
  /\b(?:you are|you re|calling from) (?:already |currently )?(?:an?|the|one)\b ?((?:[a-z]+ ?){0,6})/g;
/** What companies call their callers; "a patient's doctor" and "a member of the press" are other people. */
const isCaller =
  /^(?:of our )?(?:(?:new|existing|current|returning|registered|established|personal|primary|private|residential|first time|plan|account|insurance|individual) ){0,2}(?:patient|customer|client|member|subscriber|guest|resident|passenger|insured|consumer|home ?owner|(?<=(?:existing|current|registered) )student|individual(?= (?:and|or|with|who)\b|$)|(?:policy|card|account|contract|ticket) ?(?:holder|owner|member))s?\b(?! (?:s|services?|care|relations|support|representative|advocate|agent|advisor|physician|doctor|of (?:the )?(?:press|media|staff|clergy))\b)/;
/** "Prospective or existing customer", not "doctor calling about a current patient". */
const isCallerToo =
  /^(?:(?!(?:about|for|from|of|on|to|who|with|[a-z]+ing)\b)[a-z]+ ){1,3}(?:existing|current|established) (?:patient|customer|client|member|subscriber)\b/;

/** "If you are a merchant", "agents and brokers", "new customers", "everyone else". */
export function isForOtherPeople(words: readonly string[]): boolean {
  const text = words.join(' ');
  if (isAboutThem.test(text)) return false;
  return isForWhoeverIs(words) || isForNewcomers.test(text) || otherPeople.test(text);
}

const otherPeople =
  /^(?:[a-z]+ ){0,2}(?:agents|applicants|attorneys|brokers|businesses|dealers|doctors|employees|employers|faculty|hospitals|landlords|lawyers|merchants|newcomers|nurses|pharmacies|pharmacists|physicians|professionals|providers|retailers|suppliers|vendors|visitors)(?: (?:and|or) (?:[a-z]+ ){0,2}[a-z]+)*$|^prospective [a-z]+$|^(?:business|commercial|corporate|trade) (?:customers|clients|members)$|^(?:all |any )?other (?:callers|customers)$|^(?:everyone|everybody|anyone) else$|\bnot (?:yet |currently )?an? (?:customer|client|member|patient|subscriber|[a-z]+ ?holder)\b/;

function saysWhoIs(intent: string): boolean {
  return /\b(?:i am|i m|we are|we re|as) an?\b/.test(fold(intent));
}

/** "If you are a doctor", "if you are returning a missed call": for callers who are or were that, and say so. */
export function isForOthers(words: readonly string[], intent: string): boolean {
  const [text, wanted] = [words.join(' '), fold(intent)];
  if (isForWhoeverIs(words)) return !saysWhoIs(intent);
  if (isForNewcomers.test(text) && isOfCustomer.test(wanted) && !joins.test(wanted)) return true;
  if (buys.test(text) && hasBought.test(wanted) && !wantsToBuy.test(wanted)) return true;
  return returnsCall.test(text) && !saysCall.test(wanted);
}

const buys = /^(?:buy|purchase|place an order|make a purchase)\b/;
/** What was bought has not come. */
const hasBought =
  /\b(?:has|have|did)(?: not|n t|nt| t) (?:[a-z]+ )?(?:arrived?|come|received?|shipped)\b|\bnever (?:arrived|came|got|received)\b/;

/** "Place an order, I have not received the catalog": what has not come is something else. */
const wantsToBuy =
  /(?:^|^please |\b(?:want|need|like|wish|try|trying) to )(?:buy|(?:order|purchase) (?:an?|some|more|another|the|two)|(?:place|make) an? (?:[a-z]+ )?(?:order|purchase))\b/;

const isForNewcomers =
  /\b(?:become an?|(?:you are|you re) an? new) (?:new )?(?:customer|client|member|subscriber)\b|^new (?:customer|client|member|subscriber)s?$|\bthinking (?:of|about) (?:becoming|joining|switching)\b|\b(?:join|joining|switch to|switching to) us\b/;
/** They have what they speak of. */
const isOfCustomer =
  /\bmy (?!new\b)(?:[a-z]+ )?(?:account|bill|contract|internet|line|membership|modem|plan|policy|router|service|subscription|wi ?fi)\b|\b(?:cancel|downgrade|renew|upgrade)\b/;
const joins =
  /\b(?:become|bring|get|join|open|order|port|quote|set up|sign up|start|switch|transfer)\b|\bnew customer\b|\bnot an?\b/;

const returnsCall = /\breturning (?:[a-z]+ ){0,2}(?:call|voicemail|message)\b/;
const saysCall = /\b(?:call|calls|called|calling|rang|phoned|voicemail|message)\b/;

const articles = ['a', 'an', 'one', 'our', 'the', 'einen', 'eine', 'einem', 'einer', 'un', 'una', 'une'];
