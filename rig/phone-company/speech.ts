import { joinSounds } from '../../src/audio/join.ts';
import { telephoneRateHz } from '../../src/audio/resample.ts';

/**
 * Turns a recording of someone talking into one side of a telephone conversation: phrases stay as spoken, and each
 * turn is followed by a pause with only room noise, as if the other side were answering. Pure.
 */

/** A stretch of samples, end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface TurnTaking {
  /** A turn ends at the first gap after this much speech. */
  readonly turnSeconds: readonly number[];
  /** How long the person then listens. */
  readonly listenSeconds: readonly number[];
}

const frameSamples = telephoneRateHz / 50;
/** A gap this long is a breath between phrases; stop consonants last up to 0.15 s. */
const phraseGapSeconds = 0.18;
/** Kept around each phrase, so that quiet first and last sounds are not cut. */
const marginSeconds = 0.06;
/** How far above the room noise a frame must be to count as speech. */
const speechOverRoomDb = 12;
const crossfade = telephoneRateHz / 50;

/** The phrases of a recording: stretches of speech between gaps. */
export function findPhrases(samples: Float32Array): Stretch[] {
  const levels = frameLevelsDb(samples);
  const roomDb = percentile(levels, 0.05);
  const gapFrames = phraseGapSeconds * 50;
  const margin = marginSeconds * telephoneRateHz;
  const phrases: Stretch[] = [];
  let first: number | undefined;
  let last = 0;
  for (let frame = 0; frame < levels.length + gapFrames; frame++) {
    if ((levels[frame] ?? roomDb) > roomDb + speechOverRoomDb) {
      first ??= frame;
      last = frame;
    } else if (first !== undefined && frame - last >= gapFrames) {
      const start = Math.max(0, first * frameSamples - margin);
      phrases.push({ start, end: Math.min(samples.length, (last + 1) * frameSamples + margin) });
      first = undefined;
    }
  }
  return phrases;
}

/**
 * Room noise of any length from the recording's own gaps: random pieces, crossfaded, so that nothing audibly repeats.
 * `random` returns numbers in [0, 1).
 */
export function roomNoise(
  samples: Float32Array,
  phrases: readonly Stretch[],
  seconds: number,
  random: () => number,
): Float32Array {
  const gaps = gapsBetween(phrases, samples.length).filter((gap) => gap.end - gap.start > 3 * crossfade);
  const noise = new Float32Array(Math.round(seconds * telephoneRateHz));
  for (let at = 0; at < noise.length;) {
    const gap = gaps[Math.floor(random() * gaps.length)];
    if (gap === undefined) return noise;
    const pieceLength = Math.min(gap.end - gap.start, telephoneRateHz / 2);
    const from = gap.start + Math.floor(random() * (gap.end - gap.start - pieceLength));
    const fadeIn = at === 0 ? 0 : crossfade;
    for (let index = 0; index < pieceLength && at - fadeIn + index < noise.length; index++) {
      const target = at - fadeIn + index;
      // Equal power: two stretches of noise do not add up in phase.
      const rise = index < fadeIn ? Math.sin(((index / fadeIn) * Math.PI) / 2) : 1;
      const fall = index < fadeIn ? Math.cos(((index / fadeIn) * Math.PI) / 2) : 0;
      noise[target] = (noise[target] ?? 0) * fall + (samples[from + index] ?? 0) * rise;
    }
    at += pieceLength - fadeIn;
  }
  return noise;
}

/** The recording with listening pauses after each turn; begins with a moment of room noise. */
export function composeConversation(
  samples: Float32Array,
  turnTaking: TurnTaking,
  random: () => number,
): Float32Array {
  const phrases = findPhrases(samples);
  const parts: Float32Array[] = [roomNoise(samples, phrases, 0.4, random)];
  let turn = 0;
  let spokenSeconds = 0;
  for (const [index, phrase] of phrases.entries()) {
    parts.push(samples.subarray(phrase.start, phrase.end));
    spokenSeconds += (phrase.end - phrase.start) / telephoneRateHz;
    const next = phrases[index + 1];
    if (spokenSeconds >= pick(turnTaking.turnSeconds, turn)) {
      parts.push(roomNoise(samples, phrases, pick(turnTaking.listenSeconds, turn), random));
      turn += 1;
      spokenSeconds = 0;
    } else if (next !== undefined) {
      parts.push(samples.subarray(phrase.end, next.start));
    }
  }
  parts.push(roomNoise(samples, phrases, 2, random));
  return joinSounds(Float32Array, parts);
}

/** Numbers in [0, 1), the same in every run (the mulberry32 generator). */
export function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The list's value at `index`, starting over at its end. */
function pick(list: readonly number[], index: number): number {
  return list[index % list.length] ?? 0;
}

function gapsBetween(phrases: readonly Stretch[], length: number): Stretch[] {
  const ends = [0, ...phrases.map((phrase) => phrase.end)];
  const starts = [...phrases.map((phrase) => phrase.start), length];
  return ends.map((start, index) => ({ start, end: starts[index] ?? length }));
}

function frameLevelsDb(samples: Float32Array): number[] {
  const levels: number[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    const power =
      samples.subarray(at, at + frameSamples).reduce((sum, sample) => sum + sample * sample, 0) /
      frameSamples;
    levels.push(10 * Math.log10(power + 1e-10));
  }
  return levels;
}

function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(fraction * sorted.length)] ?? 0;
}
