import { windowSamples } from '../features/framing.ts';
import { createSpectralAnalyser } from '../features/log-mel.ts';
import { countBits, createFingerprinter } from './fingerprint.ts';

/** By how many fingerprints the beginnings of the same sound may differ: a gate opens within a syllable. */
const maxShift = 8;
/** Share of the compared bits that may differ; half of them do in different sounds. */
const maxDifferent = 0.27;
/** With twenty fingerprints, 97 of 100 repetitions differ by less, and so does one in twenty persons (334 and 93 voices). */
const maxDifferentSoFar = 0.35;
/** With fewer valid fingerprints nothing is decided. */
const minCompared = 15;
/** About as long as a spoken digit (0.4 s), which the smoothing of a fingerprint spreads further. */
const partWords = 10;
const maxDifferentInPart = 0.31;
/** By how much two lengths of the same stretch may differ: less than the shortest word. */
export const spareSeconds = 0.2;
/** The first fingerprints hold too little sound to be alike. */
const unsteadyWords = 8;

/** The fingerprints of a stretch of speech so far, one for every 40 ms. */
export class SpeechPrint {
  readonly words: number[] = [];
  /** For each, the bits that noise does not change. */
  readonly clear: number[] = [];
  readonly valid: boolean[] = [];
  readonly #analyser = createSpectralAnalyser();
  readonly #fingerprinter = createFingerprinter();
  readonly #window = new Float64Array(windowSamples);

  /** 20 ms of 8 kHz mono s16. */
  take(frame: Int16Array): void {
    this.#window.copyWithin(0, frame.length);
    for (let n = 0; n < frame.length; n++)
      this.#window[windowSamples - frame.length + n] = frame[n]! / 32_768;
    const fingerprint = this.#fingerprinter.step(this.#analyser.analyse(this.#window).mel);
    if (fingerprint === undefined) return;
    this.words.push(fingerprint.bits);
    this.clear.push(fingerprint.clear);
    this.valid.push(fingerprint.valid);
  }
}

type Words = Pick<SpeechPrint, 'words' | 'valid'>;

/**
 * By how many fingerprints `other` is ahead of `one`, if the first `count` of both are the same sound; undefined if they are not.
 */
export function shiftOf(one: Words, other: Words, count: number): number | undefined {
  let best: { shift: number; share: number } | undefined;
  for (let shift = -maxShift; shift <= maxShift; shift++) {
    const { share, compared } = difference(one, other, { shift, from: 0, to: count });
    if (compared >= minCompared && share <= maxDifferent && share < (best?.share ?? 1))
      best = { shift, share };
  }
  return best?.shift;
}

/** Whether the first `count` may be the same, although they are too few to be certain. */
export function mayBeSame(one: Words, other: Words, count: number): boolean {
  for (let shift = -maxShift; shift <= maxShift; shift++)
    if (difference(one, other, { shift, from: 0, to: count }).share <= maxDifferentSoFar) return true;
  return false;
}

/**
 * Whether every part of a sound is the same, word by word: "you are caller number three" must not be taken for "number four".
 */
export function isSameBetween(
  one: Words,
  other: Words,
  { shift, from, to }: { shift: number; from: number; to: number },
): boolean {
  for (let at = Math.max(unsteadyWords, from - partWords + 1); at + partWords <= to; at++) {
    const shares = [shift - 1, shift, shift + 1].map(
      (near) => difference(one, other, { shift: near, from: at, to: at + partWords }).share,
    );
    if (Math.min(...shares) > maxDifferentInPart) return false;
  }
  return true;
}

/** The share of bits that differ. If only one of the two is quiet, half of them count as different, as by chance. */
function difference(
  one: Words,
  other: Words,
  { shift, from, to }: { shift: number; from: number; to: number },
): { share: number; compared: number } {
  let [compared, different] = [0, 0];
  for (let n = from; n < to; n++) {
    const [mine, theirs] = [one.valid[n] === true, other.valid[n + shift] === true];
    if (!mine && !theirs) continue;
    compared += 1;
    different += mine && theirs ? countBits((one.words[n]! ^ other.words[n + shift]!) >>> 0) : 16;
  }
  return { share: compared === 0 ? 0 : different / (32 * compared), compared };
}
