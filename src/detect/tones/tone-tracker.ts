import type { ToneKind } from '../types.ts';
import type { SpectralFrame } from '../features/log-mel.ts';
import { hopSamples, hopSeconds, windowSamples } from '../features/framing.ts';
import { judgeCadence, type Burst } from './cadence.ts';
import { dtmfKey, faxAnswerHz, faxCallingHz, sitHz } from './plans.ts';
import { resolvedSamples, resolvePlan, type ProgressPlan } from './resolve-plan.ts';
import { beginSounding, extendSounding, isBeep, sameSounding, type Sounding } from './sounding.ts';
import { measureTonality, type Tonality } from './tonality.ts';

export interface HeardTone {
  at: number;
  tone: ToneKind;
  country?: string;
  digit?: string;
}

export interface ToneTracker {
  /** One hop of audio; returns tones that became certain in it (nearly always none). */
  step(window: Float64Array, frame: SpectralFrame, at: number): HeardTone[];
  /** What sounds at this moment; 'unnamed' while it is not yet certain. */
  readonly sounding: ToneKind | 'unnamed' | undefined;
}

const quietestDb = -62;
/** A network tone rises this far above the quiet before it. */
const onsetRiseDb = 12;
/** A beep on a busy-tone frequency counts as one only if no second burst follows within this time. */
const beepAloneSeconds = 0.7;
const dtmfSeconds = 0.045;
/** A gap that ends a rhythm: longer than any national ringback's silence. */
const rhythmEndsSeconds = 7;

