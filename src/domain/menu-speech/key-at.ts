import type { LanguageTable } from './language.ts';
import { isDigit, isStartWord, isTrailer, isWord, rangeAt, strictRun } from './spoken-tokens.ts';

export interface FoundKey {
  digits: string;
  length: number;
}

/**
 * The key that is said after a word that asks for one; empty digits if it was not understood.
 * @param expected the next key of a menu that counts up.
 * @param isWeak whether the word asks for other things, too.
 */
export function keyAt(
  tokens: readonly string[],
  at: number,
  table: LanguageTable,
  expected: number,
  isWeak: boolean,
): FoundKey | undefined {
  const run = strictRun(tokens, at, table);
  // "press 3 4 30 seconds", "press four four four sunday": a key, "for", and the first word of its purpose, or "for" once more.
  const isStart = ['four', '4'].includes(tokens[at + 1] ?? '');
  if (run.length === 3 && !isWeak && isStart && isWord(tokens[at + 3]) && !isStartWord(tokens[at + 3], table))
    return { digits: run[0] ?? '', length: 1 };
  // More digits are a telephone number; "dial" and the like ask for a single key, or for "star six".
  if (run.length > (isWeak && isDigit(run[0]) ? 1 : 2)) return undefined;
  // "Enter your SEVEN DIGIT number" names no key.
  if (['digit', 'digits'].includes(tokens[at + run.length] ?? '')) return undefined;
  if (rangeAt(tokens, at, table) !== undefined) return undefined;
  // "Select ONE OF the following options."
  if (tokens[at] === 'one' && tokens[at + 1] === 'of') return undefined;
  const misheard = keyAndStart(tokens, at, table);
  if (misheard !== undefined) return { digits: misheard, length: 1 };
  if (run.length > 0) {
    const [first = '', second = ''] = run;
    return isPair(tokens, at, [first, second], table)
      ? { digits: first + second, length: 2 }
      : { digits: first, length: 1 };
  }
  if (isWeak) return undefined;
  const heard = tokens[at] ?? '';
  const next = tokens[at + 1];
  const nextKey = Object.hasOwn(table.soundsLikeNext, heard) ? table.soundsLikeNext[heard] : undefined;
  // "Press forward TO REMOVE it" at the beginning of a sentence is "press four to remove it".
  const beginsSentence =
    heard.startsWith('for') && !isWord(tokens[at - 2]) && isStartWord(next, table) && isWord(tokens[at + 2]);
  const sounds = soundOfKey(heard, table) ?? (beginsSentence ? nextKey : undefined);
  if ([sounds, nextKey].includes(String(expected))) return { digits: String(expected), length: 1 };
  if (sounds !== undefined && (!isWord(next) || isStartWord(next, table) || isTrailer(next, table)))
    return { digits: sounds, length: 1 };
  // The key was lost, "press for billing", or is another word, "press taylor for billing".
  return { digits: '', length: isStartWord(heard, table) || !isWord(heard) ? 0 : 1 };
}

/**
 * "Press STAR TWO to unmute": two keys in a row are one of two characters. But "press one FOUR billing" is "press one for billing", and
 * after a digit, another number may begin the next option: "press 1, 24 hour repair", "press 2, 3 bedrooms".
 */
function isPair(
  tokens: readonly string[],
  at: number,
  [first, second]: readonly [string, string],
  table: LanguageTable,
): boolean {
  const behind = tokens[at + 2];
  if (first.length > 1 || second.length !== 1) return false;
  const isStart = table.startsHeardAs.includes(tokens[at + 1] ?? '') && isWord(behind);
  const ends = !isWord(behind) || table.starts.includes(behind ?? '') || isTrailer(behind, table);
  return isDigit(first) ? ends && !isStart : ends || !isStart;
}

/**
 * "Press 14 new messages" is "press one for new messages", and "press 12 hear" is "press one to hear". Real keys of two digits are
 * followed by a pause, or by "for" or "to".
 */
function keyAndStart(tokens: readonly string[], at: number, table: LanguageTable): string | undefined {
  const key = /^([0-9])[24]$/.exec(tokens[at] ?? '')?.[1];
  const next = tokens[at + 1];
  return isWord(next) && !isStartWord(next, table) && !isTrailer(next, table) ? key : undefined;
}

/** What a recogniser makes of a key after "press". */
export function soundOfKey(heard: string, { soundsLike }: LanguageTable): string | undefined {
  return Object.hasOwn(soundsLike, heard) ? soundsLike[heard] : undefined;
}
