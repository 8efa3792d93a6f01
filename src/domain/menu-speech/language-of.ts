import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { fold, type LanguageTable, type MenuLanguage, menuLanguages } from './language.ts';
import { spanish } from './spanish.ts';

export const languageTables: Readonly<Record<MenuLanguage, LanguageTable>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
};

/** The language in which most of the words are common; English if none is. */
export function languageOf(text: string): MenuLanguage {
  const words = fold(text).split(' ');
  let best: MenuLanguage = 'en';
  let most = 0;
  for (const language of menuLanguages) {
    const common = new Set(languageTables[language].common);
    const count = words.filter((word) => common.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
