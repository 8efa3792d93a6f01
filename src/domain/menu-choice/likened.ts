import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { likenessByExample } from './by-example.ts';
import { isForTheRest, isForWhoeverIs, leadsToPerson } from './for-whom.ts';
import { type About, likeness, mainPartOf } from './likeness.ts';
import { topicsOf, wordsOf } from './what-texts-say.ts';

/** `npm run bench -- menu-texts` shows what these come to: with less, more calls arrive, and more of them in a wrong queue. */
const enoughLike = 0.3;
/** How much less like the errand the next option must be. */
const clearlyLike = 0.2;
/** An option that is so much more like the errand makes another one doubtful. */
const contradicting = 0.2;
/** What words say against an option: it is for the opposite, or about something else. */
const wordsWeight = 0.2;
const maxAgainst = -2;

/** An option, and how like such calls as the errand it is. */
export interface Likened {
  option: MenuOption;
  like: number;
}

/** Those of the options that are for something of their own, the one most like the errand first. The examples are English. */
export function likenedTo(about: About, options: readonly MenuOption[]): Likened[] {
  if (languageOf(about.intent) !== 'en') return [];
  return options
    .map((option) => ({ option, words: wordsOf(option.text) }))
    .filter(({ words }) => !leadsToPerson(words) && !isForTheRest(words) && !isForWhoeverIs(words))
    .map(({ option, words }) => ({ option, words, like: likeOf(about, option.text) }))
    .filter(({ like }) => like > 0)
    .map(({ option, words, like }) => {
      const against = Math.max(maxAgainst, Math.min(likeness(about, words, topicsOf(words)).score, 0));
      return { option, like: like + wordsWeight * against };
    })
    .toSorted((one, other) => other.like - one.like);
}

/** What is mentioned aside leads nowhere by itself: "a wheelchair FOR MY FLIGHT". */
function likeOf({ intent }: About, text: string): number {
  const main = mainPartOf(wordsOf(intent), 'en').join(' ');
  return Math.sqrt(likenessByExample(intent, text) * likenessByExample(main, text));
}

/** The option that is clearly most like such calls. */
export function likeliestOf([first, ...others]: readonly Likened[]): MenuOption | undefined {
  if (first === undefined || first.like < enoughLike) return undefined;
  const next = others.find(({ option }) => option.digits !== first.option.digits)?.like ?? 0;
  return first.like - next < clearlyLike ? undefined : first.option;
}

/** Whether another option is so much more like such calls that this one is doubtful. */
export function contradicts({ digits }: MenuOption, likened: readonly Likened[]): boolean {
  const own = likened.find(({ option }) => option.digits === digits)?.like ?? 0;
  return likened.some(({ option, like }) => option.digits !== digits && like - own > contradicting);
}
