import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isForWhoeverIs, isForTheRest, leadsToPerson, saysWhoIs } from './for-whom.ts';
import { type About, type Errand, likeness, mainPartOf, soundWeight, wordsAlike } from './likeness.ts';
import { contradicts, type Likened, likenedTo, likeliestOf } from './likened.ts';
import { kindredOf, withMeanings } from './same-meaning.ts';
import { isSameWord } from './same-words.ts';
import * as tables from './topics.ts';
import { topics } from './topics.ts';
import {
  commonWords,
  says,
  sayingSomething,
  saysLittle,
  saysWord,
  topicsOf,
  wordsOf,
} from './what-texts-say.ts';

/** How well an option fits; the best first. */
export const fits = ['intent', 'language', 'usual', 'operator', 'other'] as const;
export type Fit = (typeof fits)[number];

export interface Choice {
  option: MenuOption;
  fit: Fit;
  /** A sentence for the owner. */
  reason: string;
  /** Chosen only because a word sounds like one of the errand: it may have been misheard. */
  isBySound?: true;
  /** Chosen by examples of what callers say: the words that were heard are not the errand's. */
  isByExample?: true;
  /** Another option fits nearly as well. */
  isClose?: true;
  /** One word is all that it has in common with the errand, and no other option was understood, or an earlier menu said it too. */
  isThin?: true;
}

interface Weighed extends Choice {
  score: number;
}

/** The least that an option must have in common with the intent. */
const enough = 1;

/**
 * The option that fits best, by common words and common topics, and by examples where those do not tell or another option is much more
 * like such calls. The same question always gets the same answer. An option that pays,
 * hangs up, goes back or changes the language is left out unless it fits.
 * @param before what the call's earlier menus offered: a word that led here tells little now.
 */
export function chooseOption(
  errand: Errand,
  options: readonly MenuOption[],
  before: readonly MenuOption[] = [],
): Choice | undefined {
  const menu = wordsByKey(options.filter((option) => isAllowed(errand, option)));
  const said = wordsOf(errand.intent);
  const words = [...withMeanings(said), ...impliedBy(said)];
  const main = withMeanings(mainPartOf(said, languageOf(errand.intent)));
  const about = {
    ...errand,
    words,
    main,
    menu,
    leader: leaderOf(errand, words, options),
    before: before.map(({ text }) => wordsOf(text)),
    topics: {
      all: topicsOf(words),
      main: topicsOf(main),
      facts: topicsOf(wordsOf(errand.facts.map(({ label }) => label).join(' '))),
      menu: menu.map(topicsOf),
    },
  };
  let best: Weighed | undefined;
  const fitting: Weighed[] = [];
  for (const option of options) {
    const weighed = weigh(about, option);
    if (weighed === undefined) continue;
    fitting.push(weighed);
    if (best === undefined || isBetter(weighed, best)) best = weighed;
  }
  const likened = likenedTo(
    about,
    options.filter(
      (option) => isAllowed(errand, option) && languageNamed(wordsOf(option.text)) === undefined,
    ),
  );
  const example = byExample(likened);
  if (best === undefined) return example;
  const { fit, score, option, isThin } = best;
  const isClose = fitting.some(
    (other) =>
      other.fit === fit &&
      other.isThin === isThin &&
      other.option.digits !== option.digits &&
      score - other.score < margin,
  );
  if (example !== undefined && (fit !== 'intent' || isThin === true)) return example;
  const isDoubtful = isClose || (!isUrgent(about, option) && contradicts(option, likened));
  return isDoubtful ? { ...best, isClose: true } : best;
}

function isUrgent({ topics: { all } }: About, { text }: MenuOption): boolean {
  return tables.urgentTopics.some((topic) => all.has(topic) && topicsOf(wordsOf(text)).has(topic));
}

function byExample(likened: readonly Likened[]): Choice | undefined {
  const option = likeliestOf(likened);
  if (option === undefined) return undefined;
  const reason = `"${option.text}" fits the intent by examples of such calls`;
  return { option, fit: 'intent', reason, isByExample: true };
}

/** "Cancel my reservation": an existing one. */
function impliedBy(words: readonly string[]): string[] {
  if (words.some((word) => ['new', 'existing'].includes(word))) return [];
  if (says(words, tables.impliesExisting)) return ['existing'];
  return says(words, tables.impliesNew) ? ['new'] : [];
}

/** What little else the errand has in common with one option decides between two that fit alike. */
const leadWeight = 0.4;

/** A smaller difference between two options may come from a misheard word. */
const margin = 0.3;

/** Different hearings of the same key are one option. */
function wordsByKey(options: readonly MenuOption[]): string[][] {
  const words = new Map<string, string[]>();
  for (const { digits, text } of options) words.set(digits, [...(words.get(digits) ?? []), ...wordsOf(text)]);
  return [...words.values()];
}

function isBetter(one: Weighed, best: Weighed): boolean {
  const rank = fits.indexOf(one.fit) - fits.indexOf(best.fit);
  if (rank !== 0) return rank < 0;
  return one.isThin === best.isThin ? one.score > best.score : best.isThin === true;
}

/** Between "new telephone number" and "old telephone number", the one with one more word of the errand, however little that says. */
function leaderOf(
  errand: Errand,
  words: readonly string[],
  options: readonly MenuOption[],
): string | undefined {
  const language = languageOf(errand.intent);
  const ofIntent = topicsOf(words);
  const counts = new Map<string, number>();
  for (const option of options.filter((each) => isAllowed(errand, each))) {
    const text = wordsOf(option.text);
    const isAbout = [...topicsOf(text)].some(
      (topic) => ofIntent.has(topic) && !tables.vagueTopics.includes(topic),
    );
    const common = commonWords(words, text, language).length + (isAbout ? 1 : 0);
    const little = words.filter((word) => saysLittle.includes(word) && saysWord(text, word)).length;
    const count = common < enough ? 0 : common + littleWeight * little;
    counts.set(option.digits, Math.max(count, counts.get(option.digits) ?? 0));
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined || first[1] < enough) return undefined;
  return first[1] - (second?.[1] ?? 0) >= margin ? first[0] : undefined;
}

