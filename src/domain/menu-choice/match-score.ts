import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isForTheRest } from './for-whom.ts';
import { dialOut } from './implied-words.ts';
import { impliedBy, type MatchContext } from './match-context.ts';
import { saysOpposite } from './same-meaning.ts';
import { shareWords } from './shared-words.ts';
import { isForKnownNumber } from './standing.ts';
import { isTimeOrAmount, saysOtherTimeOrAmount } from './times-and-amounts.ts';
import * as tables from './topics.ts';
import type { Topic } from './topics.ts';
import { contentOf, sayingSomething, saysWord, topicsOf, wordsOf } from './what-texts-say.ts';

/** What an option's topics have to do with those of a call. */
interface SharedTopics {
  topics: readonly Topic[];
  /** Of these topics alone. */
  score: number;
  /** One of them is the topic of no other option. */
  areTelling: boolean;
  /** The menu has no option for the call's topics, but this one is for a broader topic. */
  isBroader: boolean;
  /** It is for other callers, even if it shares a word. */
  hasOtherTopicsOnly: boolean;
  /** It is only for callers who ask for its topic: "billing and payment arrangements" is for all questions about a bill, unless another is. */
  isUnaskedFor: boolean;
  /** Another option has the urgent topic of the call. */
  missesUrgentTopic: boolean;
  /** The call has a fact about one of its topics. */
  isOfFacts: boolean;
}

/** @param common the words that the option shares with the intent. @param saysMore the intent says more than a vague topic. */
function shareTopics(
  { topics }: MatchContext,
  ofOption: ReadonlySet<Topic>,
  common: readonly string[],
  saysMore: boolean,
): SharedTopics {
  const optionsAbout = (topic: Topic): number => topics.menu.filter((each) => each.has(topic)).length;
  // A topic outside the main part counts only if the option also shares its word, unless the topic is urgent.
  const counts = (topic: Topic): boolean =>
    topics.main.has(topic) || tables.urgentTopics.includes(topic) || topicsOf(common).has(topic);
  const shared = [...ofOption].filter((topic) => topics.all.has(topic) && counts(topic));
  const isBroader =
    ![...topics.all].some((topic) => optionsAbout(topic) > 0) &&
    [...topics.main].some((topic) => ofOption.has(tables.broaderTopics[topic] ?? topic));
  const isExclusive = (each: ReadonlySet<Topic>): boolean =>
    tables.exclusiveTopics.some((topic) => each.has(topic) && !topics.all.has(topic));
  const weightOf = (topic: Topic): number =>
    saysMore && tables.vagueTopics.includes(topic) ? vagueWeight : topicWeight;
  return {
    topics: shared,
    score: shared.reduce((sum, topic) => sum + weightOf(topic) / Math.max(1, optionsAbout(topic)), 0),
    areTelling: shared.some((topic) => topics.main.has(topic) && optionsAbout(topic) === 1),
    isBroader,
    hasOtherTopicsOnly: ofOption.size > 0 && shared.length === 0 && !isBroader,
    isUnaskedFor:
      isExclusive(ofOption) &&
      (shared.length === 0 ||
        topics.menu.some((each) => !isExclusive(each) && shared.some((topic) => each.has(topic)))),
    missesUrgentTopic: tables.urgentTopics.some(
      (topic) => topics.all.has(topic) && optionsAbout(topic) > 0 && !ofOption.has(topic),
    ),
    isOfFacts: shared.length > 0 && [...ofOption].some((topic) => topics.facts.has(topic)),
  };
}

/**
 * How well an option matches the purpose of a call by words and topics, and which of them show it.
 * @param text the option's words.
 * @returns `isThin`: only one shared word speaks for it; `isLone`: that is at most one of its several words; `isOpposite`: it says the
 *   opposite of what the call wants.
 */
