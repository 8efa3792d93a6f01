import { audioClasses, type AudioClass, type DetectorEvent } from '../../src/detect/index.ts';
import type { CallState } from '../../src/detect/decision/call-state.ts';
import { melBands } from '../../src/detect/features/mel-filters.ts';
import type { Evidence } from '../../src/detect/decision/evidence.ts';

/** One stretch of a call as the classifier would report it. */
export interface Stretch {
  seconds: number;
  audioClass: AudioClass;
  rmsDb?: number;
  logOdds?: number;
  repeat?: number;
  known?: number;
  tone?: Evidence['tone'];
  /** The level does not move, as of hiss. */
  even?: boolean;
  /** Whose voice it is, by its colour; without, nothing can be told of that. */
  voice?: number;
}

const stepSeconds = 0.08;

/** A colour that varies with the syllables, as that of a voice does; too quiet to say anything where nobody is named. */
function melOf(voice: number | undefined, at: number): Float32Array {
  return Float32Array.from({ length: melBands }, (_, band) =>
    voice === undefined
      ? -20
      : -4 +
        1.5 * Math.sin(voice * (band + 1)) +
        Math.sin(at * 40 + band * (1 + (Math.floor(at * 12.5) % 7))),
  );
}

export function play(
  state: Pick<CallState, 'step'>,
  stretches: readonly Stretch[],
  from = 0,
): { events: DetectorEvent[]; end: number } {
  const events: DetectorEvent[] = [];
  let at = from;
  for (const {
    seconds,
    audioClass,
    rmsDb = -25,
    logOdds = -5,
    repeat = 0.6,
    known = 0.5,
    tone,
    even,
    voice,
  } of stretches)
    for (let spent = 0; spent < seconds; spent += stepSeconds) {
      at += stepSeconds;
      const probabilities = new Float32Array(audioClasses.length).fill(0.01);
      probabilities[audioClasses.indexOf(audioClass)] = 0.93;
      events.push(
        ...state.step(
          {
            at,
            // Syllables: every second step is 8 dB lower.
            rmsDb: even || rmsDb < -50 || Math.round(at / stepSeconds) % 2 ? rmsDb : rmsDb - 8,
            mel: melOf(voice, at),
            probabilities,
            personLogit: logOdds,
            repeatSimilarity: repeat,
            knownSimilarity: known,
            knownClass: undefined,
            tone,
          },
          [],
        ),
      );
    }
  return { events, end: at };
}

export const quiet = (seconds: number): Stretch => ({ seconds, audioClass: 'silence', rmsDb: -70 });
export const music = (seconds: number): Stretch => ({ seconds, audioClass: 'music' });
export const prompt = (seconds: number): Stretch => ({ seconds, audioClass: 'ivr_prompt', logOdds: -3 });
export const person = (seconds: number): Stretch => ({ seconds, audioClass: 'live_human', logOdds: 5 });
/** The events, without the constant ones. */
export const kinds = (events: readonly DetectorEvent[]) =>
  events.map((event) => event.kind).filter((kind) => kind !== 'class' && kind !== 'prompt_end');
