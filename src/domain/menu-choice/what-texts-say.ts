import { fold, type MenuLanguage } from '../menu-speech/language.ts';
import { languageTables } from '../menu-speech/language-of.ts';
import { withImpliedWords } from './implied-words.ts';
import { meansSame } from './same-meaning.ts';
import { saysPhrase } from './same-words.ts';
import { withPlainTimes } from './times-and-amounts.ts';
import { type Topic, topics } from './topics.ts';

/** "Forbilling": the recogniser heard no gap. */
export function wordsOf(text: string): string[] {
  return withImpliedWords(withPlainTimes(fold(text)))
    .filter((word) => word !== '')
    .flatMap((word) =>
      word.startsWith('for') && named.has(word.slice(3)) ? ['for', word.slice(3)] : [word],
    );
}

/** All words of the topics. */
const named = new Set(Object.values(topics).flatMap((table) => table.split(/[, ]/)));

const phrasesOf = new Map<string, readonly string[][]>();

/** Whether the words contain one of the table's. */
export function says(words: readonly string[], table: string): boolean {
  const phrases = phrasesOf.get(table) ?? table.split(',').map((phrase) => phrase.split(' '));
  phrasesOf.set(table, phrases);
  return phrases.some((phrase) => saysPhrase(words, phrase));
}

const topicsOfTexts = new Map<string, ReadonlySet<Topic>>();
/** Several times the texts of one call. */
const maxTexts = 1000;

export function topicsOf(words: readonly string[]): ReadonlySet<Topic> {
  const text = words.join(' ');
  const known = topicsOfTexts.get(text);
  if (known !== undefined) return known;
  const found = new Set((Object.keys(topics) as Topic[]).filter((topic) => says(words, topics[topic])));
  if (topicsOfTexts.size >= maxTexts) topicsOfTexts.clear();
  topicsOfTexts.set(text, found);
  return found;
}

/** Words that intents and menus of any topic have in common, and that say nothing of what they are about. */
const saysNothing =
  'my me on from new called calls caller question questions help ask asking information inquiry customer service services number issue more frage fragen hilfe information kunden pregunta preguntas ayuda informacion question aide'.split(
    ' ',
  );
/** These add little: what the caller wants done. */
export const saysLittle = [
  ...saysNothing,
  ...'status report request existing account accounts neu neue neuen neuer neues nuevo nueva nouveau nouvelle'.split(
    ' ',
  ),
];

export function saysWord(text: readonly string[], word: string): boolean {
  return text.some((other) => meansSame(word, other));
}

/** Meaningful words that both contain. */
export function commonWords(
  intent: readonly string[],
  text: readonly string[],
  language: MenuLanguage,
): string[] {
  const { common, hollow } = languageTables[language];
  // "A note" is not "not".
  const telling = text.filter(
    (word) => intent.includes(word) || !(common.includes(word) || hollow.includes(word)),
  );
  return sayingSomething(intent, language).filter((word) => saysWord(telling, word));
}

export function sayingSomething(intent: readonly string[], language: MenuLanguage): string[] {
  const { common, hollow } = languageTables[language];
  const empty = new Set([...common, ...hollow, ...languageTables.en.hollow, ...saysLittle]);
  return [...new Set(intent.filter((word) => word.length > 2 && !empty.has(word)))];
}

/** The words that carry meaning. An option with one that the intent lacks may be about something else: "flight STATUS". */
export function contentOf(text: readonly string[], language: MenuLanguage): string[] {
  const { common, hollow } = languageTables[language];
  const empty = new Set([...common, ...hollow, ...saysNothing]);
  return text.filter((word) => word.length > 2 && !empty.has(word));
}
