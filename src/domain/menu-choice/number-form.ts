import { dateInForm } from './date-form.ts';
import { languageTables } from '../menu-speech/language-of.ts';
import type { MenuLanguage } from '../menu-speech/language.ts';
import { inDigits } from '../menu-speech/number-names.ts';
import type { AskedNumber } from '../menu-speech/number-request.ts';
import { nationalDigits } from '../phone-number.ts';

const maxDigits = 30;

/**
 * The digits of a fact in the form in which a number is asked for: "the last four digits", "your ten digit number", "month, day and year".
 * @returns undefined if the fact has no digits, or if it is uncertain which of them are meant.
 */
export function inForm(value: string, asked: AskedNumber, language: MenuLanguage): string | undefined {
  const digits = value.replace(/[\s./()+-]/g, '');
  const said = inDigits(namingWords(asked.words), languageTables[language].names);
  if (asked.kind === 'birth_date') {
    const rest = inDigits(asked.rest, languageTables[language].names).split(' ');
    return dateInForm(value, { words: asked.words, rest, length: lengthNamed(said)?.[0] });
  }
  if (!/^[0-9]+$/.test(digits) || digits.length > maxDigits) return undefined;
  const ways = waysToWrite(value, digits, asked);
  const part = partAsked(said);
  if (part !== undefined) {
    const [usual] = ways;
    if (usual.length < part.count) return undefined;
    return part.isFirst ? usual.slice(0, part.count) : usual.slice(-part.count);
  }
  const [least, most] = lengthNamed(said) ?? [1, maxDigits];
  return ways.find(({ length }) => length >= least && length <= most);
}

/** What follows these words tells how to enter the number, or names another one. */
function namingWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) =>
    /^(?:and|or|including|starting|beginning|followed|then|und|oder|gefolgt|y|o|seguid[oa]|ou|et|suivie?)$/.test(
      word,
    ),
  );
  return end < 0 ? words : words.slice(0, end);
}

const partForms: readonly { isFirst: boolean; form: RegExp }[] = [
  { isFirst: false, form: /\b(?:last|final|letzten|ultim[oa]s) (\d+)\b|\b(\d+) derniers\b/ },
  { isFirst: true, form: /\b(?:first|ersten|primer[oa]s) (\d+)\b|\b(\d+) premiers\b/ },
];

function partAsked(said: string): { isFirst: boolean; count: number } | undefined {
  for (const { isFirst, form } of partForms) {
    const [, before, behind] = form.exec(said) ?? [];
    const count = Number(before ?? behind);
    if (count > 0) return { isFirst, count };
  }
  return undefined;
}

const lengthForm = /\b(\d+)(?:to(\d+))? (?:digits?|stellige[ns]?|digitos|chiffres)\b(?! area)/;

function lengthNamed(said: string): [least: number, most: number] | undefined {
  const [, one, other] = lengthForm.exec(said) ?? [];
  if (one === undefined) return undefined;
  const lengths = [Number(one), Number(other ?? one)];
  return [Math.min(...lengths), Math.max(...lengths)];
}

/** The usual one first. */
function waysToWrite(
  value: string,
  digits: string,
  { kind }: AskedNumber,
): [usual: string, ...others: string[]] {
  if (kind === 'postal_code' && /^\d{5}-\d{4}$/.test(value.trim())) return [digits.slice(0, 5), digits];
  if (kind !== 'phone' && kind !== 'called') return [digits];
  const national = value.trim().startsWith('+') ? nationalDigits(value) : undefined;
  // In countries with the code +1, menus do not count it.
  if (national !== undefined) return /^\s*\+\s*1/.test(value) ? [national, digits] : [digits, national];
  return /^1\d{10}$/.test(digits) ? [digits, digits.slice(1)] : [digits];
}
