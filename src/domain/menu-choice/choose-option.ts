import { fold, type MenuLanguage } from '../menu-speech/language.ts';
import { languageOf, languageTables } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isSameWord, saysPhrase } from './same-words.ts';
import * as tables from './topics.ts';
import { type Topic, topics } from './topics.ts';

/** What is known of why somebody calls. */
export interface Errand {
  intent: string;
  facts: readonly { label: string }[];
}

/** How well an option fits; the best first. */
export const fits = ['intent', 'language', 'related', 'usual', 'operator', 'other'] as const;
export type Fit = (typeof fits)[number];

export interface Choice {
  option: MenuOption;
  fit: Fit;
  /** A sentence for the owner. */
  reason: string;
}

interface Weighed extends Choice {
  score: number;
}

/** The least that an option must have in common with the intent. */
const enough = 1;

/**
 * The option that fits best, by the words that both use and by what they are about. The same question has the same answer every time.
 * What pays, hangs up, goes back, or speaks another language is not offered unless it fits.
 */
export function chooseOption(errand: Errand, options: readonly MenuOption[]): Choice | undefined {
  const weighed = options.flatMap((option) => weigh(errand, option));
  return weighed.reduce<Weighed | undefined>(
    (best, one) => (best === undefined || isBetter(one, best) ? one : best),
    undefined,
  );
}

function isBetter(one: Weighed, best: Weighed): boolean {
  const rank = fits.indexOf(one.fit) - fits.indexOf(best.fit);
  return rank === 0 ? one.score > best.score : rank < 0;
}

function weigh(errand: Errand, option: MenuOption): Weighed[] {
  const text = wordsOf(option.text);
  if (text.length === 0) return [];
  const intent = wordsOf(errand.intent);
  const language = languageNamed(text);
  if (language !== undefined) {
    const own = languageOf(errand.intent);
    const isFitting = language === own || intent.some((word) => namesLanguage(word) === language);
    return isFitting
      ? [{ option, fit: 'language', score: 1, reason: `"${option.text}" goes on in the call's language` }]
      : [];
  }
  if (says(text, tables.neverWords)) return [];
  if (says(text, tables.callBackWords) && !says(intent, tables.callBackWords)) return [];
  const ofIntent = topicsOf(intent);
  const ofOption = topicsOf(text);
  const shared = [...ofOption].filter((topic) => ofIntent.has(topic));
  const common = commonWords(intent, text, languageOf(errand.intent));
  const ofFacts = topicsOf(wordsOf(errand.facts.map(({ label }) => label).join(' ')));
  // Whose topics lie elsewhere is for somebody else, though it has a word in common.
  const isElsewhere = ofOption.size > 0 && shared.length === 0;
  const score =
    2 * shared.length +
    common.length -
    (isElsewhere ? 1 : 0) -
    0.1 * Math.max(0, ofOption.size - shared.length) +
    (shared.length > 0 && [...ofOption].some((topic) => ofFacts.has(topic)) ? 0.25 : 0);
  if (score >= enough && (!paysMoney(text) || ofIntent.has('payment'))) {
    const why = common.length > 0 ? `"${common.join(' ')}"` : `${shared.map(nameTopic).join(', ')}`;
    return [{ option, fit: 'intent', score, reason: `"${option.text}" fits the intent by ${why}` }];
  }
  if (paysMoney(text)) return [];
  const isOperator = says(text, tables.operatorWords);
  const near = tables.related.find(
    ([one, other]) =>
      (ofIntent.has(one) && ofOption.has(other)) || (ofIntent.has(other) && ofOption.has(one)),
  );
  if (near !== undefined && !isOperator)
    return [
      { option, fit: 'related', score: 1, reason: `"${option.text}" is next to what the call is about` },
    ];
  if (says(text, tables.usualWords) && !says(text, 'new customer,new customers,neukunde,neukunden'))
    return [{ option, fit: 'usual', score: 1, reason: `"${option.text}" is for most callers` }];
  if (isOperator && ofOption.size === 0)
    return [
      {
        option,
        fit: 'operator',
        score: 2,
        reason: `nothing fits the intent: "${option.text}" leads to a person`,
      },
    ];
  if (isOperator)
    return [
      {
        option,
        fit: 'operator',
        score: 1,
        reason: `nothing fits the intent: "${option.text}" leads to a person`,
      },
    ];
  if (says(text, tables.otherWords))
    return [{ option, fit: 'other', score: 1, reason: `nothing fits the intent: "${option.text}"` }];
  return [];
}

/** Whether an option may be chosen for this errand by whoever else decides: it does not pay, hang up or leave the line uninvited. */
export function isAllowed(errand: Errand, option: MenuOption): boolean {
  const text = wordsOf(option.text);
  const intent = wordsOf(errand.intent);
  if (says(text, tables.neverWords)) return false;
  if (says(text, tables.callBackWords) && !says(intent, tables.callBackWords)) return false;
  return !paysMoney(text) || topicsOf(intent).has('payment');
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
  'my me on new question questions help ask asking information inquiry customer service services number issue frage fragen hilfe information kunden pregunta preguntas ayuda informacion question aide'.split(
    ' ',
  );

/** Words of both that say something. */
function commonWords(intent: readonly string[], text: readonly string[], language: MenuLanguage): string[] {
  const { common, hollow } = languageTables[language];
  const empty = new Set([...common, ...hollow, ...languageTables.en.hollow, ...saysLittle]);
  return [
    ...new Set(
      intent.filter(
        (word) => word.length > 2 && !empty.has(word) && text.some((other) => isSameWord(word, other)),
      ),
    ),
  ];
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
