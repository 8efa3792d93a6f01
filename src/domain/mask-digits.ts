/** Fewer digits may be a menu key or a place in a queue. */
export const minDigits = 3;

const named = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)';
/** An "o" is a zero beside a named digit; elsewhere it is a letter, or a word of another language. */
const one = `(?:${named}|o(?=(?:\\s+o){0,5}\\s+${named}\\b)|(?<=\\b${named}(?:\\s+o){0,5}\\s+)o(?!['’]))`;
const many =
  '(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)';
/** With the "and" that leads to the rest of the number. */
const scale = `(?:hundred|thousand|million)(?:\\s+and(?=\\s+(?:${one}|${many})\\b))?`;
const spoken = `(?:${one}|${many}|${scale}|double|triple)`;
/** In any script: a recogniser of Arabic or Hindi writes its own digits. */
const digit = `(?:\\p{Nd}|\\b${spoken}\\b)`;
/** Digits and number words in a row, with or without separators between them. */
const run = new RegExp(`${digit}(?:[\\s.,;…/()\\p{Pd}]*${digit})*`, 'giu');
const unit = new RegExp(digit, 'giu');

const isScale = new RegExp(`^${scale}`);

/** Digits in a row, in a text. */
export interface DigitRun {
  digits: number;
  /** It is nothing but "oh", which may be no digit. */
  isOnlyOh: boolean;
  /** No word comes before it. */
  isFirst: boolean;
  /** No word comes after it. */
  isLast: boolean;
}

const hasWord = /[\p{L}\p{N}]/u;

/** Replaces every digit, written or spoken (English), in a run of three or more with `#`: card numbers, codes, dates of birth. */
export function maskDigits(text: string): string {
  return maskRuns(text, ({ digits }) => digits >= minDigits);
}

/** As `maskDigits`, but `isMasked` decides; it is asked about each run in turn. */
export function maskRuns(text: string, isMasked: (found: DigitRun) => boolean): string {
  return text.replace(run, (found: string, from: number) => {
    const units = found.match(unit) ?? [];
    const about = {
      digits: countDigits(units),
      isOnlyOh: units.every((each) => /^oh?$/i.test(each)),
      isFirst: !hasWord.test(text.slice(0, from)),
      isLast: !hasWord.test(text.slice(from + found.length)),
    };
    return isMasked(about) ? found.replace(unit, '#') : found;
  });
}

/**
 * "Forty two" counts as two digits, and so does "seventeen"; "double" counts as one more, "triple" as two more, and so do "hundred" and
 * above after a digit: "a thousand" is a figure of speech.
 */
function countDigits(units: readonly string[]): number {
  let digits = 0;
  let afterTens = false;
  for (const each of units.map((word) => word.toLowerCase())) {
    const isMany = new RegExp(`^${many}$`).test(each);
    if (isMany || each === 'triple') digits += 2;
    else if (isScale.test(each)) digits += digits === 0 ? 0 : 2;
    else if (!afterTens) digits += 1;
    afterTens = isMany && each.endsWith('ty');
  }
  return digits;
}
