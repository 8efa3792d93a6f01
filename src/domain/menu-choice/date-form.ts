import { fold, menuLanguages } from '../menu-speech/language.ts';

type DatePart = 'day' | 'month' | 'year';

/** A date, and the order of its parts in a fact. */
interface Reading {
  date: Record<DatePart, number>;
  order: readonly DatePart[];
}

/** How a menu asks for a date. */
export interface DateForm {
  /** The words that name it. */
  words: readonly string[];
  /** Everything that is said from there on, with numbers as digits. */
  rest: readonly string[];
  /** How many digits it is to have, if that is said. */
  length: number | undefined;
}

/**
 * The digits of a date of birth: "1980-01-05" is 01051980 if month, day and year are asked for.
 * @returns undefined if the fact may be another date, or the order of its parts is not known.
 */
export function dateInForm(value: string, form: DateForm): string | undefined {
  const readings = readDate(value);
  const [first] = readings;
  if (first === undefined) return undefined;
  const parts = partsAsked(form);
  if (parts === undefined) {
    // In the order of the fact, unless nobody types in that order.
    const years = form.length === 6 ? 2 : [8, undefined].includes(form.length) ? 4 : undefined;
    const isUsual = /^\d{8}$/.test(value.trim()) || first.order[2] === 'year';
    return years === undefined || !isUsual ? undefined : write(first, first.order, years);
  }
  const isSameOrder = ({ order }: Reading): boolean => comesFirst(order) === comesFirst(parts);
  const isOneDate = readings.length === 1 || String(parts) === 'year';
  const reading = isOneDate ? first : readings.find(isSameOrder);
  const years = yearDigits(form);
  return reading === undefined || years === undefined ? undefined : write(reading, parts, years);
}

/** Which of day and month comes first; undefined if only one of them is asked for. */
function comesFirst(order: readonly DatePart[]): DatePart | undefined {
  const both = order.filter((part) => part !== 'year');
  return both.length === 2 ? both[0] : undefined;
}

function write({ date }: Reading, parts: readonly DatePart[], yearDigits: number): string {
  return parts
    .map((part) =>
      part === 'year' ? String(date.year).slice(-yearDigits) : String(date[part]).padStart(2, '0'),
    )
    .join('');
}

const partWords: readonly (readonly [DatePart, RegExp])[] = [
  ['month', /^(?:months?|mm|monat\w*|mes|mois)$/],
  ['day', /^(?:days?|dd|tt|tag\w*|dia|jour)$/],
  ['year', /^(?:years?|yyyy|yy|jahr\w*|jjjj|ano|annee|aaaa)$/],
];

/** The parts that are asked for, in order: "the year of your birth", or all three; undefined if the order is not said. */
function partsAsked({ words, rest }: DateForm): DatePart[] | undefined {
  const end = words.findIndex((word) => isBirth(word));
  const own = partsIn(words.slice(0, end + 1));
  // "The day of your birth" is the whole date.
  if (own.length > 0 && String(own) !== 'day') return own;
  const all = partsIn(rest);
  if (all.length === 3) return all;
  // "Your birth year."
  const behind = partsIn(words.slice(end + 1, end + 2)).filter((part) => part !== 'day');
  return behind.length > 0 ? behind : undefined;
}

function partsIn(words: readonly string[]): DatePart[] {
  const found = tokensOf(words).flatMap((word, at, all) =>
    word === 'day' && isBirth(all[at - 1] ?? '')
      ? []
      : partWords.filter(([, form]) => form.test(word)).map(([part]) => part),
  );
  return [...new Set(found)];
}

function isBirth(word: string): boolean {
  return /^(?:birth|geburt|nacimiento|naissance)/.test(word);
}

/** "MMDDYYYY" is three words. */
function tokensOf(words: readonly string[]): string[] {
  return words.flatMap((word) => word.replace(/^(mm|dd)(mm|dd)(yy(?:yy)?)$/, '$1 $2 $3').split(' '));
}

