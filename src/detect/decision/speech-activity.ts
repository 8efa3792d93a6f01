import { audioClasses } from '../types.ts';

/** When voices begin and pause, by level against the noise floor of the line. */
export interface SpeechActivity {
  step(at: number, rmsDb: number, mayBeSpeech: boolean): void;
  /** Start of the current or last utterance, seconds; −1 before any. */
  readonly startedAt: number;
  /** End of the last voiced step, seconds; −1 before any. */
  readonly lastVoicedAt: number;
  /** Seconds of voice since `startedAt`, without pauses. */
  readonly voicedSeconds: number;
  /** Seconds since the last voiced step, or since the beginning; 0 while somebody speaks. */
  readonly pauseSeconds: number;
  /** Noise floor of the line, dB relative to full scale. */
  readonly floorDb: number;
  /** Loudest minus quietest step of the voice since `startedAt`, without its first step, dB. */
  readonly spanDb: number;
}

const aboveFloorDb = 9;
/** A gap this long starts a new utterance. */
const utteranceGapSeconds = 0.6;

const voiceless = (['silence', 'ringing', 'music', 'dtmf', 'tone'] as const).map((name) =>
  audioClasses.indexOf(name),
);

/** Whether the sound may be speech, by its class probabilities. */
export function mayBeVoice(probabilities: Float32Array): boolean {
  return voiceless.reduce((sum, index) => sum + probabilities[index]!, 0) < 0.6;
}

/** How recent the voice must be for a person to be declared: never in a silence. */
const freshVoiceSeconds = 1.5;
const shortestVoiceSeconds = 0.16;
/** The hiss of an opening line is even; a voice is uneven from its first syllable on. */
const unevenDb = 6;

export function isFreshVoice(
  { pauseSeconds, voicedSeconds, spanDb }: SpeechActivity,
  withinSeconds = freshVoiceSeconds,
): boolean {
  return pauseSeconds < withinSeconds && voicedSeconds >= shortestVoiceSeconds && spanDb >= unevenDb;
}

export function createSpeechActivity(): SpeechActivity {
  let floorDb = -60;
  let startedAt = -1;
  let lastVoicedAt = -1;
  let voicedSeconds = 0;
  let pauseSeconds = 0;
  let lastAt = 0;
  let quietestDb = Infinity;
  let loudestDb = -Infinity;
  return {
    step(at, rmsDb, mayBeSpeech) {
      const elapsed = at - lastAt;
      lastAt = at;
      // The floor falls at once and rises by 3 dB a second, so that it finds the noise between words.
      floorDb = Math.max(-72, Math.min(rmsDb, floorDb + 3 * elapsed));
      const voiced = mayBeSpeech && rmsDb > Math.max(floorDb + aboveFloorDb, -58);
      if (voiced) {
        if (startedAt < 0 || at - lastVoicedAt > utteranceGapSeconds) {
          startedAt = at - elapsed;
          voicedSeconds = 0;
          quietestDb = Infinity;
          loudestDb = -Infinity;
        } else {
          quietestDb = Math.min(quietestDb, rmsDb);
          loudestDb = Math.max(loudestDb, rmsDb);
        }
        lastVoicedAt = at;
        voicedSeconds += elapsed;
        pauseSeconds = 0;
      } else pauseSeconds = at - Math.max(0, lastVoicedAt);
    },
    get startedAt() {
      return startedAt;
    },
    get lastVoicedAt() {
      return lastVoicedAt;
    },
    get voicedSeconds() {
      return voicedSeconds;
    },
    get pauseSeconds() {
      return pauseSeconds;
    },
    get floorDb() {
      return floorDb;
    },
    get spanDb() {
      return Math.max(0, loudestDb - quietestDb);
    },
  };
}
