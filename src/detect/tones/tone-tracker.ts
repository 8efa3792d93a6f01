import type { ToneKind } from '../types.ts';
import type { SpectralFrame } from '../features/log-mel.ts';
import { hopSamples, hopSeconds, windowSamples } from '../features/framing.ts';
import { judgeCadence, type Burst } from './cadence.ts';
import { goertzelPower, resolvedSamples, windowedPower } from './goertzel.ts';
import { dtmfKey, faxAnswerHz, faxCallingHz, progressPairs, sitHz } from './plans.ts';
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
  /** What sounds at this moment, also while it is not yet certain. */
  readonly sounding: ToneKind | 'unnamed' | undefined;
  /** End of the last sounding tone of each kind, seconds. */
  readonly lastHeardAt: Partial<Record<ToneKind, number>>;
}

const quietestDb = -62;
/** Part of the power that the frequencies of a plan must explain; a sung or spoken vowel has more than them. */
const explainedShare = 0.8;
const onsetRiseDb = 12;
const musicalGapSeconds = 0.15;
const flatDb = 2.5;
const beepAloneSeconds = 0.7;
const dtmfSeconds = 0.045;
const shortestBeepSeconds = 0.12;
const longestBeepSeconds = 1.6;
/** A gap that ends a rhythm: longer than any national ringback's silence. */
const rhythmEndsSeconds = 7;

interface Sounding {
  startedAt: number;
  frequencyHz: number;
  /** Spread of the measured frequency: notes glide, beeps do not. */
  deviationHz: number;
  frames: number;
  digit: string | undefined;
  plan: (typeof progressPairs)[number] | undefined;
  named: ToneKind | undefined;
  missing: number;
  /** It came out of quiet. */
  clean: boolean;
  /** Seconds between the last musical sound and its start. */
  sinceMusic: number;
  /** Levels of its quietest and loudest whole frame: a beep is flat, a plucked note fades. */
  lowestDb: number;
  highestDb: number;
}

