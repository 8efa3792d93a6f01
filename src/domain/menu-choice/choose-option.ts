import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { type CallPurpose, isAllowed, languageNamed, namesLanguage } from './allowed-options.ts';
import { clearlyBest, contradicts, leads, type RankedOption, rankByExample } from './example-ranking.ts';
import { isForTheRest, isForWhoeverIs, leadsFurther, leadsToPerson, saysWhoIs } from './for-whom.ts';
import { contextOf, type MatchContext, minLead, minScore } from './match-context.ts';
import { scoreMatch } from './match-score.ts';
import { soundWeight, wordsSoundingAlike } from './shared-words.ts';
import * as tables from './topics.ts';
import { says, saysLittle, sayingSomething, topicsOf, wordsOf } from './what-texts-say.ts';

/** How well an option fits; the best first. */
const fits = ['intent', 'language', 'usual', 'further', 'operator', 'other'] as const;
export type Fit = (typeof fits)[number];

export interface Choice {
  option: MenuOption;
  fit: Fit;
  /** A sentence for the owner. */
  reason: string;
  /** Chosen only because a word sounds like one of the intent: it may have been misheard. */
  isBySound?: true;
  /** Chosen by examples of what callers say: it need not share a word with the intent. */
  isByExample?: true;
  /** Another option fits nearly as well. */
  isClose?: true;
  /** A single word of several speaks for it. */
  isLone?: true;
  /** It shares a single word with the intent, and no other option was understood, or an earlier menu said that word too. */
  isThin?: true;
}

interface ScoredChoice extends Choice {
  score: number;
}

/** Decides between two options that score alike in favour of the one that shares more words, however common these are. */
const leaderBonus = 0.4;

/**
 * The option that fits best. Words and topics decide first. Examples of such calls decide where words do not, and may overrule a choice
 * that rests on a single word; elsewhere they can only make it doubtful. The same input always gets the same answer. An option that pays,
 * hangs up, goes back or changes the language is chosen only if the intent asks for it.
 * @param before what earlier menus of the call offered: a word that led here says little about the next choice.
 */
export function chooseOption(
  purpose: CallPurpose,
  options: readonly MenuOption[],
  before: readonly MenuOption[] = [],
): Choice | undefined {
  const context = contextOf(purpose, options, before);
  const fitting = options.flatMap((option) => scoreOption(context, option) ?? []);
  const [first, ...others] = fitting;
  const isInCallsLanguage = ({ text }: MenuOption): boolean => languageNamed(wordsOf(text)) === undefined;
  const ranked = rankByExample(
    context,
    options.filter((option) => isAllowed(purpose, option) && isInCallsLanguage(option)),
  );
  const hasWayOut = fitting.some(({ fit }) => ['operator', 'other'].includes(fit));
  const example = choiceByExample(ranked, hasWayOut ? leads.withWayOut : leads.withoutWayOut);
  if (first === undefined) return example;
  const best = others.reduce((leader, other) => (isBetter(other, leader) ? other : leader), first);
  if (example !== undefined && best.fit !== 'intent') return example;
  // That examples favour the same option adds nothing: they contain the word that it shares with the intent.
  if (best.isThin === true && !isUrgent(context, best.option) && isForOther(best, example)) return example;
  if (best.isLone === true && !isUrgent(context, best.option)) {
    const stronger = choiceByExample(ranked, leads.overLoneWord);
    if (isForOther(best, stronger)) return stronger;
  }
  const isDoubtful =
    fitting.some((other) => isCloseTo(best, other)) ||
    (!isUrgent(context, best.option) && contradicts(best.option, ranked));
  return isDoubtful ? { ...best, isClose: true } : best;
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

function isForOther({ option }: Choice, other: Choice | undefined): other is Choice {
  return other !== undefined && other.option.digits !== option.digits;
}

function choiceByExample(ranked: readonly RankedOption[], minLead: number): Choice | undefined {
  const option = clearlyBest(ranked, minLead);
  if (option === undefined) return undefined;
  const reason = `"${option.text}" fits the intent by examples of such calls`;
  return { option, fit: 'intent', reason, isByExample: true };
}

/** @returns undefined for an option that may not be chosen, or fits in no way. */
function scoreOption(context: MatchContext, option: MenuOption): ScoredChoice | undefined {
  const words = wordsOf(option.text);
  if (words.length === 0) return undefined;
  const choice = (fit: Fit, reason: string, score = 1): ScoredChoice => ({ option, fit, score, reason });
  const language = languageNamed(words);
  if (language !== undefined)
    return speaks(context, language)
      ? choice('language', `"${option.text}" continues in the call's language`)
      : undefined;
  if (!isAllowed(context, option)) return undefined;
  const topics = topicsOf(words);
  const { score, why, isThin, isLone } = scoreMatch(context, words, topics);
  const leads = option.digits === context.leader && score > 0;
  const isForOthers = isForWhoeverIs(words) && !saysWhoIs(context.intent);
  if ((score >= minScore || leads) && !isForOthers) {
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
  if (score + soundWeight * alike.length >= minScore && topics.size === 0 && !isForOthers) {
    const reason = `"${option.text}" sounds like "${alike.join(' ')}"`;
    return { ...choice('intent', reason, score / 2), isBySound: true };
  }
  const isOperator = leadsToPerson(words);
  const isUsual =
    says(words, tables.usualWords) &&
    ![words, context.words].some((each) => says(each, tables.newcomerWords));
  // "Personal loans" are not for most callers.
  if (isUsual && !isOperator && topics.size === 0)
    return choice('usual', `"${option.text}" is for most callers`);
  // Of two options that lead to a person, the one without a topic comes first.
  if (isOperator)
    return choice(
      'operator',
      `nothing fits the intent: "${option.text}" leads to a person`,
      topics.size === 0 ? 2 : 1,
    );
  // Who wants something that was not offered hears what else there is first; who wants only a person does not.
  if (leadsFurther(words) && topics.size === 0 && saysMoreThanPerson(context))
    return choice('further', `nothing else fits the intent: "${option.text}"`);
  return isForTheRest(words) ? choice('other', `nothing fits the intent: "${option.text}"`) : undefined;
}

/** Whether an intent names something to be had, and not merely somebody to talk to. */
function saysMoreThanPerson({ intent, words }: MatchContext): boolean {
  return sayingSomething(words, languageOf(intent)).some((word) => !says([word], tables.operatorWords));
}

/** Whether the call may continue in a language: that of the intent, or one that the intent names. */
function speaks({ intent, words }: MatchContext, language: string): boolean {
  return language === languageOf(intent) || words.some((word) => namesLanguage(word) === language);
}
