import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { isSameWord } from './same-words.ts';

/** Texts with this share of their words in common are one text that was heard twice. */
const minOverlap = 0.6;

/** What was heard for one key. */
interface HeardOption {
  digits: string;
  /** Every version that was heard: different words may be right in each. */
  texts: string[];
  /** Indexes of the hearings in which it was heard, and of those in which its key was understood. */
  in: Set<number>;
  sureIn: Set<number>;
}

/**
 * What a menu offers, combined from all its hearings. A recogniser makes different errors each time: a key heard twice for the same option
 * is certain, and of two keys for one option the one heard more often wins. If a key has several texts, all are kept, since one of them is
 * right.
 */
export function combineHearings(hearings: readonly (readonly MenuOption[])[]): MenuOption[] {
  const [only] = hearings;
  if (hearings.length === 1 && only !== undefined) return [...only];
  const heard: HeardOption[] = [];
  for (const [index, options] of hearings.entries())
    for (const { digits, text, isGuess } of options) {
      let same = heard.find(
        (each) => each.digits === digits && each.texts.some((known) => isSameText(known, text)),
      );
      if (same === undefined) heard.push((same = { digits, texts: [], in: new Set(), sureIn: new Set() }));
      if (!same.texts.includes(text)) same.texts.push(text);
      same.in.add(index);
      if (isGuess !== true) same.sureIn.add(index);
    }
  return heard
    .filter((one) => !heard.some((other) => isRival(other, one) && weight(other) > weight(one)))
    .flatMap((one) => {
      const isGuess =
        weight(one) < 1 || heard.some((other) => isRival(other, one) && weight(other) >= weight(one));
      const texts = one.texts.filter((text) => text !== '' || one.texts.length === 1);
      return texts.map((text) => ({ digits: one.digits, text, ...(isGuess ? { isGuess } : {}) }));
    });
}

/** A key that was inferred from the order of the menu counts half. */
function weight({ in: all, sureIn }: HeardOption): number {
  return sureIn.size + 0.5 * (all.size - sureIn.size);
}

/** Whether two keys have the same option. If one hearing has both keys, they are two options. */
function isRival(other: HeardOption, one: HeardOption): boolean {
  return (
    other.digits !== one.digits &&
    ![...one.in].some((index) => other.in.has(index)) &&
    one.texts.some((text) => text !== '' && other.texts.some((each) => wordOverlap(text, each) >= minOverlap))
  );
}

function isSameText(one: string, other: string): boolean {
  return one === '' || other === '' || wordOverlap(one, other) >= minOverlap;
}

/** Share of the shorter text's words that are in the other, 0..1; words of at most two letters are left out. */
export function wordOverlap(one: string, other: string): number {
  const { shared, shorter } = compareWords(one, other);
  return shorter === 0 ? 0.5 : shared / shorter;
}

/**
 * The same, but reduced by what the longer text adds: after the option "appointments", the next menu offers "cancel an appointment", and is
 * not the menu that was just left.
 */
export function wordLikeness(one: string, other: string): number {
  const { shared, shorter, longer } = compareWords(one, other);
  return shorter === 0 ? 0.5 : (shared / shorter + shared / longer) / 2;
}

function compareWords(one: string, other: string): { shared: number; shorter: number; longer: number } {
  const [a, b] = [one, other].map((text) => text.split(' ').filter((word) => word.length > 2));
  const [short = [], long = []] = (a ?? []).length <= (b ?? []).length ? [a, b] : [b, a];
  const shared = short.filter((word) => long.some((each) => isSameWord(word, each))).length;
  return { shared, shorter: short.length, longer: long.length };
}