/** How many digits of the year are asked for: the number that is said before it; undefined if that may be about the day. */
function yearDigits({ rest, length }: DateForm): number | undefined {
  if (length === 8 || length === 6) return length === 8 ? 4 : 2;
  const words = tokensOf(rest);
  const at = words.findIndex((word) => partWords.some(([part, form]) => part === 'year' && form.test(word)));
  if (words[at] === 'yy') return 2;
  const before = words.slice(0, Math.max(0, at));
  const count = before.findLastIndex((word) => word === '2' || word === '4');
  if (count < 0) return 4;
  const isOwn = !before.slice(count).some((word) => partWords.some(([, form]) => form.test(word)));
  if (words[count] === '4' || isOwn) return Number(words[count]);
  return words.slice(at + 1, at + 4).includes('4') ? 4 : undefined;
}

const orders: readonly (readonly DatePart[])[] = [
  ['month', 'day', 'year'],
  ['day', 'month', 'year'],
  ['year', 'month', 'day'],
];

/** "5th OF January 1980", "5 DE enero DE 1980", "LE 5 janvier 1980". */
const besideDates = /^(?:the|of|on|born|de|del|el|le|ne|nee|der|den|dem|am|geboren)$/;

/** The dates that a fact may be: "1/5/1980" has two. */
function readDate(value: string): Reading[] {
  const words = fold(value)
    .split(' ')
    .filter((word) => !besideDates.test(word));
  const named = words.findIndex((word) => monthNamed(word) !== undefined);
  if (named >= 0) {
    const numbers = words.map((word, at) => (at === named ? monthNamed(word) : numberOf(word)));
    const order = orders.filter((each) => each[named] === 'month');
    return order.flatMap((each) => reading(each, numbers));
  }
  const compact = value.trim();
  if (/^\d{8}$/.test(compact))
    return orders.flatMap((order) => {
      const widths = order.map((part): number => (part === 'year' ? 4 : 2));
      const ends = widths.map((_width, at) => widths.slice(0, at + 1).reduce((sum, each) => sum + each));
      return reading(
        order,
        ends.map((end, at) => Number(compact.slice(end - widths[at]!, end))),
      );
    });
  // Points separate the parts of a date only if the day comes first.
  const possible = compact.includes('.') ? orders.slice(1) : orders;
  return possible.flatMap((order) => reading(order, words.map(numberOf)));
}

function reading(order: readonly DatePart[], numbers: readonly (number | undefined)[]): Reading[] {
  const part = (name: DatePart): number => numbers[order.indexOf(name)] ?? 0;
  const date = { day: part('day'), month: part('month'), year: part('year') };
  const isDate =
    date.year >= 1900 &&
    date.year < 2100 &&
    date.month >= 1 &&
    date.month <= 12 &&
    date.day >= 1 &&
    date.day <= 31;
  return numbers.length === 3 && isDate ? [{ date, order }] : [];
}

/** "5th" is 5. */
function numberOf(word: string): number | undefined {
  const digits = /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(word)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

let monthNames: readonly string[][] | undefined;

/** Made when a date is first read, so that the start does not wait for the calendars of all languages. */
function namesOfMonths(): readonly string[][] {
  monthNames ??= menuLanguages.map((language) => {
    const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_none, at) => fold(month.format(Date.UTC(2000, at, 15))));
  });
  return monthNames;
}

/** 1 to 12; names may be abbreviated to three letters or more, as long as they are those of one month ("jui" is not). */
function monthNamed(word: string): number | undefined {
  if (!/^[a-z]{3,}$/.test(word)) return undefined;
  for (const names of namesOfMonths()) {
    const [month, ...others] = names.flatMap((name, at) => (name.startsWith(word) ? [at + 1] : []));
    if (month !== undefined) return others.length === 0 ? month : undefined;
  }
  return undefined;
}
