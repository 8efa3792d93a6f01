import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isAllowed, languageNamed, namesLanguage } from './allowed-options.ts';
import { clearlyBest, contradicts, leads, type RankedOption, rankByExample } from './example-ranking.ts';
import { isForTheRest, isForWhoeverIs, leadsFurther, leadsToPerson, saysWhoIs } from './for-whom.ts';
import {
  type CallPurpose,
  mainPart,
  type MatchContext,
  scoreMatch,
  soundWeight,
  wordsSoundingAlike,
} from './match-score.ts';
import { withMeanings } from './same-meaning.ts';
import * as tables from './topics.ts';
import {
  commonWords,
  says,
  saysLittle,
  sayingSomething,
  saysWord,
  topicsOf,
  wordsOf,
} from './what-texts-say.ts';

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

/** What an option needs to fit the intent. */
const minScore = 1;
/** A smaller difference between two scores may come from a misheard word. */
const minLead = 0.3;
/** Decides between two options that score alike in favour of the one that shares more words, however common these are. */
const leaderBonus = 0.4;
/** Weight of a shared word that intents and menus of any topic contain. */
const commonplaceWeight = 0.4;

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

function contextOf(
  { intent, facts }: CallPurpose,
  options: readonly MenuOption[],
  before: readonly MenuOption[],
): MatchContext {
  const purpose = { intent: intent.replace(unknownExtension, ''), facts };
  const allowed = options.filter((option) => isAllowed(purpose, option));
  const menu = wordsByKey(allowed);
  const said = wordsOf(purpose.intent);
  const words = [...withMeanings(said), ...impliedBy(said), ...waysToPerson(purpose.intent)];
  const main = withMeanings(mainPart(said, languageOf(purpose.intent)));
  return {
    ...purpose,
    words,
    main,
    menu,
    leader: findLeader(purpose, words, allowed),
    before: before.map(({ text }) => wordsOf(text)),
    topics: {
      all: topicsOf(words),
      main: topicsOf(main),
      facts: topicsOf(wordsOf(purpose.facts.map(({ label }) => label).join(' '))),
      menu: menu.map(topicsOf),
    },
  };
}

const unknownExtension = /\b(?:don['’]t|do not) (?:know|have) (?:his|her|their|the) extension\b/gi;

/** "Cancel my reservation" means an existing one. */
function impliedBy(words: readonly string[]): string[] {
  if (words.some((word) => ['new', 'existing'].includes(word))) return [];
  if (says(words, tables.impliesExisting)) return ['existing'];
  return says(words, tables.impliesNew) ? ['new'] : [];
}

/** "Put me through to Oscar" is a matter of extensions or the directory, "look up Mrs Miller" of the directory. */
function waysToPerson(intent: string): string[] {
  const isNamedAfter = (words: string): boolean =>
    new RegExp(String.raw`\b(?:${words}) (?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}`, 'u').test(intent);
  if (isNamedAfter('look up|find|get hold of')) return ['directory'];
  const connecting = '(?:put (?:me )?through|connect(?:ed)?|speak|talk|transfer(?:red)?) (?:me )?(?:to|with)';
  return isNamedAfter(connecting) ? ['directory', 'extension'] : [];
}

/** Different hearings of the same key are one option. */
function wordsByKey(options: readonly MenuOption[]): string[][] {
  const words = new Map<string, string[]>();
  for (const { digits, text } of options) words.set(digits, [...(words.get(digits) ?? []), ...wordsOf(text)]);
  return [...words.values()];
}

/** Between "new telephone number" and "old telephone number", the key that shares one more word with the intent, however common it is. */
function findLeader(
  { intent }: CallPurpose,
  words: readonly string[],
  options: readonly MenuOption[],
): string | undefined {
  const language = languageOf(intent);
  const topics = topicsOf(words);
  const counts = new Map<string, number>();
  for (const option of options) {
    const text = wordsOf(option.text);
    const sharesTopic = [...topicsOf(text)].some(
      (topic) => topics.has(topic) && !tables.vagueTopics.includes(topic),
    );
    const common = commonWords(words, text, language).length + (sharesTopic ? 1 : 0);
    const commonplace = words.filter((word) => saysLittle.includes(word) && saysWord(text, word)).length;
    const count = common < minScore ? 0 : common + commonplaceWeight * commonplace;
    counts.set(option.digits, Math.max(count, counts.get(option.digits) ?? 0));
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined || first[1] < minScore) return undefined;
  return first[1] - (second?.[1] ?? 0) >= minLead ? first[0] : undefined;
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
