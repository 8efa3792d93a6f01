import { countBits, fingerprintSeconds, packFingerprints, unpackFingerprints } from './fingerprint.ts';
import { SpeechPrint } from './speech-print.ts';

/** What a company plays, as fingerprints. */
export interface PlayedSound {
  words: Uint32Array;
  /** The bits of each that are compared: those that noise does not change. */
  clear: Uint32Array;
  /** 0 in a pause. */
  sounds: Uint8Array;
}

/** Shorter sounds are found in too many other prompts. */
const minSounding = Math.round(1.5 / fingerprintSeconds);
/** Of a longer prompt, only the end is kept. */
const maxWords = Math.round(40 / fingerprintSeconds);
/** How much of its end a recogniser may miss. */
const maxMissed = Math.round(2 / fingerprintSeconds);
/** How far back it reaches, with room for the part that is dropped at a time. */
const keptWords = Math.round(75 / fingerprintSeconds);
const droppedWords = keptWords / 5;

/** A sound this far below its loudest part counts as a pause. */
const pauseDb = 20;
/** How far a level may be on the wrong side of that threshold before it counts as a difference. */
const spareDb = 6;

/** The end of a sound is compared first, as a whole. */
const endWords = 25;
const maxDifferentAtEnd = 0.3;
/** About as long as a spoken digit (0.4 s): another key in a menu must not pass for the one that was there. */
const partWords = 10;
const maxDifferentInPart = 0.18;
/** The number of fingerprints over which both sounds are aligned. */
const shiftWords = 25;
/** Bits; a part with fewer is mostly quiet and is not compared. */
const minInPart = 60;
/** If only one of two sounds is in a pause, this many bits count as compared. */
const bitsOfPause = 16;
/** The first fingerprints depend on what was heard before them. */
const unsteadyWords = 8;
/** Frames per fingerprint. */
const levelFrames = 16;

/** The fingerprints of what was heard last, one for every 40 ms, numbered from the first. */
export class SoundTrail {
  readonly #print = new SpeechPrint();
  /** Of each fingerprint, in dB. */
  readonly #levels: number[] = [];
  readonly #powers: number[] = [];
  #dropped = 0;

  /** How many fingerprints there have been. */
  get count(): number {
    return this.#dropped + this.#levels.length;
  }

  /** How many of them it still has. */
  get kept(): number {
    return this.#levels.length;
  }

