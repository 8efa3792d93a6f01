import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { saysOtherTimeOrAmount } from './times-and-amounts.ts';
import { similarityByExample } from './by-example.ts';
import { isForTheRest, isForWhoeverIs, leadsToPerson } from './for-whom.ts';
import { mainPart, type MatchContext } from './match-context.ts';
import { scoreMatch } from './match-score.ts';
import { saysOpposite } from './same-meaning.ts';
import { topicsOf, wordsOf } from './what-texts-say.ts';

// Chosen with `npm run bench -- menu-texts`: with lower values more calls arrive, and more of them in a wrong queue.

/** What an option needs to be chosen by example. */
const minSimilarity = 0.1;
/** The same where no other key can be compared. */
const minSimilarityAlone = 0.3;
/** By how much the best option must lead the next one. */
export const leads = {
  /** In a menu with an option for people, or for everything else. */
  withWayOut: 0.08,
  /** In any other menu what fits best is more often wrong. */
  withoutWayOut: 0.15,
  /** To be preferred to another that shares a single word with the intent. */
  overLoneWord: 0.15,
};
/** An option that leads another by this much makes that one doubtful. */
const contradictingLead = 0.2;
/** Weight of a negative score by words: the option is about something else. */
const scoreWeight = 0.05;

/** An option with its similarity to calls of the same purpose, by examples. */
export interface RankedOption {
  option: MenuOption;
  similarity: number;
}

/** The options for a purpose of their own that resemble the call's, the most similar first. The examples are English. */
export function rankByExample(context: MatchContext, options: readonly MenuOption[]): RankedOption[] {
  if (languageOf(context.intent) !== 'en') return [];
  return options
    .map((option) => ({ option, words: wordsOf(option.text) }))
    .filter(({ words }) => !leadsToPerson(words) && !isForTheRest(words) && !isForWhoeverIs(words))
    .map(({ option, words }) => ({
      option,
      words,
      similarity: similarityTo(context, tellingWords(context, words)),
    }))
    .filter(({ words, similarity }) => similarity > 0 && !isOpposite(context, words))
    .map(({ option, words, similarity }) => {
      const { score } = scoreMatch(context, words, topicsOf(words));
      return { option, similarity: similarity + scoreWeight * Math.min(score, 0) };
    })
    .toSorted((one, other) => other.similarity - one.similarity);
}

/** The option's words without those that several options have: "the conference" tells nothing in the menu of a conference. */
function tellingWords({ menu }: MatchContext, words: readonly string[]): string {
  const telling = words.filter((word) => menu.filter((each) => each.includes(word)).length < tooMany);
  return (telling.length > 0 ? telling : words).join(' ');
}

/** As many options as have a word that identifies none of them. */
const tooMany = 3;

/** "The previous message" is for nobody who wants the next one. */
function isOpposite({ words }: MatchContext, text: readonly string[]): boolean {
  return words.some((word) => saysOpposite(text, word)) || saysOtherTimeOrAmount(text, words);
}

/** An option that resembles only a qualification of the intent ("a wheelchair FOR MY FLIGHT") is less similar. */
function similarityTo({ intent }: MatchContext, text: string): number {
  const whole = similarityByExample(intent, text);
  const main = mainPart(wordsOf(intent), 'en').join(' ');
  return Math.sqrt((whole * (whole + similarityByExample(main, text))) / 2);
}

/** The first option, if it is similar enough and clearly leads every other key. */
export function clearlyBest(
  [first, ...others]: readonly RankedOption[],
  minLead: number,
): MenuOption | undefined {
  if (first === undefined) return undefined;
  const next = others.find(({ option }) => option.digits !== first.option.digits);
  if (first.similarity < (next === undefined ? minSimilarityAlone : minSimilarity)) return undefined;
  return first.similarity - (next?.similarity ?? 0) < minLead ? undefined : first.option;
}

/** Whether another key's option is so much more similar that this one is doubtful. */
export function contradicts({ digits }: MenuOption, ranked: readonly RankedOption[]): boolean {
  const own = ranked.find(({ option }) => option.digits === digits)?.similarity ?? 0;
  return ranked.some(
    ({ option, similarity }) => option.digits !== digits && similarity - own > contradictingLead,
  );
}
