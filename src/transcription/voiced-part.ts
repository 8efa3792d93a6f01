import { levelDb } from '../audio/level.ts';
import { telephoneRateHz } from '../audio/resample.ts';

const frameSamples = telephoneRateHz / 50;
/** Of the frames, so many are at least as loud as what is taken for the voice's level. */
const loudShare = 0.05;
/** A voice's frames are mostly no further below that. */
const underVoiceDb = 10;
/** A word has at least so many loud frames of five in a row; a click has fewer. */
const fewestLoud = 3;
/** Kept on both sides, where weak consonants are. */
const marginFrames = 12;

/** What is left when the noise before the first word and after the last is cut off. @param samples 8 kHz mono s16 */
export function voicedPart(samples: Int16Array): Int16Array {
  const levels = Array.from({ length: Math.floor(samples.length / frameSamples) }, (_none, n) =>
    levelDb(samples.subarray(n * frameSamples, (n + 1) * frameSamples)),
  );
  const sorted = levels.toSorted((one, other) => other - one);
  const loudDb = (sorted[Math.floor(sorted.length * loudShare)] ?? 0) - underVoiceDb;
  const isVoice = (_level: number, n: number): boolean =>
    levels.slice(Math.max(0, n - 2), n + 3).filter((level) => level > loudDb).length >= fewestLoud;
  const first = levels.findIndex(isVoice);
  if (first < 0) return samples;
  const end = levels.findLastIndex(isVoice) + 1;
  return samples.subarray(
    Math.max(0, first - marginFrames) * frameSamples,
    (end + marginFrames) * frameSamples,
  );
}
