import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isForOtherPeople, isForOthers, leadsToPerson } from './for-whom.ts';
import type { MatchContext } from './match-context.ts';
import { isForNewcomers } from './standing.ts';
import * as tables from './topics.ts';
import { says, wordsOf } from './what-texts-say.ts';

/** Whether an option is for whoever has no better one: for customers, for private ones, or for every caller. */
export function isForMostCallers(context: MatchContext, text: string, words: readonly string[]): boolean {
  if (isForEveryCaller(words, context.menu)) return true;
  if (isForOthers(words, context.intent) || isForNewcomers(text)) return false;
  // "Business customers."
  if (says(words, tables.tradeWords) && !says(context.words, tables.tradeWords)) return false;
  if ([words, context.words].some((each) => says(each, tables.newcomerWords))) return false;
  const isForCustomers = isForMostCustomers(context, words) || isForOwnCustomers(words, context.allowed);
  return (
    (isForCustomers && sortsCallers(words, context)) ||
    (says(words, tables.privateWords) && hasOptionForTrade(context))
  );
}

/** "Customers in Ohio" are not most callers where "customers in Indiana" have another key. */
function isForMostCustomers({ menu }: MatchContext, words: readonly string[]): boolean {
  const isOfSome =
    words.includes('customers') && menu.filter((each) => each.includes('customers')).length > 1;
  return says(words, tables.customerWords) && (!isOfSome || says(words, tables.existingWords));
}

/** Without one, "residential parking permits" are not for most callers. "Business hours" are for everybody. */
function hasOptionForTrade({ menu }: MatchContext): boolean {
  return menu.some((words) => says(words, tables.tradeWords) && !businessTimes.test(words.join(' ')));
}

const businessTimes = /\bbusiness (?:days|hours|office)\b/;

/**
 * "If you are a policyholder", "cardholders": for the company's own customers, whatever it calls them, and for all of them.
 * @param menu the options that may be chosen: where two keys are for such callers, neither is for most of them.
 */
function isForOwnCustomers(words: readonly string[], menu: readonly MenuOption[]): boolean {
  const keys = new Set(menu.filter(({ text }) => isOwn(wordsOf(text))).map(({ digits }) => digits));
  return isOwn(words) && keys.size === 1;
}

function isOwn(words: readonly string[]): boolean {
  return ownCustomers.test(words.join(' '));
}

const ownCustomers =
  /^(?:you (?:are|re) (?:already |currently )?an? )?(?:(?:existing|current|returning|registered|established|plan|account|insurance) ){0,2}(?:patient|client|member|subscriber|insured|(?<=(?:existing|current|returning|registered) )student|(?:policy|card|account|contract) ?holder)s?(?: (?:and|or) [a-z]+)?$/;

/** "Cardholders" alone are a subject beside "mortgages", and people beside "merchants". */
function sortsCallers(words: readonly string[], { allowed, refused }: MatchContext): boolean {
  if (words[0] === 'you' || says(words, tables.existingWords)) return true;
  const others = [...allowed, ...refused].map((option) => wordsOf(option.text));
  return others.some((each) => !isOwn(each) && isForOtherPeople(each));
}

/**
 * "If you are calling from a touch tone phone": this tells no caller from another. A person who is offered beside it helps more.
 * @param menu the words of each key
 */
function isForEveryCaller(words: readonly string[], menu: readonly (readonly string[])[]): boolean {
  return says(words, tables.touchToneWords) && !menu.some(leadsToPerson);
}
