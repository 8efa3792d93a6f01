import { languageOf } from '../menu-speech/language-of.ts';
import { isForTheRest } from './for-whom.ts';
import type { MatchContext } from './match-context.ts';
import { meansSame, withMeanings } from './same-meaning.ts';
import { isSameWord, soundsAlike } from './same-words.ts';
import { areAlternatives, isIdleNumber, isTimeOrAmount } from './times-and-amounts.ts';
import { actionVerbs, switchingVerbs } from './topics.ts';
import { commonWords, contentOf, sayingSomething, saysWord } from './what-texts-say.ts';

/** The words of an intent that an option has as well, or means. */
export interface SharedWords {
  words: readonly string[];
  score: number;
  /** Words of the option that the intent lacks. */
  others: number;
  /**
   * They only say what to do, and the option does it to something else: "call waiting disabled", for a caller who wants to stop a
   * newspaper.
   */
  isForOther: boolean;
}

/** Weight of two consecutive words that the intent and the option share. */
const pairWeight = 0.5;
/** Weight of an option of several words that occurs in the intent literally. */
const wholeWeight = 1;
/** Weight of a verb that says what to do, if the menu also offers what to do it to: "stop FORWARDING". */
const actionWeight = 0.5;
/** Weight of a word outside the main part. */
const qualificationWeight = 0.6;
/** Weight of a day or another time, where the menu asks which. */
const offeredTimeWeight = 2;
/** Less than the weight of a word that was understood: one alone does not decide. */
export const soundWeight = 0.7;

export function shareWords(context: MatchContext, text: readonly string[]): SharedWords {
  const { intent, words, main, menu } = context;
  const shared = findShared(context, text);
  // "Monday to Friday" includes Wednesday.
  const others = contentOf(text, languageOf(intent)).filter(
    (word) => !saysWord(words, word) && !shared.some((each) => areAlternatives(each, word)),
  ).length;
  const objects = sayingSomething(words, languageOf(intent)).filter((word) => !isOneOf(actionVerbs, word));
  const hasObject = menu.some((each) => objects.some((word) => saysWord(each, word)));
  // "An appointment ON SATURDAY": where days are offered, the day is what counts.
  const isOffered = (word: string): boolean =>
    isTimeOrAmount(text) &&
    menu.filter((each) => each.some((other) => areAlternatives(word, other))).length > 1;
  const weightOf = (word: string): number =>
    isOffered(word)
      ? offeredTimeWeight
      : (saysWord(main, word) ? 1 : qualificationWeight) *
        (hasObject && isOneOf(actionVerbs, word) ? actionWeight : 1);
  const ofWords = shared.reduce((sum, word) => sum + weightOf(word) / countOptions(word, menu), 0);
  const isWhole = text.length > 1 && ` ${words.join(' ')} `.includes(` ${text.join(' ')} `);
  return {
    words: shared,
    score: ofWords + pairWeight * countSharedPairs(context, text, shared) + (isWhole ? wholeWeight : 0),
    others,
    isForOther: shared.length > 0 && shared.every((word) => isOneOf(switchingVerbs, word)) && others > 0,
  };
}

function findShared({ intent, words }: MatchContext, text: readonly string[]): string[] {
  // "All other questions" is not about "the other participants".
  const isRest = isForTheRest(text);
  const shared = commonWords(words, withMeanings(text), languageOf(intent)).filter(
    (word) => !(isRest && meansSame(word, 'other')) && !isIdleNumber(word, text),
  );
  // "My new voicemail message" shares one thing, not two, with "messages".
  return shared.filter((word, at) => !shared.slice(0, at).some((each) => meansSame(each, word)));
}

function isOneOf(verbs: readonly string[], word: string): boolean {
  return verbs.some((verb) => isSameWord(word, verb));
}

/** A word that several options have identifies none of them. */
function countOptions(word: string, menu: MatchContext['menu']): number {
  return Math.max(1, menu.filter((text) => saysWord(text, word)).length);
}

/** How many pairs of consecutive words the intent shares with this option and with no other. */
function countSharedPairs(
  { words, menu }: MatchContext,
  text: readonly string[],
  shared: readonly string[],
): number {
  const says = (each: readonly string[], one: string, other: string): boolean =>
    each.some((said, at) => meansSame(said, one) && meansSame(each[at + 1] ?? '', other));
  return words.reduce((sum, word, at) => {
    const next = words[at + 1];
    const isPair =
      next !== undefined && shared.includes(word) && shared.includes(next) && says(text, word, next);
    return isPair && menu.filter((each) => says(each, word, next)).length < 2 ? sum + 1 : sum;
  }, 0);
}

/** Words of the intent that the option does not have, but has one that sounds like them. */
export function wordsSoundingAlike({ intent, words }: MatchContext, text: readonly string[]): string[] {
  const understood = commonWords(words, text, languageOf(intent));
  return sayingSomething(words, languageOf(intent)).filter(
    (word) => !understood.includes(word) && text.some((other) => soundsAlike(word, other)),
  );
}
