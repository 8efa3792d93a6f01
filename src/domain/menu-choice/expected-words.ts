import { languageOf } from '../menu-speech/language-of.ts';
import type { CallPurpose } from './allowed-options.ts';
import { synonymsOf, withMeanings } from './same-meaning.ts';
import { sayingSomething, wordsOf } from './what-texts-say.ts';

/** With more words, a recogniser would hear them in place of what menus really say. */
const maxExpected = 40;

/** Words that a menu is likely to say to a caller with this purpose: those of the intent first, then their synonyms. English only. */
export function expectedWords({ intent, facts }: CallPurpose): string[] {
  if (languageOf(intent) !== 'en') return [];
  const own = sayingSomething(
    [...withMeanings(wordsOf(intent)), ...facts.flatMap(({ label }) => wordsOf(label))],
    'en',
  );
  const synonyms = own.flatMap(synonymsOf).filter((word) => !word.includes(' '));
  const all = [...own, ...own.flatMap(otherNumber), ...synonyms];
  return [...new Set(all)].filter((word) => /^[a-z]+$/.test(word)).slice(0, maxExpected);
}

/** "participant" for "participants", and vice versa. */
function otherNumber(word: string): string[] {
  if (word.endsWith('ss')) return [];
  return [word.endsWith('s') ? word.slice(0, -1) : `${word}s`];
}
