import { levelDb } from '../../audio/level.ts';
import { telephoneRateHz } from '../../audio/resample.ts';

const frameSamples = telephoneRateHz / 50;
/** The share of the frames that are at or above the level that is taken as the voice's. */
const loudShare = 0.05;
/** Most frames of a voice lie no further below that level. */
const underVoiceDb = 10;
/** A word has at least this many loud frames among five in a row; a click has fewer. */
const minLoud = 3;
/** Kept on both sides, where weak consonants are. */
const marginFrames = 12;

/** The sound without the noise before its first word and after its last. @param samples 8 kHz mono s16 */
export function voicedPart(samples: Int16Array): Int16Array {
  const levels = Array.from({ length: Math.floor(samples.length / frameSamples) }, (_none, n) =>
    levelDb(samples.subarray(n * frameSamples, (n + 1) * frameSamples)),
  );
  const sorted = levels.toSorted((one, other) => other - one);
  const loudDb = (sorted[Math.floor(sorted.length * loudShare)] ?? 0) - underVoiceDb;
  const isVoice = (_level: number, n: number): boolean =>
    levels.slice(Math.max(0, n - 2), n + 3).filter((level) => level > loudDb).length >= minLoud;
  const first = levels.findIndex(isVoice);
  if (first < 0) return samples;
  const end = levels.findLastIndex(isVoice) + 1;
  return samples.subarray(
    Math.max(0, first - marginFrames) * frameSamples,
    (end + marginFrames) * frameSamples,
  );
}
