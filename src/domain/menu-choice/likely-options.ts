import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { bindsUnasked } from './allowed-options.ts';
import { isForOthers, isForTheRest, leadsToPerson, saysMoreIsThere } from './for-whom.ts';
import { closeness, isKnownWord, likelihoodsOf } from './learned-meaning.ts';
import type { MatchContext } from './match-context.ts';
import { leaderBonus, type OptionMatch } from './match-score.ts';
import { sayingSomething, wordsOf } from './what-texts-say.ts';

// Chosen with `npm run bench -- menu-texts`.

/** What each point of the score by words adds to a logit. */
const weight = 0.75;
/** How many points count at most. */
const maxScore = 3;

/** An option and how likely it is what the caller wants, 0..1. */
export interface LikelyOption {
  option: MenuOption;
  likelihood: number;
}

/**
 * The options that have a purpose, the likeliest first: by their meaning and by the words that they share with the intent. None if the
 * intent is not English, the only language of the model, if few of its words are known, or if it names a person.
 */
export function rankByLikelihood(context: MatchContext, matches: readonly OptionMatch[]): LikelyOption[] {
  if (languageOf(context.intent) !== 'en' || context.namesPerson || !isUnderstood(context.intent)) return [];
  const candidates = matches.filter(
    ({ words, isOpposite }) =>
      !leadsToPerson(words) &&
      !isForTheRest(words) &&
      !isForOthers(words, context.intent) &&
      !bindsUnasked(context.words, words) &&
      !saysMoreIsThere(words) &&
      !isOpposite,
  );
  const meanings = closeness(
    context.intent,
    candidates.map(({ option }) => option.text),
    context.meanings,
  );
  const best = new Map<string, { option: MenuOption; logit: number }>();
  for (const [at, { option, score, leads, isThin }] of candidates.entries()) {
    // A single word of little meaning is no evidence.
    const points = isThin ? Math.min(score, 0) : score + (leads ? leaderBonus : 0);
    const logit = meanings[at]! + weight * Math.max(-maxScore, Math.min(maxScore, points));
    // Two hearings of one key are one option.
    if (logit > (best.get(option.digits)?.logit ?? -Infinity)) best.set(option.digits, { option, logit });
  }
  const likelihoods = likelihoodsOf([...best.values()].map(({ logit }) => logit));
  return [...best.values()]
    .map(({ option }, at) => ({ option, likelihood: likelihoods[at]! }))
    .toSorted((one, other) => other.likelihood - one.likelihood);
}

/** Whether most of an intent's words are known. "Hotel reservieren" is not taken for English. */
function isUnderstood(intent: string): boolean {
  const telling = sayingSomething(wordsOf(intent), 'en');
  return telling.filter(isKnownWord).length * 2 > telling.length;
}
