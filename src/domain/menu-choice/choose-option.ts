import { fold, type MenuLanguage } from '../menu-speech/language.ts';
import { languageOf, languageTables } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { kindredOf, meansSame, saysOpposite, withMeanings } from './same-meaning.ts';
import { isSameWord, saysPhrase, soundsAlike } from './same-words.ts';
import * as tables from './topics.ts';
import { type Topic, topics } from './topics.ts';

/** What is known about the reason for a call. */
export interface Errand {
  intent: string;
  facts: readonly { label: string }[];
}

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
 * The option that fits best, by common words and common topics. The same question always gets the same answer. An option that pays,
 * hangs up, goes back or changes the language is left out unless it fits.
 * @param before what the call's earlier menus offered: a word that led here tells little now.
 */
export function chooseOption(
  errand: Errand,
  options: readonly MenuOption[],
  before: readonly MenuOption[] = [],
): Choice | undefined {
  const menu = wordsByKey(options.filter((option) => isAllowed(errand, option)));
  const words = withMeanings(wordsOf(errand.intent));
  const about = {
    ...errand,
    words,
    menu,
    leader: leaderOf(errand, words, options),
    before: before.map(({ text }) => wordsOf(text)),
  };
  let best: Weighed | undefined;
  const fitting: Weighed[] = [];
  for (const option of options) {
    const weighed = weigh(about, option);
    if (weighed === undefined) continue;
    fitting.push(weighed);
    if (best === undefined || isBetter(weighed, best)) best = weighed;
  }
  if (best === undefined) return undefined;
  const { fit, score, option } = best;
  const isClose = fitting.some(
    (other) => other.fit === fit && other.option.digits !== option.digits && score - other.score < margin,
  );
  return isClose ? { ...best, isClose } : best;
}

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
  return rank === 0 ? one.score > best.score : rank < 0;
}

/** `menu`: the words of each option; `leader`: the key of the one that has the most words of the errand. */
type About = Errand & {
  words: readonly string[];
  before: readonly (readonly string[])[];
  menu: readonly (readonly string[])[];
  leader: string | undefined;
};

