import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { type CallPurpose, languageNamed, namesLanguage } from './allowed-options.ts';
import { isForOthers, isForTheRest, leadsFurther, leadsToPerson } from './for-whom.ts';
import { type LikelyOption, rankByLikelihood } from './likely-options.ts';
import { contextOf, type MatchContext, minLead, minScore } from './match-context.ts';
import { leaderBonus, matchOption, type OptionMatch } from './match-score.ts';
import { soundWeight, wordsSoundingAlike } from './shared-words.ts';
import { isBareCondition, isForKnownNumber, type Standing, standingOf, whyMet } from './standing.ts';
import { isForMostCallers } from './most-callers.ts';
import * as tables from './topics.ts';
import { says, saysLittle, sayingSomething, topicsOf, wordsOf } from './what-texts-say.ts';

/** How well an option fits, the best grade first. */
const fits = ['intent', 'language', 'usual', 'further', 'operator', 'other'] as const;
export type Fit = (typeof fits)[number];

export interface Choice {
  option: MenuOption;
  fit: Fit;
  /** A sentence for the owner. */
  reason: string;
  /** Chosen only because a word sounds like one in the intent: it may have been misheard. */
  isBySound?: true;
  /** Likely but not nearly certain, or without a meaningful word in common with the intent. */
  isGuess?: true;
  /** A guess for want of one of these only: nearly certain by what the sentences mean, or likely with such a word. */
  isMeant?: true;
  /** Another option fits nearly as well, or callers with such an intent probably want none of them. */
  isClose?: true;
  /** Only one of its several words speaks for it. */
  isLone?: true;
  /** It shares a single word with the intent, and no other option was understood, or an earlier menu said that word too. */
  isThin?: true;
}

interface ScoredChoice extends Choice {
  score: number;
}

/**
 * The option that fits best. In English, the choice rests on what callers with such intents want, and on the words that option and intent
 * share; in other languages, on these words and the topics alone. The same input always gets the same answer. An option that pays, hangs
 * up, goes back or changes the language is chosen only if the intent asks for it.
 * @param before what earlier menus of the call offered: a word that led here is little evidence for the next choice.
 * @param tried options of this menu that led nowhere: what is merely likelier than the rest must be likely beside these, too.
 */
export function chooseOption(
  purpose: CallPurpose,
  options: readonly MenuOption[],
  before: readonly MenuOption[] = [],
  tried: readonly MenuOption[] = [],
): Choice | undefined {
  const context = contextOf(purpose, options, before);
  const standing = (option: MenuOption): Standing => standingOf(option, options, context);
  // For "if you do not have it", only facts count.
  const isMetBare = (option: MenuOption): boolean =>
    standing(option) === 'met' && isBareCondition(option) && !isForKnownNumber(option, context.facts);
  const matches = context.allowed
    .filter((option) => languageNamed(wordsOf(option.text)) === undefined && !isMetBare(option))
    .map((option) => matchOption(context, option))
    .filter(({ words }) => words.length > 0);
  const fitting = [
    ...matches.flatMap((match) => chooseByWords(context, match) ?? []),
    ...options.flatMap((option) => chooseLanguage(context, option) ?? []),
    ...context.allowed.filter((option) => standing(option) === 'met').map(chooseMet),
  ];
  const best = bestOf(fitting);
  const ranked = rankByLikelihood(context, matches);
  const amongTried =
    tried.length === 0
      ? ranked
      : rankByLikelihood(context, [...matches, ...tried.map((option) => matchOption(context, option))]);
  const isRivalled = best !== undefined && fitting.some((other) => isCloseTo(best, other));
  const byWords = isRivalled ? { ...best, isClose: true as const } : best;
  if (ranked.length === 0 || asksForPerson(context) || (best !== undefined && isUrgent(context, best.option)))
    return byWords;
  const opposites = matches.filter(({ isOpposite }) => isOpposite);
  const compared = new Set([...ranked, ...opposites].map(({ option }) => option.digits));
  for (const { digits } of context.refused) compared.add(digits);
  const knowsSentences = context.meanings?.find(context.intent, 'caller') !== undefined;
  const likely = likelyChoice(ranked, amongTried, fitting, compared.size, knowsSentences);
  const isSettled = best?.fit !== 'intent' || best.isBySound === true || standing(best.option) === 'met';
  if (likely !== undefined || isSettled) return likely ?? byWords;
  // "If you are a customer" is for whoever has no better option.
  return (
    fitting.find(({ fit, option }) => fit === 'usual' && isForCustomers(option)) ?? { ...best, isClose: true }
  );
}

function isForCustomers({ text }: MenuOption): boolean {
  return says(wordsOf(text), tables.customerWords);
}

function bestOf([first, ...others]: readonly ScoredChoice[]): ScoredChoice | undefined {
  return first && others.reduce((best, other) => (isBetter(other, best) ? other : best), first);
}

function isBetter(one: ScoredChoice, best: ScoredChoice): boolean {
  const rank = fits.indexOf(one.fit) - fits.indexOf(best.fit);
  if (rank !== 0) return rank < 0;
  return one.isThin === best.isThin ? one.score > best.score : best.isThin === true;
}

function isCloseTo({ fit, isThin, option, score }: ScoredChoice, other: ScoredChoice): boolean {
  return (
    other.fit === fit &&
    other.isThin === isThin &&
    other.option.digits !== option.digits &&
    score - other.score < minLead
  );
}

