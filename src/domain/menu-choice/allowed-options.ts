import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { Meanings } from './learned-meaning.ts';
import { meansSame, withMeanings } from './same-meaning.ts';
import { isSameWord, saysPhrase } from './same-words.ts';
import * as tables from './topics.ts';
import { topics } from './topics.ts';
import { commonWords, says, topicsOf, wordsOf } from './what-texts-say.ts';
import { rulesOut, wishOf } from './wish.ts';

/** Why a call is made. */
export interface CallPurpose {
  intent: string;
  facts: readonly { label: string }[];
  /** Absent while they have not been computed: then texts are compared by their words alone. */
  meanings?: Meanings | undefined;
}

/**
 * Whether an option may be chosen for this purpose at all, by whatever decides. An option that pays, hangs up, goes back or takes the call
 * off the line needs an intent that asks for it. An option that the intent rules out is never chosen.
 */
export function isAllowed(purpose: CallPurpose, option: MenuOption): boolean {
  const text = wordsOf(option.text);
  const wish = wishOf(purpose.intent);
  const intent = wordsOf(wish.wanted);
  const ofIntent = topicsOf(intent);
  if (says(text, tables.neverWords) || rulesOut(wish, text)) return false;
  if (isForOthersInDanger(intent, text) || removesUnasked(withMeanings(intent), text)) return false;
  const isAbout =
    [...topicsOf(text)].some((topic) => ofIntent.has(topic)) ||
    commonWords(intent, text, languageOf(wish.wanted)).length > (says(text, tables.sureRoundWords) ? 1 : 0);
  if (says(text, tables.roundWords) && !isAbout) return false;
  const asksForIt = says(intent, tables.callBackWords) || leavesMessage.test(intent.join(' '));
  if (says(text, tables.callBackWords) && !asksForIt) return false;
  return !paysMoney(text) || (ofIntent.has('payment') && !saysOthersOwe(intent));
}

/** "Leave an URGENT message", "leave DR LEE a message". */
const leavesMessage = /\bleave (?:[a-z]+ ){1,4}(?:message|note|voice ?mail)\b/;

/**
 * "To remove the participant who joined last" is not for callers who want a list of participants, or a recording deleted. "To delete or
 * save it" may be.
 */
function removesUnasked(intent: readonly string[], text: readonly string[]): boolean {
  const [verb = '', next] = text;
  if (!tables.removingVerbs.includes(verb) || next === 'or') return false;
  const isVerb = (word: string): boolean => tables.removingVerbs.some((each) => meansSame(word, each));
  const isAsked = intent.some(isVerb) || says(intent, tables.endingWords);
  const isOfPeople = says(text.slice(1, 4), tables.peopleWords) && !says(intent, tables.peopleWords);
  return !isAsked || isOfPeople;
}

/**
 * "Cancel your order" is only for callers who ask for something of the kind: an intent about a late order, or about a refund, is no wish to
 * cancel.
 */
export function bindsUnasked(intent: readonly string[], text: readonly string[]): boolean {
  const acts = tables.bindingActs.some((act) => saysPhrase(text.slice(0, act.length), act));
  return acts && !says(text, 'or,and') && !says(intent, tables.asksToEnd);
}

/** "The oven went out" is no gas leak, and an internet outage no downed line. */
function isForOthersInDanger(intent: readonly string[], text: readonly string[]): boolean {
  const ofIntent = [...topicsOf(intent)];
  const isEmergency =
    ofIntent.length > 0 && ofIntent.every((topic) => tables.emergencyTopics.includes(topic));
  // "A power outage or a downed line" is for an outage as well.
  const isAboutIt =
    (isEmergency && [...topicsOf(text)].some((topic) => ofIntent.includes(topic))) ||
    sharesCalmPart(intent, text);
  return (
    (says(text, tables.emergencyWords) && !isEmergency) ||
    (says(text, tables.dangerWords) &&
      !isAboutIt &&
      !says(intent, tables.dangerWords) &&
      !says(intent, tables.saysDanger))
  );
}

/** "Campus police AND PARKING", for a caller with a parking ticket. */
function sharesCalmPart(intent: readonly string[], text: readonly string[]): boolean {
  const parts = text.join(' ').split(' and ');
  return parts.some((part) => {
    const words = part.split(' ');
    return !says(words, tables.dangerWords) && commonWords(intent, words, 'en').length > 0;
  });
}

/** Whether nothing is known about what the option is for: no topic and no language, and it does not pay, go back or end the call. */
export function saysNothingElse(option: MenuOption): boolean {
  const words = wordsOf(option.text);
  const isOpen = topicsOf(words).size === 0 && languageNamed(words) === undefined;
  return isOpen && isAllowed({ intent: '', facts: [] }, option);
}

/** "My insurance did not pay the hospital" is no wish to pay; "I have not paid yet, I want to pay now" is one. */
function saysOthersOwe(intent: readonly string[]): boolean {
  const text = intent.join(' ');
  const match = unpaid.exec(text);
  if (match === null) return false;
  const [before, behind] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  const isOwn =
    /\b(?:i|we|it|bills?|invoices?)$/.test(before.trim()) && !/\b(?:been|being|getting)\b/.test(match[0]);
  return !isOwn && ![before, behind].some((rest) => topicsOf(rest.split(' ')).has('payment'));
}

const unpaid =
  /\b(?:did|does|has|have|haven|hasn|didn|doesn|will|would|won)(?: not| t| never)(?: (?:been|being|getting))? (?:pay|paid|paying)\b|\b(?:refuses?|refused) to pay\b/;

/** "To pay OR APPEAL a parking ticket", "to pay your bill OR ASK about a charge". */
const doesMore =
  / (?:and|or) (?:to )?(?:appeal|ask|change|check|contest|discuss|dispute|hear|query|report|request|review|talk|update|view) /;

/** "Student accounts AND TUITION PAYMENTS": a department, which answers questions as well. "Pay your bill and schedule payments" is none. */
const isDepartment =
  /^ (?!(?:make|pay|paying|schedule|set) )[a-z ]+ and (?!(?:make|making|pay|paying|schedule|scheduling|set) )(?:[a-z]+ )?payments $/;

/** "pay your bill" and "payments" take money; "billing and payments" answers questions. */
function paysMoney(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  if (doesMore.test(text) || isDepartment.test(text)) return false;
  if (tables.payingVerbs.some((verb) => text.includes(` ${verb} `))) return true;
  return says(words, topics.payment) && !says(words, topics.billing);
}

/** The language that an option continues in. */
export function languageNamed(words: readonly string[]): string | undefined {
  return words.map(namesLanguage).find((language) => language !== undefined);
}

export function namesLanguage(word: string): string | undefined {
  return Object.keys(tables.languageNames).find((code) =>
    tables.languageNames[code]?.split(',').some((name) => isSameWord(word, name)),
  );
}
