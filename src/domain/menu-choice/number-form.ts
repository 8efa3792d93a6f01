import { dateInForm } from './date-form.ts';
import { languageTables } from '../menu-speech/language-of.ts';
import type { MenuLanguage } from '../menu-speech/language.ts';
import { inDigits } from '../menu-speech/number-names.ts';
import type { AskedNumber } from '../menu-speech/number-request.ts';
import { digitsOfNumber } from '../phone-number.ts';

const maxDigits = 30;

/**
 * The digits of a fact in the form in which a number is asked for: "the last four digits", "your ten digit number", "month, day and year".
 * @param calledNumber whose menu it is; undefined: of the same country as any telephone number among the facts.
 * @returns undefined if the fact has no digits, or if it is uncertain which of them are meant.
 */
export function inForm(
  value: string,
  asked: AskedNumber,
  language: MenuLanguage,
  calledNumber: string | undefined,
): string | undefined {
  const digits = value.replace(/[\s./()+-]/g, '');
  const said = inDigits(namingWords(asked.words), languageTables[language].names);
  if (asked.kind === 'birth_date') {
    const rest = inDigits(asked.rest, languageTables[language].names).split(' ');
    return dateInForm(value, { words: asked.words, rest, length: lengthNamed(said)?.[0] });
  }
  if (!/^[0-9]+$/.test(digits) || digits.length > maxDigits) return undefined;
  const ways = waysToWrite(value, digits, asked, calledNumber);
  const part = partAsked(said);
  if (part?.isFirst === false) return digits.length < part.count ? undefined : digits.slice(-part.count);
  if (part !== undefined) {
    const [usual = ''] = ways;
    return usual.length < part.count ? undefined : usual.slice(0, part.count);
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

/** The usual one first; none if it is uncertain what the menu expects. */
function waysToWrite(
  value: string,
  digits: string,
  { kind }: AskedNumber,
  calledNumber: string | undefined,
): string[] {
  if (kind === 'postal_code' && /^\d{5}-\d{4}$/.test(value.trim())) return [digits.slice(0, 5), digits];
  if (kind !== 'phone' && kind !== 'called') return [digits];
  const called = calledNumber === undefined ? undefined : digitsOfNumber(calledNumber)?.callingCode;
  const number = value.trim().startsWith('+') ? digitsOfNumber(value) : undefined;
  if (number === undefined) {
    if (!/^1\d{10}$/.test(digits)) return [digits];
    return called === '1' ? [digits.slice(1), digits] : [digits, digits.slice(1)];
  }
  const { callingCode, national, bare } = number;
  const isAbroad = called !== undefined && called !== callingCode;
  // Whoever is to be called is called with the country code; whether the caller's own number has one, a menu abroad does not say.
  if (isAbroad) return kind === 'called' ? [`${callingCode}${bare}`] : [];
  return national === undefined ? [] : [national, `${callingCode}${bare}`, bare];
}