function isUrgent({ topics }: MatchContext, { text }: MenuOption): boolean {
  return tables.urgentTopics.some((topic) => topics.all.has(topic) && topicsOf(wordsOf(text)).has(topic));
}

// Chosen with `npm run bench -- menu-texts`: with lower values more calls arrive, and more of them in a wrong queue.

/** How likely an option must be. */
const likelyEnough = 0.6;
/** The same if it also shares a telling word with the intent, and no other option is nearly as likely. */
const likelyByWordsToo = 0.45;
const clearLead = 3;
/** The same if there are only two options, or no other that can be compared: then one looks likely even if callers want neither. */
const likelyOfTwo = 0.8;
const likelyAlone = 0.95;
/** As good as certain. */
const nearlyCertain = 0.8;

/** @param compared how many options there are to compare, with those that the call rules out */
function likelyChoice(
  [first, second]: readonly LikelyOption[],
  amongTried: readonly LikelyOption[],
  fitting: readonly ScoredChoice[],
  compared: number,
  knowsSentences: boolean,
): Choice | undefined {
  if (first === undefined) return undefined;
  const { option, likelihood } = first;
  const byWords = fitting.find(
    (each) => each.fit === 'intent' && each.option === option && each.isBySound !== true,
  );
  const isTelling = byWords !== undefined && byWords.isThin !== true;
  const isAhead = likelihood > clearLead * (second?.likelihood ?? 0);
  const needed =
    { 1: likelyAlone, 2: likelyOfTwo }[compared] ?? (isTelling && isAhead ? likelyByWordsToo : likelyEnough);
  const isLeftOver =
    !isTelling && (amongTried.find((each) => each.option === option)?.likelihood ?? 0) < needed;
  if (likelihood < needed || isLeftOver) return undefined;
  const isCertain = likelihood >= nearlyCertain;
  const isMeant = isTelling ? !isCertain : isCertain && byWords === undefined && knowsSentences;
  return {
    option,
    fit: 'intent',
    reason: byWords?.reason ?? `"${option.text}" is what callers with such an intent want`,
    ...(isCertain && isTelling ? {} : { isGuess: true }),
    ...(isMeant ? { isMeant } : {}),
    ...(byWords?.isLone === true ? { isLone: true } : {}),
  };
}

/** "If you do not have it", for a caller who does not have it. */
function chooseMet(option: MenuOption): ScoredChoice {
  return { option, fit: 'usual', score: 2, reason: whyMet(option) };
}

function chooseLanguage(context: MatchContext, option: MenuOption): ScoredChoice | undefined {
  const language = languageNamed(wordsOf(option.text));
  if (language === undefined || !speaks(context, language)) return undefined;
  return { option, fit: 'language', score: 1, reason: `"${option.text}" continues in the call's language` };
}

/** @returns undefined for an option that fits in no way. */
function chooseByWords(
  context: MatchContext,
  { option, words, topics, score, why, isThin, isLone, leads }: OptionMatch,
): ScoredChoice | undefined {
  const choice = (fit: Fit, reason: string, score = 1): ScoredChoice => ({ option, fit, score, reason });
  const isForCaller = !isForOthers(words, context.intent);
  if ((score >= minScore || leads) && isForCaller) {
    const reason = `"${option.text}" fits the intent by ${why}`;
    const scored = choice('intent', reason, score + (leads ? leaderBonus : 0));
    const fitting: ScoredChoice = isLone ? { ...scored, isLone } : scored;
    const sharesCommonplace =
      leads &&
      context.menu.length > 1 &&
      words.some((word) => saysLittle.includes(word) && context.words.includes(word));
    return isThin && !sharesCommonplace ? { ...fitting, isThin } : fitting;
  }
  const alike = wordsSoundingAlike(context, words);
  if (score + soundWeight * alike.length >= minScore && topics.size === 0 && isForCaller) {
    const reason = `"${option.text}" sounds like "${alike.join(' ')}"`;
    return { ...choice('intent', reason, score / 2), isBySound: true };
  }
  const isOperator = leadsToPerson(words);
  // "Personal loans" are not for most callers.
  if (!isOperator && topics.size === 0 && isForMostCallers(context, option.text, words))
    return choice('usual', `"${option.text}" is for most callers`);
  // Of two options that lead to a person, the one without a topic comes first.
  if (isOperator)
    return choice(
      'operator',
      `nothing fits the intent: "${option.text}" leads to a person`,
      topics.size === 0 ? 2 : 1,
    );
  // A caller who wants something that was not offered first hears what else there is. One who only wants a person does not.
  if (leadsFurther(words) && topics.size === 0 && saysMoreThanPerson(context))
    return choice('further', `nothing else fits the intent: "${option.text}"`);
  return isForTheRest(words) ? choice('other', `nothing fits the intent: "${option.text}"`) : undefined;
}

/** "A representative." */
function asksForPerson(context: MatchContext): boolean {
  return says(context.words, tables.operatorWords) && !saysMoreThanPerson(context);
}

/** Whether an intent names something that the caller wants, and not merely somebody to talk to. */
function saysMoreThanPerson({ intent, words }: MatchContext): boolean {
  return sayingSomething(words, languageOf(intent)).some((word) => !says([word], tables.operatorWords));
}

/** Whether the call may continue in a language: that of the intent, or one that the intent names. */
function speaks({ intent, words }: MatchContext, language: string): boolean {
  return language === languageOf(intent) || words.some((word) => namesLanguage(word) === language);
}
