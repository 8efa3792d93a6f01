import type { ToneKind } from '../types.ts';
import { hopSeconds } from '../features/framing.ts';
import type { ProgressPlan } from './resolve-plan.ts';
import type { Tonality } from './tonality.ts';

/** A tone that sounds, from its first frame on. */
export interface Sounding {
  startedAt: number;
  frequencyHz: number;
  /** Spread of the measured frequency: notes glide, beeps do not. */
  deviationHz: number;
  frames: number;
  digit: string | undefined;
  plan: ProgressPlan | undefined;
  named: ToneKind | undefined;
  /** Frames without it since it was last heard. */
  missing: number;
  /** It came out of quiet. */
  clean: boolean;
  /** Seconds between the last musical sound and its start. */
  sinceMusic: number;
  /** Levels of its quietest and loudest whole frame: a beep is flat, a plucked note fades. */
  lowestDb: number;
  highestDb: number;
}

export function beginSounding(
  tonality: Tonality,
  digit: string | undefined,
  at: number,
  before: { clean: boolean; musicalUntil: number },
): Sounding {
  return {
    startedAt: at - hopSeconds,
    frequencyHz: tonality.frequencyHz,
    deviationHz: 0,
    frames: 1,
    digit,
    plan: undefined,
    named: undefined,
    missing: 0,
    clean: before.clean,
    sinceMusic: at - before.musicalUntil,
    lowestDb: 0,
    highestDb: -100,
  };
}

const averagedFrames = 20;
/** The first frames hold the onset. */
const onsetFrames = 3;

/** Adds a frame of the same tone; `levelDb` is the level of the frame before, which the tone fills. */
export function extendSounding(sound: Sounding, tonality: Tonality, levelDb: number): void {
  const share = 1 / Math.min(averagedFrames, sound.frames + 1);
  const off = tonality.frequencyHz - sound.frequencyHz;
  sound.frequencyHz += off * share;
  sound.deviationHz += (Math.abs(off) - sound.deviationHz) * share;
  sound.frames++;
  sound.missing = 0;
  if (sound.frames <= onsetFrames) return;
  sound.lowestDb = Math.min(sound.lowestDb, levelDb);
  sound.highestDb = Math.max(sound.highestDb, levelDb);
}

export function sameSounding(sound: Sounding, tonality: Tonality, digit: string | undefined): boolean {
  if (sound.digit || digit) return sound.digit === digit;
  return Math.abs(tonality.frequencyHz - sound.frequencyHz) < Math.max(22, sound.frequencyHz * 0.03);
}

const shortestBeepSeconds = 0.12;
const longestBeepSeconds = 1.6;
const lowestBeepHz = 250;
const steadyHz = 4;
const flatDb = 2.5;
const musicalGapSeconds = 0.15;

/** Short, steady, flat, and out of quiet rather than out of music. */
export function isBeep(sound: Sounding, seconds: number): boolean {
  return (
    seconds >= shortestBeepSeconds &&
    seconds <= longestBeepSeconds &&
    sound.frequencyHz > lowestBeepHz &&
    sound.deviationHz <= steadyHz &&
    sound.highestDb - sound.lowestDb <= flatDb &&
    sound.clean &&
    sound.sinceMusic >= musicalGapSeconds
  );
}
