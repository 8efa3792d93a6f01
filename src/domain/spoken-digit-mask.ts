import { type DigitRun, maskRuns, minDigits } from './mask-digits.ts';

/** Digits after a longer pause than this belong to another number. */
const longestPauseMs = 15_000;
/** A sentence that ends with this many digits may be the beginning of a number. */
const minAtEnd = 2;

/**
 * Masks the digits that one speaker says, sentence by sentence: people say a number in parts, with a pause after each, and a recogniser makes
 * a sentence of each part. Where one begins or ends with digits, those beside it count, too, and what may yet become a number is masked.
 */
export class SpokenDigitMask {
  /** At the end of the newest sentence that ended with digits. */
  #before: { digits: number; endedAtMs: number } | undefined;

  /** @param isFinal false for a sentence that may change yet: nothing is counted from it. */
  mask(text: string, startedAtMs: number, endedAtMs: number, isFinal = true): string {
    const { digits: before, endedAtMs: thenMs } = this.#before ?? { digits: 0, endedAtMs: -Infinity };
    const goesOn = before > 0 && startedAtMs - thenMs <= longestPauseMs;
    let atEnd: number | undefined;
    const masked = maskRuns(text, (found) => {
      const digits = found.digits + (found.isFirst && goesOn ? before : 0);
      if (found.isLast) atEnd = digits;
      return isNumber(found, digits, goesOn);
    });
    if (isFinal && atEnd !== undefined) this.#before = { digits: atEnd, endedAtMs };
    return masked;
  }
}

/** @param digits with those that were said just before. */
function isNumber(found: DigitRun, digits: number, goesOn: boolean): boolean {
  if (found.digits >= minDigits) return true;
  const isAll = found.isFirst && found.isLast;
  // "Oh" begins many sentences.
  if (found.isOnlyOh) return isAll && goesOn;
  return isAll || digits >= minDigits || (found.isLast && found.digits >= minAtEnd);
}
