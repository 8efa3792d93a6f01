import { matchKernel } from '../simd/compiled.ts';
import { createKernel, type Kernel } from '../simd/kernel.ts';
import { countBits } from './fingerprint.ts';

/** Fingerprints in order, each with the running agreement of the alignment that ends there. */
export interface Bank {
  readonly length: number;
  /** Best running agreement at the last match; 0.5, which is chance, if there is nothing to compare with. */
  readonly best: number;
  append(word: number, valid: boolean): void;
  /** Appends places that agree with nothing, not even with quiet: no alignment goes on from one recording to the next. */
  separate(places: number): void;
  /** Compares a word with each place before `limit`. */
  match(word: number, valid: boolean, limit: number): void;
  /** The place of the best agreement before `limit` at the last match. */
  bestPlace(limit: number): number;
  /**
   * Whether the bank is nearly full and nothing outside its oldest quarter, which is dropped first, agrees by `agreement` with what
   * was matched last.
   */
  isForgetting(limit: number, agreement: number): boolean;
}

/** A step brings two fingerprints, so an alignment advances by two places. */
const placesPerStep = 2;
const chance = 0.5;

/** @param keepsThroughQuiet alignments survive a silence that both sides share, so a recording is recognised after its pauses. */
export function createBank(capacity: number, share: number, keepsThroughQuiet = false): Bank {
  // Grown as needed: a short call costs little memory.
  let words = new Uint32Array(1024);
  let masks = new Uint32Array(1024);
  /** Agreement above chance. */
  let running = new Float32Array(1024);
  /** 1 where a recording is quiet. */
  let pauses = new Uint8Array(1024);
  let length = 0;
  let best = chance;
  const oldestPart = capacity >> 2;

  function grow(): void {
    const size = Math.min(capacity, words.length * 2);
    const grown = {
      words: new Uint32Array(size),
      masks: new Uint32Array(size),
      running: new Float32Array(size),
      pauses: new Uint8Array(size),
    };
    grown.words.set(words);
    grown.masks.set(masks);
    grown.running.set(running);
    grown.pauses.set(pauses);
    ({ words, masks, running, pauses } = grown);
  }

  function dropOldest(): void {
    const dropped = capacity >> 3;
    words.copyWithin(0, dropped);
    masks.copyWithin(0, dropped);
    pauses.copyWithin(0, dropped);
    running.copyWithin(0, dropped);
    running.fill(0, capacity - dropped);
    length -= dropped;
  }

  function add(word: number, mask: number, pause: number): void {
    if (length === capacity) dropOldest();
    else if (length === words.length) grow();
    words[length] = word;
    masks[length] = mask;
    running[length] = 0;
    pauses[length] = pause;
    length++;
  }

  return {
    get length() {
      return length;
    },
    get best() {
      return best;
    },
    append: (word, valid) => (valid ? add(word, 0xffffffff, 0) : add(word, 0, 1)),
    separate(places) {
      for (let k = 0; k < places; k++) add(0, 0, 0);
    },
    match(word, valid, limit) {
      let most: number | undefined;
      if (length > 0) {
        if (valid) most = step({ words, masks, running, length }, word, share, limit);
        else fade(running, length, share, keepsThroughQuiet ? pauses : undefined);
      }
      best = chance + (most ?? highest(running, limit));
    },
    bestPlace(limit) {
      let place = 0;
      for (let k = 1; k < limit; k++) if (running[k]! > running[place]!) place = k;
      return place;
    },
    isForgetting(limit, agreement) {
      if (length < capacity - oldestPart) return false;
      for (let place = limit - 1; place >= oldestPart; place--)
        if (chance + running[place]! >= agreement) return false;
      return true;
    },
  };
}

/** Quiet neither agrees nor disagrees: every alignment advances and decays towards chance, except where `pauses` show the same quiet. */
function fade(running: Float32Array, length: number, share: number, pauses: Uint8Array | undefined): void {
  running.copyWithin(placesPerStep, 0, Math.max(0, length - placesPerStep));
  running.fill(0, 0, placesPerStep);
  for (let k = 0; k < length; k++) if (pauses?.[k] !== 1) running[k] = running[k]! * (1 - share);
}

/** Space for the largest bank and its running agreements before and after a step, with two zeros in front. */
const maxPlaces = 16384;
const wordsAt = 0;
const masksAt = maxPlaces;
const beforeAt = 2 * maxPlaces + 4;
const afterAt = 3 * maxPlaces + 8;
let kernel: { code: Kernel<'match' | 'highest'>; words: Uint32Array; floats: Float32Array } | undefined;
let tried = false;

/** The first `length` places of a bank. */
interface Places {
  words: Uint32Array;
  masks: Uint32Array;
  running: Float32Array;
  length: number;
}

/** @returns the highest running agreement before `limit`, at least 0. */
function step(places: Places, word: number, share: number, limit: number): number {
  const { words, masks, running, length } = places;
  if (!tried) {
    tried = true;
    const code = createKernel<'match' | 'highest'>(matchKernel, (afterAt + maxPlaces + 8) * 4);
    if (code) kernel = { code, words: new Uint32Array(code.memory), floats: new Float32Array(code.memory) };
  }
  if (!kernel || length > maxPlaces) {
    plainStep(places, word, share);
    return highest(running, limit);
  }
  // One kernel serves all calls; copying in and out is a tenth of the work.
  const { code, words: memory, floats } = kernel;
  memory.set(words.subarray(0, length), wordsAt);
  memory.set(masks.subarray(0, length), masksAt);
  floats.fill(0, beforeAt, beforeAt + placesPerStep);
  floats.set(running.subarray(0, length), beforeAt + placesPerStep);
  const padded = Math.ceil(length / 4) * 4;
  code.match(wordsAt * 4, masksAt * 4, beforeAt * 4, afterAt * 4, (afterAt + padded) * 4, word | 0, share);
  running.set(floats.subarray(afterAt, afterAt + length));
  return code.highest(afterAt * 4, (afterAt + Math.max(0, limit)) * 4);
}

function highest(running: Float32Array, limit: number): number {
  let most = 0;
  for (let place = 0; place < limit; place++) if (running[place]! > most) most = running[place]!;
  return most;
}

/** The same without SIMD. */
export function plainStep({ words, masks, running, length }: Places, word: number, share: number): void {
  running.copyWithin(placesPerStep, 0, Math.max(0, length - placesPerStep));
  running.fill(0, 0, placesPerStep);
  for (let k = 0; k < length; k++) {
    const agreement = masks[k] ? 0.5 - countBits(word ^ words[k]!) / 32 : 0;
    running[k] = running[k]! + (agreement - running[k]!) * share;
  }
}
