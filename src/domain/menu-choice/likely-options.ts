import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isForTheRest, isForWhoeverIs, leadsToPerson, saysMoreIsThere } from './for-whom.ts';
import { closeness, likelihoodsOf } from './learned-meaning.ts';
import type { MatchContext } from './match-context.ts';
import { scoreMatch } from './match-score.ts';
import { saysOpposite } from './same-meaning.ts';
import { saysOtherTimeOrAmount } from './times-and-amounts.ts';
import { topicsOf, wordsOf } from './what-texts-say.ts';

/** What a point of the score by words adds to a logit, and how many points count. */
const scoreWeight = 1.5;
const maxScore = 3;
/** For the key that shares clearly the most words with the intent. */
const leaderBonus = 0.4;

/** An option and how likely it is what the caller wants, 0..1. */
export interface LikelyOption {
  option: MenuOption;
  likelihood: number;
}

/**
 * The options for a purpose of their own, the likeliest first: by what they mean and by the words that they share with the intent.
 * English only, since the meanings are.
 */
export function rankByLikelihood(context: MatchContext, options: readonly MenuOption[]): LikelyOption[] {
  if (languageOf(context.intent) !== 'en') return [];
  const candidates = options
    .map((option) => ({ option, words: wordsOf(option.text) }))
    .filter(
      ({ words }) =>
        words.length > 0 &&
        !leadsToPerson(words) &&
        !isForTheRest(words) &&
        !isForWhoeverIs(words) &&
        !saysMoreIsThere(words) &&
        !isOpposite(context, words),
    );
  const meanings = closeness(
    context.intent,
    candidates.map(({ option }) => option.text),
  );
  // The words of such an intent are not known, and those that an option shares with it decide.
  if (meanings.every((meaning) => meaning === 0)) return [];
  const best = new Map<string, { option: MenuOption; logit: number }>();
  for (const [at, { option, words }] of candidates.entries()) {
    const match = scoreMatch(context, words, topicsOf(words));
    // A single word that says little speaks for nothing.
    const score = match.isThin ? Math.min(match.score, 0) : match.score;
    const leads = option.digits === context.leader && score > 0 ? leaderBonus : 0;
    const logit = meanings[at]! + scoreWeight * Math.max(-maxScore, Math.min(maxScore, score + leads));
    // Two hearings of one key are one option.
    if (logit > (best.get(option.digits)?.logit ?? -Infinity)) best.set(option.digits, { option, logit });
  }
  const likelihoods = likelihoodsOf([...best.values()].map(({ logit }) => logit));
  return [...best.values()]
    .map(({ option }, at) => ({ option, likelihood: likelihoods[at]! }))
    .toSorted((one, other) => other.likelihood - one.likelihood);
}

/** "The previous message" is for nobody who wants the next one. */
function isOpposite({ words }: MatchContext, text: readonly string[]): boolean {
  return words.some((word) => saysOpposite(text, word)) || saysOtherTimeOrAmount(text, words);
}
