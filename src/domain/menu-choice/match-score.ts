import type { MenuLanguage } from '../menu-speech/language.ts';
import { languageOf } from '../menu-speech/language-of.ts';
import { isNumber, isTimeOrAmount } from './as-menus-say.ts';
import { isForTheRest } from './for-whom.ts';
import { meansSame, saysOpposite, withMeanings } from './same-meaning.ts';
import { saysPhrase, soundsAlike } from './same-words.ts';
import * as tables from './topics.ts';
import type { Topic } from './topics.ts';
import { commonWords, contentOf, sayingSomething, saysWord, topicsOf, wordsOf } from './what-texts-say.ts';

/** Why a call is made. */
export interface CallPurpose {
  intent: string;
  facts: readonly { label: string }[];
}

/** A call's purpose and the menu that it meets, split into words and topics. */
export interface MatchContext extends CallPurpose {
  /** Of the intent, with what they imply. */
  words: readonly string[];
  /** The intent's words before its first qualification, see `mainPart`. */
  main: readonly string[];
  /** The words of the options that earlier menus of the call offered. */
  before: readonly (readonly string[])[];
  /** The words of each key that may be chosen. */
  menu: readonly (readonly string[])[];
  /** The key of the option with clearly the most words of the intent. */
  leader: string | undefined;
  topics: {
    all: ReadonlySet<Topic>;
    main: ReadonlySet<Topic>;
    facts: ReadonlySet<Topic>;
    menu: readonly ReadonlySet<Topic>[];
  };
}

/** In words: "nine o clock", "twenty dollars a month". In a longer option a number is not what it is about: "the two of you". */
const longestAmount = 4;
/** Weight of two consecutive words that the intent and the option share. */
const pairWeight = 0.5;

/** How many pairs of consecutive words the intent shares with this option and with no other. */
function countSharedPairs(
  words: readonly string[],
  text: readonly string[],
  common: readonly string[],
  menu: MatchContext['menu'],
): number {
  const says = (each: readonly string[], one: string, other: string): boolean =>
    each.some((said, at) => meansSame(said, one) && meansSame(each[at + 1] ?? '', other));
  return words.reduce((sum, word, at) => {
    const next = words[at + 1];
    const isPair =
      next !== undefined && common.includes(word) && common.includes(next) && says(text, word, next);
    return isPair && menu.filter((each) => says(each, word, next)).length < 2 ? sum + 1 : sum;
  }, 0);
}

/**
 * How well an option matches the purpose of a call by words and topics, and which of them say so.
 * @param text the option's words. @returns `isThin`: one shared word is all that speaks for it; `isLone`: it is at most one
 * word of several.
 */
