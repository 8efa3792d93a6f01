import { melBands } from '../features/mel-filters.ts';

/**
 * A fingerprint is 32 signs of differences over frequency and time (after Haitsma and Kalker, "A Highly Robust Audio
 * Fingerprinting System", 2002), every 40 ms over 320 ms of smoothed spectrum. Signs of differences survive level,
 * equalisers, G.711 and quiet music underneath. The same numbers as training/features.py.
 */
const framesPerFingerprint = 2;
export const fingerprintSeconds = 0.04;
const smoothFrames = 16;
const deltaFrames = 8;
const firstBand = 3;
const bits = 32;
/** Mean ln energy over the bands below which a frame says nothing. */
const quietMel = -9.5;
/** A difference (of ln energy) as large as this is not turned round by a little noise. */
const clearDifference = 0.3;

export interface Fingerprint {
  bits: number;
  /** Those of them whose differences are clear. */
  clear: number;
  /** False in quiet: silence looks like any other silence. */
  valid: boolean;
}

export interface Fingerprinter {
  /** One frame of mel energies; a fingerprint on every second one. The same object each time. */
  step(mel: Float32Array): Fingerprint | undefined;
}

export function createFingerprinter(): Fingerprinter {
  const recent = Array.from({ length: smoothFrames }, () => new Float64Array(melBands));
  const slopes = Array.from({ length: deltaFrames + 1 }, () => new Float64Array(bits));
  const sum = new Float64Array(melBands);
  const result: Fingerprint = { bits: 0, clear: 0, valid: false };
  let count = 0;

  return {
    step(mel) {
      const oldest = recent[count % smoothFrames]!;
      let mean = 0;
      for (let b = 0; b < melBands; b++) {
        const value = mel[b]!;
        sum[b] = sum[b]! + value - oldest[b]!;
        oldest[b] = value;
        mean += sum[b]!;
      }
      const held = Math.min(++count, smoothFrames);
      mean /= held * melBands;
      const slope = slopes[(count - 1) % (deltaFrames + 1)]!;
      for (let k = 0; k < bits; k++) slope[k] = (sum[firstBand + k]! - sum[firstBand + k + 1]!) / held;
      if (count % framesPerFingerprint !== 0) return undefined;
      const before = slopes[Math.max(0, count - 1 - deltaFrames) % (deltaFrames + 1)]!;
      let [word, clear] = [0, 0];
      for (let k = 0; k < bits; k++) {
        const difference = slope[k]! - before[k]!;
        if (difference > 0) word |= 1 << k;
        if (Math.abs(difference) > clearDifference) clear |= 1 << k;
      }
      result.bits = word >>> 0;
      result.clear = clear >>> 0;
      result.valid = mean > quietMel;
      return result;
    },
  };
}

export function countBits(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const version = 1;

/** version, u16 count, u32 words, then one validity bit each; little endian. */
export function packFingerprints(words: Uint32Array, valid: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(3 + words.length * 4 + Math.ceil(words.length / 8));
  const view = new DataView(bytes.buffer);
  bytes[0] = version;
  view.setUint16(1, words.length, true);
  for (let k = 0; k < words.length; k++) {
    view.setUint32(3 + 4 * k, words[k]!, true);
    if (valid[k]) bytes[3 + words.length * 4 + (k >> 3)]! |= 1 << (k & 7);
  }
  return bytes;
}

/** Undefined for bytes of another version or length: an old or damaged memory is ignored. */
export function unpackFingerprints(bytes: Uint8Array): { words: Uint32Array; valid: Uint8Array } | undefined {
  if (bytes.length < 3 || bytes[0] !== version) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(1, true);
  if (bytes.length !== 3 + count * 4 + Math.ceil(count / 8)) return undefined;
  return {
    words: Uint32Array.from({ length: count }, (_, k) => view.getUint32(3 + 4 * k, true)),
    valid: Uint8Array.from({ length: count }, (_, k) => (bytes[3 + count * 4 + (k >> 3)]! >> (k & 7)) & 1),
  };
}

/** FNV-1a of the bytes: the same sound bits give the same id in every call. */
export function identify(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
