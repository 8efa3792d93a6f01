import type { SpeechActivity } from '../decision/speech-activity.ts';
import type { ToneKind } from '../types.ts';

/** What one step of audio (80 ms) says about whose turn it is. */
export interface TurnStep {
  at: number;
  elapsed: number;
  speech: Pick<SpeechActivity, 'startedAt' | 'lastVoicedAt' | 'pauseSeconds'>;
  rmsDb: number;
  isMusic: boolean;
  /** The network tone that is sounding, lone beeps excluded. */
  tone: ToneKind | undefined;
  /** The sound was heard before, in this call or in an earlier one to this number. */
  isKnown: boolean;
  /** It is classed as the prompt of a menu. */
  isPrompt: boolean;
}

/** A stretch of voice without a pause of more than 0.6 s. */
export interface Turn {
  startedAt: number;
  endedAt: number;
  voicedSeconds: number;
  knownSeconds: number;
  /** It was recognised in the pause after it: a short recording is over before it is recognised. */
  isKnown: boolean;
  promptSeconds: number;
  /** Its loudest step. */
  loudestDb: number;
  /** Seconds of silence before it. */
  afterQuietSeconds: number;
}

export interface TurnTrack {
  /** @returns the turn that has just ended, once. */
  step(step: TurnStep): Turn | undefined;
  /** The current or last turn. */
  readonly current: Turn | undefined;
  /** Seconds without voice, music or tone. */
  readonly quietSeconds: number;
  /** Seconds of music heard in this call. */
  readonly musicSeconds: number;
  /** Ringback was heard, and no music after it: the call was put through. */
  readonly rangSinceMusic: boolean;
  /** Longest pause of this call's recordings, seconds: the silence between a voice and the music, tone or recording that followed. */
  readonly recordingsPauseSeconds: number;
}

/** As long as the gaps within an utterance, and short enough to answer before a person asks again. */
const turnEndSeconds = 0.6;
/** Shorter music or known sound may be a mistaken syllable. */
const settledSeconds = 0.5;

export function createTurnTrack(): TurnTrack {
  let current: Turn | undefined;
  let isOpen = false;
  let quietSeconds = 0;
  let quietBefore = 0;
  let musicSeconds = 0;
  let soundingSeconds = 0;
  let recordingsPauseSeconds = 0;
  let rangSinceMusic = false;

  function measureQuiet({ elapsed, isMusic, tone, isKnown }: TurnStep, isVoiced: boolean): void {
    const sounds = isMusic || tone !== undefined;
    if (tone === 'ringback') rangSinceMusic = true;
    if (!sounds && !isVoiced) {
      quietSeconds += elapsed;
      soundingSeconds = 0;
      return;
    }
    if (quietSeconds > 0) quietBefore = quietSeconds;
    quietSeconds = 0;
    if (isMusic) musicSeconds += elapsed;
    soundingSeconds = sounds || isKnown ? soundingSeconds + elapsed : 0;
    if (isMusic && soundingSeconds >= settledSeconds) rangSinceMusic = false;
    if (soundingSeconds < settledSeconds || current === undefined) return;
    recordingsPauseSeconds = Math.max(recordingsPauseSeconds, quietBefore);
    quietBefore = 0;
  }

  function extend({ at, elapsed, speech, rmsDb, isKnown, isPrompt }: TurnStep): void {
    if (current?.startedAt !== speech.startedAt)
      current = {
        startedAt: speech.startedAt,
        endedAt: at,
        voicedSeconds: 0,
        knownSeconds: 0,
        isKnown: false,
        promptSeconds: 0,
        loudestDb: rmsDb,
        afterQuietSeconds: quietBefore,
      };
    isOpen = true;
    current.endedAt = at;
    current.voicedSeconds += elapsed;
    if (isKnown) current.knownSeconds += elapsed;
    current.isKnown = false; // what is known about the previous voice need not be true of this one
    if (isPrompt) current.promptSeconds += elapsed;
    current.loudestDb = Math.max(current.loudestDb, rmsDb);
  }

  return {
    get current() {
      return current;
    },
    get quietSeconds() {
      return quietSeconds;
    },
    get musicSeconds() {
      return musicSeconds;
    },
    get rangSinceMusic() {
      return rangSinceMusic;
    },
    get recordingsPauseSeconds() {
      return recordingsPauseSeconds;
    },
    step(step) {
      const isVoiced = step.speech.lastVoicedAt === step.at;
      measureQuiet(step, isVoiced);
      if (isVoiced) extend(step);
      else if (isOpen && current !== undefined && step.isKnown) current.isKnown = true;
      if (!isVoiced && isOpen && step.speech.pauseSeconds >= turnEndSeconds) {
        isOpen = false;
        return current;
      }
      return undefined;
    },
  };
}