/** Between "new telephone number" and "old telephone number", the one with one more word of the errand, however little it says. */
function leaderOf(
  errand: Errand,
  words: readonly string[],
  options: readonly MenuOption[],
): string | undefined {
  const language = languageOf(errand.intent);
  const counts = new Map<string, number>();
  for (const option of options.filter((each) => isAllowed(errand, each))) {
    const text = wordsOf(option.text);
    const common = commonWords(words, text, language).length;
    const little = words.filter((word) => saysLittle.includes(word) && text.includes(word)).length;
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
  if (score >= enough || leads) {
    const fitting = as('intent', `"${option.text}" fits the intent by ${why}`, score);
    return isThin ? { ...fitting, isThin } : fitting;
  }
  const alike = wordsAlike(errand, words);
  if (score + soundWeight * alike.length >= enough && topicsOfOption.size === 0)
    return {
      ...as('intent', `"${option.text}" sounds like "${alike.join(' ')}"`, score / 2),
      isBySound: true,
    };
  const isOperator = says(words, tables.operatorWords);
  if (says(words, tables.usualWords) && !says(words, tables.newcomerWords) && !isOperator)
    return as('usual', `"${option.text}" is for most callers`);
  // Of two options that lead to a person, the general one comes first.
  if (isOperator)
    return as(
      'operator',
      `nothing fits the intent: "${option.text}" leads to a person`,
      topicsOfOption.size === 0 ? 2 : 1,
    );
  return says(words, tables.otherWords)
    ? as('other', `nothing fits the intent: "${option.text}"`)
    : undefined;
}

/** Whether the call may continue in a language: that of the intent, or one that the intent names. */
function speaks({ intent, words }: About, language: string): boolean {
  return language === languageOf(intent) || words.some((word) => namesLanguage(word) === language);
}

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
function likeness(
  { intent, words, facts, menu, before }: About,
  text: readonly string[],
  ofOption: ReadonlySet<Topic>,
): { score: number; why: string; isThin: boolean } {
  const ofIntent = topicsOf(words);
  const ofFacts = topicsOf(wordsOf(facts.map(({ label }) => label).join(' ')));
  const shared = [...ofOption].filter((topic) => ofIntent.has(topic));
  // "All other questions" is not about "the other participants".
  const isForTheRest = says(text, tables.otherWords);
  const common = commonWords(words, text, languageOf(intent)).filter(
    (word) => !isForTheRest || !meansSame(word, 'other'),
  );
  // An option with other topics is for somebody else, even if it has a word in common.
  const isElsewhere = ofOption.size > 0 && shared.length === 0;
  const isOfFacts = shared.length > 0 && [...ofOption].some((topic) => ofFacts.has(topic));
  return {
    score:
      2 * shared.length +
      common.reduce((sum, word) => sum + weightOf(word, menu), 0) +
      pairWeight * pairsOf(words, text, common, menu) -
      (isElsewhere ? 1 : 0) -
      (words.some((word) => saysOpposite(text, word)) ? oppositeWeight : 0) -
      0.1 * Math.max(0, ofOption.size - shared.length) +
      (isOfFacts ? 0.25 : 0),
    isThin:
      common.length === 1 &&
      sayingSomething(words, languageOf(intent)).length > 1 &&
      ((menu.length < 2 && shared.length === 0) ||
        common.every((word) => before.some((each) => saysWord(each, word)))),
    why: common.length > 0 ? `"${common.join(' ')}"` : shared.map(nameTopic).join(', '),
  };
}

/** More than the words that "the next message" and "the previous message" have in common. */
const oppositeWeight = 2;

/** Less than an understood word: one alone is not enough. */
const soundWeight = 0.7;

/** Words of the errand that sound like a word of the option and were not understood. */
function wordsAlike({ intent, words }: About, text: readonly string[]): string[] {
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

/** Whether an option may be chosen for this errand, whoever decides: it does not pay, hang up or leave the line uninvited. */
export function isAllowed(errand: Errand, option: MenuOption): boolean {
  const text = wordsOf(option.text);
  const intent = wordsOf(errand.intent);
  const ofIntent = topicsOf(intent);
  if (says(text, tables.neverWords)) return false;
  const isAbout =
    [...topicsOf(text)].some((topic) => ofIntent.has(topic)) ||
    (!says(text, tables.sureRoundWords) && commonWords(intent, text, languageOf(errand.intent)).length > 0);
  if (says(text, tables.roundWords) && !isAbout) return false;
  if (says(text, tables.callBackWords) && !says(intent, tables.callBackWords)) return false;
  return !paysMoney(text) || ofIntent.has('payment');
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '');
}

/** Whether the words contain one of the table's. */
export function says(words: readonly string[], table: string): boolean {
  return table.split(',').some((phrase) => saysPhrase(words, phrase.split(' ')));
}

function topicsOf(words: readonly string[]): Set<Topic> {
  return new Set((Object.keys(topics) as Topic[]).filter((topic) => says(words, topics[topic])));
}

/** "pay your bill" and "payments" take money; "billing and payments" answers questions. */
function paysMoney(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  if (tables.payingVerbs.some((verb) => text.includes(` ${verb} `))) return true;
  return says(words, topics.payment) && !says(words, topics.billing);
}

/** Words that intents and menus of any topic have in common. */
const saysLittle =
  'my me on new called calls caller question questions help ask asking information inquiry customer service services number issue frage fragen hilfe information kunden pregunta preguntas ayuda informacion question aide'.split(
    ' ',
  );

function saysWord(text: readonly string[], word: string): boolean {
  return text.some((other) => meansSame(word, other));
}

/** Meaningful words that both contain. */
function commonWords(intent: readonly string[], text: readonly string[], language: MenuLanguage): string[] {
  return sayingSomething(intent, language).filter((word) => saysWord(text, word));
}

function sayingSomething(intent: readonly string[], language: MenuLanguage): string[] {
  const { common, hollow } = languageTables[language];
  const empty = new Set([...common, ...hollow, ...languageTables.en.hollow, ...saysLittle]);
  return [...new Set(intent.filter((word) => word.length > 2 && !empty.has(word)))];
}

/** More would drown what menus say anyway. */
const mostExpected = 40;

/** Words that a menu is likely to say to a caller with this errand, most likely first: his own, and what else they are called. Only English ones. */
export function expectedWords({ intent, facts }: Errand): string[] {
  if (languageOf(intent) !== 'en') return [];
  const own = sayingSomething(
    [...withMeanings(wordsOf(intent)), ...facts.flatMap(({ label }) => wordsOf(label))],
    'en',
  );
  const kindred = own.flatMap(kindredOf).filter((word) => !word.includes(' '));
  const all = [...own, ...own.flatMap(otherNumber), ...kindred];
  return [...new Set(all)].filter((word) => /^[a-z]+$/.test(word)).slice(0, mostExpected);
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

function nameTopic(topic: Topic): string {
  return topic.replaceAll('_', ' ');
}