  /** 20 ms of 8 kHz mono s16. @returns whether a fingerprint was added. */
  take(frame: Int16Array): boolean {
    const { words, valid, clear } = this.#print;
    this.#powers.push(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length);
    if (this.#powers.length > levelFrames) this.#powers.shift();
    this.#print.take(frame);
    if (words.length === this.#levels.length) return false;
    const power = this.#powers.reduce((sum, each) => sum + each, 0) / this.#powers.length;
    this.#levels.push(10 * Math.log10(power + 1));
    if (words.length > keptWords) {
      for (const list of [words, valid, clear, this.#levels]) list.splice(0, droppedWords);
      this.#dropped += droppedWords;
    }
    return true;
  }

  /**
   * The sound from fingerprint `from` to the next pause after `to`, without the quiet after it, packed. It goes on to the pause because a
   * recogniser may miss the last word, and the key must not be sent before that word.
   * @returns undefined if the sound is too short to be recognised by, or is no longer held.
   */
  cut(from: number, to: number): Uint8Array | undefined {
    const first = Math.max(from, to - maxWords) - this.#dropped;
    let last = to - this.#dropped;
    if (first < 0 || last <= first) return undefined;
    const pause = this.#loudest(first, last) - pauseDb;
    const latest = Math.min(last + maxMissed, this.kept);
    while (last < latest && this.#levels[last]! > pause) last += 1;
    const { words, clear } = this.#print;
    const isSound = this.#levels.slice(first, last).map((db) => db > pause);
    if (isSound.filter(Boolean).length < minSounding) return undefined;
    const kept = isSound.slice(0, isSound.lastIndexOf(true) + 1);
    if (!this.#isTelling(first, kept)) return undefined;
    const pairs = kept.flatMap((_sounds, n) => [words[first + n]!, clear[first + n]!]);
    const sounds = kept.flatMap((each) => [Number(each), Number(each)]);
    return packFingerprints(Uint32Array.from(pairs), Uint8Array.from(sounds));
  }

  /**
   * Whether fingerprint `end - 1` is the end of `sound`, heard whole and not from before `since`. Every part has to be the same. Pauses may
   * be a little longer or shorter, as in a menu that is put together from pieces.
   */
  endsWith(sound: PlayedSound, end: number, since: number): boolean {
    const to = sound.words.length;
    const last = end - this.#dropped;
    let shift = last - to;
    if (shift + unsteadyWords < Math.max(0, since - this.#dropped)) return false;
    if (this.#differ(sound, shift, Math.max(0, to - endWords), to).share > maxDifferentAtEnd) return false;
    const pause = this.#loudest(Math.max(0, shift), last) - pauseDb;
    for (let at = to - partWords; at >= unsteadyWords; at--) {
      shift = this.#nearestShift(sound, shift, at, pause);
      const { compared, share } = this.#differ(sound, shift, at, at + partWords, pause);
      if (compared >= minInPart && share > maxDifferentInPart) return false;
    }
    return true;
  }

  /**
   * Whether enough bits of a sound are clear to tell it from others: a steady tone has hardly any. On a line with noise 40 dB below them,
   * at least 94 % of the parts of the company's prompts have enough.
   */
  #isTelling(first: number, kept: readonly boolean[]): boolean {
    const { clear } = this.#print;
    const bitsOf = (from: number, to: number): number =>
      kept
        .slice(from, to)
        .reduce((sum, isSound, n) => sum + (isSound ? countBits(clear[first + from + n]!) : 0), 0);
    let [parts, telling] = [0, 0];
    for (let at = 0; at + partWords <= kept.length; at += partWords) {
      if (kept.slice(at, at + partWords).includes(false)) continue;
      parts += 1;
      if (bitsOf(at, at + partWords) >= minInPart) telling += 1;
    }
    return telling * 2 >= parts && bitsOf(Math.max(0, kept.length - endWords), kept.length) >= minInPart;
  }

  /** Pauses may be a little longer or shorter. */
  #nearestShift(sound: PlayedSound, shift: number, at: number, pause: number): number {
    const to = Math.min(at + shiftWords, sound.words.length);
    const near = [shift, shift - 1, shift + 1].map((each) => ({
      shift: each,
      ...this.#differ(sound, each, at, to, pause),
    }));
    return near.reduce((one, other) => (other.share < one.share ? other : one)).shift;
  }

  #loudest(from: number, to: number): number {
    return Math.max(...this.#levels.slice(from, to));
  }

  /** The share of bits that differ. If only one of the two is a pause, half of them count as different, as by chance. */
  #differ(sound: PlayedSound, shift: number, from: number, to: number, pause?: number) {
    let [compared, different] = [0, 0];
    for (let n = from; n < to; n++) {
      const clear = sound.clear[n]!;
      const isSound = sound.sounds[n] === 1;
      const db = this.#levels[n + shift] ?? -Infinity;
      const isPauseOfOne = pause !== undefined && (isSound ? db < pause - spareDb : db > pause + spareDb);
      if (isPauseOfOne) {
        compared += bitsOfPause;
        different += bitsOfPause / 2;
      } else if (isSound) {
        compared += countBits(clear);
        different += countBits(((sound.words[n]! ^ (this.#print.words[n + shift] ?? 0)) & clear) >>> 0);
      }
    }
    return { share: compared === 0 ? 0 : different / compared, compared };
  }
}

/** Undefined for bytes that are not fingerprints, or are of another version. */
export function readPlayedSound(packed: Uint8Array): PlayedSound | undefined {
  const unpacked = unpackFingerprints(packed);
  if (unpacked === undefined) return undefined;
  const { words, valid } = unpacked;
  const isEven = (_word: number, n: number): boolean => n % 2 === 0;
  return {
    words: words.filter(isEven),
    clear: words.filter((word, n) => !isEven(word, n)),
    sounds: valid.filter(isEven),
  };
}