export function scoreMatch(
  { intent, words, main, menu, before, topics, facts }: MatchContext,
  text: readonly string[],
  ofOption: ReadonlySet<Topic>,
): { score: number; why: string; isThin: boolean; isLone: boolean } {
  const language = languageOf(intent);
  const optionsAbout = (topic: Topic): number => topics.menu.filter((each) => each.has(topic)).length;
  // "All other questions" is not about "the other participants".
  const isRest = isForTheRest(text);
  const common = commonWords(words, withMeanings(text), language).filter(
    (word) => !(isRest && meansSame(word, 'other')) && !(isNumber(word) && text.length > longestAmount),
  );
  // A topic outside the main part counts only if the option also shares its word, unless the topic is urgent.
  const counts = (topic: Topic): boolean =>
    topics.main.has(topic) || tables.urgentTopics.includes(topic) || topicsOf(common).has(topic);
  const shared = [...ofOption].filter((topic) => topics.all.has(topic) && counts(topic));
  const isBroader =
    ![...topics.all].some((topic) => optionsAbout(topic) > 0) &&
    [...topics.main].some((topic) => ofOption.has(tables.broaderTopics[topic] ?? topic));
  // An option with only other topics is for other callers, even if it shares a word.
  const hasOtherTopicsOnly = ofOption.size > 0 && shared.length === 0 && !isBroader;
  const sharesTopicOfFacts = shared.length > 0 && [...ofOption].some((topic) => topics.facts.has(topic));
  const isForKnownFact = isForKnownNumber(text, facts);
  const missesUrgentTopic = tables.urgentTopics.some(
    (topic) => topics.all.has(topic) && optionsAbout(topic) > 0 && !ofOption.has(topic),
  );
  const isExclusive = (each: ReadonlySet<Topic>): boolean =>
    tables.exclusiveTopics.some((topic) => each.has(topic) && !topics.all.has(topic));
  // "Billing and payment arrangements" is for every bill if no other option is.
  const isUnaskedFor =
    isExclusive(ofOption) &&
    (shared.length === 0 ||
      topics.menu.some((each) => !isExclusive(each) && shared.some((topic) => each.has(topic))));
  // "Glass damage only" is not for other damage.
  const isOnlyForOthers =
    text.includes('only') &&
    contentOf(text, language).some((word) => word !== 'only' && !saysWord(words, word));
  const others = contentOf(text, language).filter((word) => !saysWord(words, word)).length;
  const wasSaidBefore =
    shared.length < 2 && common.every((word) => before.some((each) => saysWord(each, word)));
  const isOutsideMain =
    !common.some((word) => saysWord(main, word)) &&
    !shared.some((topic) => topics.main.has(topic) && optionsAbout(topic) === 1);
  const meaningful = sayingSomething(words, language);
  const topicScore = shared.reduce((sum, topic) => {
    const isVague = meaningful.length > 0 && tables.vagueTopics.includes(topic);
    return sum + (isVague ? vagueWeight : topicWeight) / Math.max(1, optionsAbout(topic));
  }, 0);
  const wordScore = common.reduce(
    (sum, word) => sum + weightOf(word, menu) * (saysWord(main, word) ? 1 : qualificationWeight),
    0,
  );
  return {
    score:
      topicScore +
      wordScore +
      pairWeight * countSharedPairs(words, text, common, menu) +
      (isBroader ? broaderWeight : 0) -
      (hasOtherTopicsOnly ? 1 : 0) -
      (isRest ? 1 : 0) -
      (isUnaskedFor ? 2 : 0) -
      (isOnlyForOthers ? 3 : 0) -
      (missesUrgentTopic ? urgentWeight : 0) -
      (words.some((word) => saysOpposite(text, word)) || saysOtherAmount(text, words) ? oppositeWeight : 0) -
      0.1 * Math.max(0, ofOption.size - shared.length) +
      (sharesTopicOfFacts ? 0.25 : 0) +
      (isForKnownFact ? 1 : 0),
    isLone: !isForKnownFact && common.length < 2 && meaningful.length > 1 && !isTimeOrAmount(text),
    isThin:
      !isForKnownFact &&
      common.length === 1 &&
      meaningful.length > 1 &&
      ((menu.length < 2 && shared.length === 0) || (others > 0 && (isOutsideMain || wasSaidBefore))),
    why:
      common.length > 0
        ? `"${common.join(' ')}"`
        : (shared.length > 0 ? shared : [...ofOption]).map(nameTopic).join(', '),
  };
}

/** "Twenty seconds", where the intent says thirty. */
function saysOtherAmount(text: readonly string[], words: readonly string[]): boolean {
  return text.some((unit, at) => {
    const number = text[at - 1] ?? '';
    const wanted = words.filter((word, index) => isNumber(word) && words[index + 1] === unit);
    return isNumber(number) && wanted.length > 0 && !wanted.includes(number);
  });
}

/** Outweighs the words that "the next message" and "the previous message" share. */
const oppositeWeight = 2;
const urgentWeight = 4;
/** Just enough to be chosen where nothing else fits. */
const broaderWeight = 1.2;

/** Divided by the number of options about the topic: one that several share identifies none of them. */
const topicWeight = 2;
/** Of a topic that any company mentions, where the intent says more. */
const vagueWeight = 0.5;

/** Whether the option is for callers who know a number that the call has as a fact: "if you know your tracking number". */
function isForKnownNumber(text: readonly string[], facts: MatchContext['facts']): boolean {
  const at = text.findIndex((word) => ['know', 'have'].includes(word));
  return at >= 0 && facts.some(({ label }) => saysPhrase(text.slice(at), wordsOf(label)));
}

/** The words of an intent without its qualifications: "a wheelchair" of "a wheelchair FOR MY FLIGHT". */
export function mainPart(words: readonly string[], language: MenuLanguage): readonly string[] {
  const end = words.findIndex(
    (word, at) =>
      tables.prepositions.includes(word) && sayingSomething(words.slice(0, at), language).length > 0,
  );
  return end < 0 ? words : words.slice(0, end);
}

/** Of a word outside the main part. */
const qualificationWeight = 0.6;

/** Less than a word that was understood: one alone does not decide. */
export const soundWeight = 0.7;

/** Words of the intent that the option does not have, but has one that sounds like them. */
export function wordsSoundingAlike({ intent, words }: MatchContext, text: readonly string[]): string[] {
  const understood = commonWords(words, text, languageOf(intent));
  return sayingSomething(words, languageOf(intent)).filter(
    (word) => !understood.includes(word) && text.some((other) => soundsAlike(word, other)),
  );
}

/** A word that several options have identifies none of them. */
function weightOf(word: string, menu: readonly (readonly string[])[]): number {
  const count = menu.filter((text) => saysWord(text, word)).length;
  return 1 / Math.max(1, count);
}

function nameTopic(topic: Topic): string {
  return topic.replaceAll('_', ' ');
}