export function createToneTracker(): ToneTracker {
  const history = new Float64Array(resolvedSamples);
  const tonality: Tonality = { purity: 0, singlePurity: 0, frequencyHz: 0, secondHz: 0, secondBelowDb: 99 };
  let bursts: Burst[] = [];
  let plan: ProgressPlan | undefined;
  let current: Sounding | undefined;
  let sitStage = 0;
  let sitAt = -9;
  let announced: { tone: ToneKind; at: number } | undefined;
  const levels = new Float64Array(8).fill(-100);
  /** Musical frames, read four frames late: the first frames of a tone are not a pure tone either. */
  const musical = new Uint8Array(4);
  let musicalUntil = -9;
  /** A beep on a busy-tone frequency, reported once no second burst has followed. */
  let pendingBeepAt: number | undefined;

  function name(
    tone: ToneKind,
    at: number,
    heard: HeardTone[],
    extra: { country?: string; digit?: string } = {},
  ): void {
    const again = tone === 'dtmf' || tone === 'beep' || tone === 'sit';
    if (!again && announced?.tone === tone && at - announced.at < rhythmEndsSeconds) {
      announced.at = at;
      return;
    }
    announced = { tone, at };
    heard.push({ at, tone, ...extra });
  }

  /** Looks at the frames 60 to 140 ms ago: a network tone or a beep comes out of quiet, a note out of music. */
  function before(levelDb: number): { clean: boolean; musicalUntil: number } {
    return { clean: Math.max(...levels.subarray(0, 5)) < levelDb - onsetRiseDb, musicalUntil };
  }

  function hold(sound: Sounding, at: number, heard: HeardTone[]): void {
    const seconds = at - sound.startedAt;
    if (sound.digit) {
      if (!sound.named && seconds >= dtmfSeconds) {
        sound.named = 'dtmf';
        name('dtmf', at, heard, { digit: sound.digit });
      }
    } else if (sound.frequencyHz > 380 && sound.frequencyHz < 640) {
      if (sound.clean && !sound.plan && seconds >= 0.12 && sound.frames % 5 === 1)
        sound.plan = resolvePlan(history);
      if (sound.plan && !sound.named) {
        const tone = judgeCadence(bursts, seconds, 0, sound.plan.tones);
        if (tone) {
          sound.named = tone;
          name(tone, at, heard, { country: sound.plan.country });
        }
      }
    } else if (!sound.named && near(sound.frequencyHz, faxAnswerHz, 20) && seconds >= 1.8) {
      sound.named = 'fax';
      name('fax', at, heard);
    }
  }

  function end(sound: Sounding, at: number, heard: HeardTone[]): void {
    const seconds = at - sound.startedAt;
    if (sound.plan) {
      plan = sound.plan;
      bursts.push({ startedAt: sound.startedAt, seconds });
      if (bursts.length > 4) bursts.shift();
      if (!sound.named) {
        const tone = judgeCadence(bursts, seconds, 0.01, sound.plan.tones);
        if (tone && bursts.length > 1) name(tone, at, heard, { country: sound.plan.country });
      }
    }
    if (sound.digit || sound.named) return;
    const stage = sitHz.findIndex((choices) => choices.some((hz) => near(sound.frequencyHz, hz, 25)));
    if (stage >= 0 && seconds > 0.2 && seconds < 0.45) {
      sitStage = stage === 0 ? 1 : stage === sitStage && at - sitAt < 0.6 ? stage + 1 : 0;
      sitAt = at;
      if (sitStage === 3) name('sit', at, heard);
      if (sitStage > 0) return;
    }
    if (near(sound.frequencyHz, faxCallingHz, 20) && seconds > 0.4 && seconds < 0.6) {
      name('fax', at, heard);
      return;
    }
    if (!isBeep(sound, seconds)) return;
    if (!sound.plan) name('beep', at, heard);
    else if (bursts.length === 1 && sound.plan.frequencies.length === 1) pendingBeepAt = at;
  }

  return {
    get sounding() {
      if (!current || current.frames < 3) return undefined;
      return current.named ?? 'unnamed';
    },
    step(window, frame, at) {
      const heard: HeardTone[] = [];
      history.copyWithin(0, hopSamples);
      history.set(window.subarray(windowSamples - hopSamples), resolvedSamples - hopSamples);
      let digit: string | undefined;
      let tonal = false;
      let soundsMusical = false;
      if (frame.rmsDb > quietestDb) {
        measureTonality(frame.power, tonality);
        tonal = tonality.purity > 0.9;
        if (tonality.purity > 0.8 && tonality.secondBelowDb < 9) {
          digit = dtmfKey(tonality.frequencyHz, tonality.secondHz);
          tonal ||= digit !== undefined;
        }
        // Impure sound right before a "beep" means music with one clear note, not a beep.
        soundsMusical = !tonal && tonality.purity > 0.35 && frame.rmsDb > quietestDb + 12;
      }
      if (musical[0]) musicalUntil = at - musical.length * hopSeconds;
      musical.copyWithin(0, 1);
      musical[musical.length - 1] = soundsMusical ? 1 : 0;
      if (current && tonal && sameSounding(current, tonality, digit)) {
        extendSounding(current, tonality, levels[levels.length - 1]!);
        hold(current, at, heard);
      } else if (current && ++current.missing > 2) {
        // Two lost frames inside a tone are packet loss; a third is its end.
        end(current, at - 3 * hopSeconds, heard);
        current = undefined;
        if (tonal) current = beginSounding(tonality, digit, at, before(frame.rmsDb));
      } else if (!current && tonal) current = beginSounding(tonality, digit, at, before(frame.rmsDb));
      levels.copyWithin(0, 1);
      levels[levels.length - 1] = frame.rmsDb;
      if (current?.plan) pendingBeepAt = undefined;
      if (pendingBeepAt !== undefined && at - pendingBeepAt > beepAloneSeconds) {
        pendingBeepAt = undefined;
        bursts = [];
        name('beep', at, heard);
      }
      const lastBurst = bursts.at(-1);
      if (lastBurst && at - lastBurst.startedAt - lastBurst.seconds > rhythmEndsSeconds) bursts = [];
      else if (lastBurst && bursts.length === 1 && !current && plan) {
        const gap = at - lastBurst.startedAt - lastBurst.seconds;
        if (gap > 1.2 && gap < 1.2 + hopSeconds * 1.5) {
          const tone = judgeCadence([], lastBurst.seconds, gap, plan.tones);
          if (tone) name(tone, at, heard, { country: plan.country });
        }
      }
      return heard;
    },
  };
}

function near(hz: number, nominal: number, within: number): boolean {
  return Math.abs(hz - nominal) <= within;
}