/** Weight of a word that intents and menus of any topic have in common. */
const littleWeight = 0.4;

function weigh(errand: About, option: MenuOption): Weighed | undefined {
  const words = wordsOf(option.text);
  if (words.length === 0) return undefined;
  const as = (fit: Fit, reason: string, score = 1): Weighed => ({ option, fit, score, reason });
  const language = languageNamed(words);
  if (language !== undefined)
    return speaks(errand, language)
      ? as('language', `"${option.text}" continues in the call's language`)
      : undefined;
  const topicsOfOption = topicsOf(words);
  if (!isAllowed(errand, option)) return undefined;
  const { score, why, isThin } = likeness(errand, words, topicsOfOption);
  const leads = option.digits === errand.leader && score > 0;
  const isForOthers = isForWhoeverIs(words) && !saysWhoIs(errand.intent);
  if ((score >= enough || leads) && !isForOthers) {
    const fitting = as(
      'intent',
      `"${option.text}" fits the intent by ${why}`,
      score + (leads ? leadWeight : 0),
    );
    const saysMore =
      leads &&
      errand.menu.length > 1 &&
      words.some((word) => saysLittle.includes(word) && errand.words.includes(word));
    return isThin && !saysMore ? { ...fitting, isThin } : fitting;
  }
  const alike = wordsAlike(errand, words);
  if (score + soundWeight * alike.length >= enough && topicsOfOption.size === 0 && !isForOthers)
    return {
      ...as('intent', `"${option.text}" sounds like "${alike.join(' ')}"`, score / 2),
      isBySound: true,
    };
  const isOperator = leadsToPerson(words);
  const isUsual =
    says(words, tables.usualWords) && ![words, errand.words].some((each) => says(each, tables.newcomerWords));
  // "Personal loans" are for some.
  if (isUsual && !isOperator && topicsOfOption.size === 0)
    return as('usual', `"${option.text}" is for most callers`);
  // Of two options that lead to a person, the general one comes first.
  if (isOperator)
    return as(
      'operator',
      `nothing fits the intent: "${option.text}" leads to a person`,
      topicsOfOption.size === 0 ? 2 : 1,
    );
  return isForTheRest(words) ? as('other', `nothing fits the intent: "${option.text}"`) : undefined;
}

/** Whether the call may continue in a language: that of the intent, or one that the intent names. */
function speaks({ intent, words }: About, language: string): boolean {
  return language === languageOf(intent) || words.some((word) => namesLanguage(word) === language);
}

/** Whether an option may be chosen for this errand, whoever decides: it does not pay, hang up or leave the line uninvited. */
export function isAllowed(errand: Errand, option: MenuOption): boolean {
  const text = wordsOf(option.text);
  const intent = wordsOf(errand.intent);
  const ofIntent = topicsOf(intent);
  if (says(text, tables.neverWords)) return false;
  const isAbout =
    [...topicsOf(text)].some((topic) => ofIntent.has(topic)) ||
    commonWords(intent, text, languageOf(errand.intent)).length > (says(text, tables.sureRoundWords) ? 1 : 0);
  if (says(text, tables.roundWords) && !isAbout) return false;
  if (says(text, tables.callBackWords) && !says(intent, tables.callBackWords)) return false;
  return !paysMoney(text) || ofIntent.has('payment');
}

/** Whether it is about nothing that is known: no topic, no language, nothing that goes back, pays or ends the call. */
export function saysNothingElse(option: MenuOption): boolean {
  const words = wordsOf(option.text);
  const isOpen = topicsOf(words).size === 0 && languageNamed(words) === undefined;
  return isOpen && isAllowed({ intent: '', facts: [] }, option);
}

/** "pay your bill" and "payments" take money; "billing and payments" answers questions. */
function paysMoney(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  if (tables.payingVerbs.some((verb) => text.includes(` ${verb} `))) return true;
  return says(words, topics.payment) && !says(words, topics.billing);
}

/** More would drown what menus say anyway. */
const maxExpected = 40;

/** Words that a menu is likely to say to a caller with this errand, most likely first: his own, and what else they are called. Only English ones. */
export function expectedWords({ intent, facts }: Errand): string[] {
  if (languageOf(intent) !== 'en') return [];
  const own = sayingSomething(
    [...withMeanings(wordsOf(intent)), ...facts.flatMap(({ label }) => wordsOf(label))],
    'en',
  );
  const kindred = own.flatMap(kindredOf).filter((word) => !word.includes(' '));
  const all = [...own, ...own.flatMap(otherNumber), ...kindred];
  return [...new Set(all)].filter((word) => /^[a-z]+$/.test(word)).slice(0, maxExpected);
}

/** "participant" for "participants", and the other way round. */
function otherNumber(word: string): string[] {
  if (word.endsWith('ss')) return [];
  return [word.endsWith('s') ? word.slice(0, -1) : `${word}s`];
}

function languageNamed(words: readonly string[]): string | undefined {
  return words.map(namesLanguage).find((language) => language !== undefined);
}

function namesLanguage(word: string): string | undefined {
  return Object.keys(tables.languageNames).find((code) =>
    tables.languageNames[code]?.split(',').some((name) => isSameWord(word, name)),
  );
}