function scoreMatch(
  context: MatchContext,
  text: readonly string[],
  ofOption: ReadonlySet<Topic>,
  isForKnownFact: boolean,
): { score: number; why: string; isThin: boolean; isLone: boolean; isOpposite: boolean } {
  const { intent, words, main, menu, before } = context;
  const language = languageOf(intent);
  const meaningful = sayingSomething(words, language);
  const { words: common, score: wordScore, others, isForOther } = shareWords(context, text);
  const { topics: shared, ...of } = shareTopics(context, ofOption, common, meaningful.length > 0);
  // "Glass damage only" is not for other damage.
  const isOnlyForOthers =
    text.includes('only') &&
    contentOf(text, language).some((word) => word !== 'only' && !saysWord(words, word));
  const isOpposite = saysOppositeOf(words, text);
  const wasSaidBefore =
    shared.length < 2 && common.every((word) => before.some((each) => saysWord(each, word)));
  const isOutsideMain = !common.some((word) => saysWord(main, word)) && !of.areTelling;
  return {
    score:
      of.score +
      wordScore +
      (of.isBroader ? broaderWeight : 0) -
      (of.hasOtherTopicsOnly ? otherTopicsWeight(context) : 0) -
      (isForOther ? 1 : 0) -
      (isForTheRest(text) ? 1 : 0) -
      (of.isUnaskedFor ? 2 : 0) -
      (isOnlyForOthers ? 3 : 0) -
      (of.missesUrgentTopic ? urgentWeight : 0) -
      (isOpposite ? oppositeWeight : 0) -
      0.1 * Math.max(0, ofOption.size - shared.length) +
      (of.isOfFacts ? 0.25 : 0) +
      (isForKnownFact ? 1 : 0),
    isOpposite,
    isLone: !isForKnownFact && common.length < 2 && meaningful.length > 1 && !isTimeOrAmount(text),
    isThin:
      !isForKnownFact &&
      common.length === 1 &&
      meaningful.length > 1 &&
      ((menu.length < 2 && shared.length === 0) || (others > 0 && (isOutsideMain || wasSaidBefore))),
    why:
      common.length > 0
        ? `"${common.join(' ').replace(dialOut, 'call')}"`
        : (shared.length > 0 ? shared : [...ofOption]).map(nameTopic).join(', '),
  };
}

/** An option with its words, its topics, and how well these match the purpose of a call. */
export interface OptionMatch extends ReturnType<typeof scoreMatch> {
  option: MenuOption;
  words: readonly string[];
  topics: ReadonlySet<Topic>;
  /** This key clearly shares the most words with the intent. */
  leads: boolean;
}

/** What it adds to the score: of two options that score alike, the one that shares more words is better, however common these are. */
export const leaderBonus = 0.4;

export function matchOption(context: MatchContext, option: MenuOption): OptionMatch {
  const words = wordsOf(option.text);
  const topics = topicsOf(words);
  const match = scoreMatch(context, words, topics, isForKnownNumber(option, context.facts));
  return { ...match, option, words, topics, leads: option.digits === context.leader && match.score > 0 };
}

/** "The previous message" is not for a caller who wants the next one. "Make a claim, or ask about one you have made" is for a new one, too. */
function saysOppositeOf(words: readonly string[], text: readonly string[]): boolean {
  const implied = impliedBy(text);
  return (
    words.some((word) => saysOpposite(text, word) && !implied.includes(word)) ||
    saysOtherTimeOrAmount(text, words)
  );
}

/** An intent without a topic may be about any: "get passport pictures taken" is for "photos or store hours". */
function otherTopicsWeight({ topics }: MatchContext): number {
  return topics.all.size > 0 ? 1 : 0.5;
}

/** Outweighs the words that "the next message" and "the previous message" share. */
const oppositeWeight = 2;
const urgentWeight = 4;
/** Just enough to be chosen if nothing else fits. */
const broaderWeight = 1.2;

/** Divided by the number of options about the topic: one that several share identifies none of them. */
const topicWeight = 2;
/** For a topic that any company mentions, if the intent says more than that. */
const vagueWeight = 0.5;

function nameTopic(topic: Topic): string {
  return topic.replaceAll('_', ' ');
}