export function createToneTracker(): ToneTracker {
  const history = new Float64Array(resolvedSamples);
  const tonality: Tonality = { purity: 0, singlePurity: 0, frequencyHz: 0, secondHz: 0, secondBelowDb: 99 };
  const lastHeardAt: Partial<Record<ToneKind, number>> = {};
  let bursts: Burst[] = [];
  let plan: Sounding['plan'];
  let current: Sounding | undefined;
  let sitStage = 0;
  let sitAt = -9;
  let announced: { tone: ToneKind; at: number } | undefined;
  const levels = new Float64Array(8).fill(-100);
  /** Musical frames, four frames late: the first frames of a tone are no pure tone either. */
  const musical = new Uint8Array(4);
  let musicalUntil = -9;
  /** A beep on a frequency of busy tones: told once no second burst has followed. */
  let pendingBeepAt: number | undefined;

  function name(
    tone: ToneKind,
    at: number,
    heard: HeardTone[],
    extra: { country?: string; digit?: string } = {},
  ): void {
    lastHeardAt[tone] = at;
    const again = tone === 'dtmf' || tone === 'beep' || tone === 'sit';
    if (!again && announced?.tone === tone && at - announced.at < rhythmEndsSeconds) {
      announced.at = at;
      return;
    }
    announced = { tone, at };
    heard.push({ at, tone, ...extra });
  }

  function sameSound(digit: string | undefined): boolean {
    if (!current) return false;
    if (current.digit || digit) return current.digit === digit;
    return Math.abs(tonality.frequencyHz - current.frequencyHz) < Math.max(22, current.frequencyHz * 0.03);
  }

  function begin(digit: string | undefined, at: number, levelDb: number): void {
    current = {
      startedAt: at - hopSeconds,
      frequencyHz: tonality.frequencyHz,
      deviationHz: 0,
      frames: 1,
      digit,
      plan: undefined,
      named: undefined,
      missing: 0,
      clean: quietBeforeDb() < levelDb - onsetRiseDb,
      sinceMusic: at - musicalUntil,
      lowestDb: 0,
      highestDb: -100,
    };
  }

  /** Loudest of the frames 60 to 140 ms ago: a tone of the network or a beep comes out of quiet, a note out of music. */
  function quietBeforeDb(): number {
    return Math.max(...levels.subarray(0, 5));
  }

  function resolvePlan(): Sounding['plan'] {
    const powers = new Map<number, number>();
    const power = (hz: number) => {
      let value = powers.get(hz);
      if (value === undefined) powers.set(hz, (value = goertzelPower(history, hz)));
      return value;
    };
    let best: Sounding['plan'];
    const total = windowedPower(history) + 1e-12;
    let bestScore = 0;
    for (const candidate of progressPairs) {
      const levels = candidate.frequencies.map(power);
      const weakest = Math.min(...levels);
      const strongest = Math.max(...levels);
      if (weakest < strongest * 0.05 || levels.reduce((sum, each) => sum + each, 0) < total * explainedShare)
        continue;
      // For a pair both must be there, hence the weaker counts for two.
      const score = candidate.frequencies.length * weakest;
      if (score > bestScore) [bestScore, best] = [score, candidate];
    }
    return best;
  }

  function hold(sound: Sounding, at: number, heard: HeardTone[]): void {
    const seconds = at - sound.startedAt;
    if (sound.digit) {
      if (!sound.named && seconds >= dtmfSeconds) {
        sound.named = 'dtmf';
        name('dtmf', at, heard, { digit: sound.digit });
      }
    } else if (sound.frequencyHz > 380 && sound.frequencyHz < 640) {
      if (sound.clean && !sound.plan && seconds >= 0.12 && sound.frames % 5 === 1) sound.plan = resolvePlan();
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
    if (sound.named) lastHeardAt[sound.named] = at;
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
    const aBeep = seconds >= shortestBeepSeconds && seconds <= longestBeepSeconds && sound.frequencyHz > 250;
    if (
      !aBeep ||
      sound.deviationHz > 4 ||
      sound.highestDb - sound.lowestDb > flatDb ||
      !sound.clean ||
      sound.sinceMusic < musicalGapSeconds
    )
      return;
    if (!sound.plan) name('beep', at, heard);
    else if (bursts.length === 1 && sound.plan.frequencies.length === 1) pendingBeepAt = at;
  }

  return {
    lastHeardAt,
    get sounding() {
      if (!current || current.frames < 3) return undefined;
      return current.named ?? (current.plan ? 'ringback' : 'unnamed');
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
        // Sound that is no pure tone right before a "beep" is music with one clear note, not a beep.
        soundsMusical = !tonal && tonality.purity > 0.35 && frame.rmsDb > quietestDb + 12;
      }
      if (musical[0]) musicalUntil = at - musical.length * hopSeconds;
      musical.copyWithin(0, 1);
      musical[musical.length - 1] = soundsMusical ? 1 : 0;
      if (current && tonal && sameSound(digit)) {
        const share = 1 / Math.min(20, current.frames + 1);
        const off = tonality.frequencyHz - current.frequencyHz;
        current.frequencyHz += off * share;
        current.deviationHz += (Math.abs(off) - current.deviationHz) * share;
        current.frames++;
        current.missing = 0;
        if (current.frames > 3) {
          current.lowestDb = Math.min(current.lowestDb, levels[levels.length - 1]!);
          current.highestDb = Math.max(current.highestDb, levels[levels.length - 1]!);
        }
        hold(current, at, heard);
      } else if (current && ++current.missing > 2) {
        // Two lost frames inside a tone are packet loss; a third is its end.
        end(current, at - 3 * hopSeconds, heard);
        current = undefined;
        if (tonal) begin(digit, at, frame.rmsDb);
      } else if (!current && tonal) begin(digit, at, frame.rmsDb);
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
