import type { MenuLanguage } from '../menu-speech/language.ts';
import { languageOf } from '../menu-speech/language-of.ts';
import { isForTheRest } from './for-whom.ts';
import { meansSame, saysOpposite } from './same-meaning.ts';
import { saysPhrase, soundsAlike } from './same-words.ts';
import * as tables from './topics.ts';
import type { Topic } from './topics.ts';
import { commonWords, contentOf, sayingSomething, saysWord, topicsOf, wordsOf } from './what-texts-say.ts';

/** What is known about the reason for a call. */
export interface Errand {
  intent: string;
  facts: readonly { label: string }[];
}

/** `main`: the words before what is mentioned aside; `menu`: those of each option; `leader`: the key of the one with the most words of the errand. */
export type About = Errand & {
  words: readonly string[];
  main: readonly string[];
  before: readonly (readonly string[])[];
  menu: readonly (readonly string[])[];
  leader: string | undefined;
  topics: Record<'all' | 'main' | 'facts', ReadonlySet<Topic>> & {
    menu: readonly ReadonlySet<Topic>[];
  };
};

/** Weight of two words that stand together in both. */
const pairWeight = 0.5;

function pairsOf(
  words: readonly string[],
  text: readonly string[],
  common: readonly string[],
  menu: About['menu'],
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

/** How much an option has in common with the errand, and what that is. */
export function likeness(
  { intent, words, main, menu, before, topics, facts }: About,
  text: readonly string[],
  ofOption: ReadonlySet<Topic>,
): { score: number; why: string; isThin: boolean } {
  const language = languageOf(intent);
  const optionsAbout = (topic: Topic): number => topics.menu.filter((each) => each.has(topic)).length;
  // "All other questions" is not about "the other participants".
  const isRest = isForTheRest(text);
  const common = commonWords(words, text, language).filter((word) => !isRest || !meansSame(word, 'other'));
  // A topic that is mentioned aside counts only with its word, unless it is urgent.
  const counts = (topic: Topic): boolean =>
    topics.main.has(topic) || tables.urgentTopics.includes(topic) || topicsOf(common).has(topic);
  const shared = [...ofOption].filter((topic) => topics.all.has(topic) && counts(topic));
  const isBroader =
    ![...topics.all].some((topic) => optionsAbout(topic) > 0) &&
    [...topics.main].some((topic) => ofOption.has(tables.broaderTopics[topic] ?? topic));
  // An option with other topics is for somebody else, even if it has a word in common.
  const isElsewhere = ofOption.size > 0 && shared.length === 0 && !isBroader;
  const isOfFacts = shared.length > 0 && [...ofOption].some((topic) => topics.facts.has(topic));
  const isOfferedForFact = saysWhatIsKnown(text, facts);
  const isOvertaken = tables.urgentTopics.some(
    (topic) => topics.all.has(topic) && optionsAbout(topic) > 0 && !ofOption.has(topic),
  );
  // "Glass damage only" is for no other damage.
  const isOnlyForOthers =
    text.includes('only') &&
    contentOf(text, language).some((word) => word !== 'only' && !saysWord(words, word));
  const others = contentOf(text, language).filter((word) => !saysWord(words, word)).length;
  const saysMore = sayingSomething(words, language).length > 0;
  const ledHere = shared.length < 2 && common.every((word) => before.some((each) => saysWord(each, word)));
  const isAside =
    !common.some((word) => saysWord(main, word)) &&
    !shared.some((topic) => topics.main.has(topic) && optionsAbout(topic) === 1);
  return {
    score:
      shared.reduce(
        (sum, topic) =>
          sum +
          (saysMore && tables.vagueTopics.includes(topic) ? vagueWeight : topicWeight) /
            Math.max(1, optionsAbout(topic)),
        0,
      ) +
      common.reduce((sum, word) => sum + weightOf(word, menu) * (saysWord(main, word) ? 1 : asideWeight), 0) +
      pairWeight * pairsOf(words, text, common, menu) +
      (isBroader ? broaderWeight : 0) -
      (isElsewhere ? 1 : 0) -
      (isRest ? 1 : 0) -
      (isOnlyForOthers ? 3 : 0) -
      (isOvertaken ? urgentWeight : 0) -
      (words.some((word) => saysOpposite(text, word)) ? oppositeWeight : 0) -
      0.1 * Math.max(0, ofOption.size - shared.length) +
      (isOfFacts ? 0.25 : 0) +
      (isOfferedForFact ? 1 : 0),
    isThin:
      !isOfferedForFact &&
      common.length === 1 &&
      sayingSomething(words, language).length > 1 &&
      ((menu.length < 2 && shared.length === 0) || (others > 0 && isAside) || (others > 0 && ledHere)),
    why:
      common.length > 0
        ? `"${common.join(' ')}"`
        : (shared.length > 0 ? shared : [...ofOption]).map(nameTopic).join(', '),
  };
}

/** More than the words that "the next message" and "the previous message" have in common. */
const oppositeWeight = 2;
const urgentWeight = 4;
/** Enough where nothing else fits, and no more. */
const broaderWeight = 1.2;

/** To be divided by the options that are about it: a topic of several identifies none of them. */
const topicWeight = 2;
/** Of a topic that any company mentions, where the errand says more. */
const vagueWeight = 0.5;

/** "If you know your tracking number": a fact of the call. */
function saysWhatIsKnown(text: readonly string[], facts: About['facts']): boolean {
  const at = text.findIndex((word) => ['know', 'have'].includes(word));
  return at >= 0 && facts.some(({ label }) => saysPhrase(text.slice(at), wordsOf(label)));
}

/** What an errand is about, without what it mentions after that: "a wheelchair FOR MY FLIGHT". */
export function mainPartOf(words: readonly string[], language: MenuLanguage): readonly string[] {
  const end = words.findIndex(
    (word, at) =>
      tables.prepositions.includes(word) && sayingSomething(words.slice(0, at), language).length > 0,
  );
  return end < 0 ? words : words.slice(0, end);
}

/** Of a word that is mentioned aside. */
const asideWeight = 0.6;

/** Less than an understood word: one alone is not enough. */
export const soundWeight = 0.7;

/** Words of the errand that sound like a word of the option and were not understood. */
export function wordsAlike({ intent, words }: About, text: readonly string[]): string[] {
  const understood = commonWords(words, text, languageOf(intent));
  return sayingSomething(words, languageOf(intent)).filter(
    (word) => !understood.includes(word) && text.some((other) => soundsAlike(word, other)),
  );
}

/** A word that stands in several options identifies none of them by itself. */
function weightOf(word: string, menu: readonly (readonly string[])[]): number {
  const count = menu.filter((text) => saysWord(text, word)).length;
  return 1 / Math.max(1, count);
}

function nameTopic(topic: Topic): string {
  return topic.replaceAll('_', ' ');
}
