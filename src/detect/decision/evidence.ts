import type { AudioClass, ToneKind } from '../types.ts';

/** Everything measured in the newest step of audio (80 ms). */
export interface Evidence {
  /** End of the step on the sample clock, seconds. */
  at: number;
  /** Loudest 20 ms of the step, dB relative to full scale. */
  rmsDb: number;
  /** Mean log-mel bands of the step: what the voice and its line sound like. The same array each time. */
  mel: Float32Array;
  /** Probabilities in the order of `audioClasses`, from the network, tones overlaid. */
  probabilities: Float32Array;
  /** The network's log-odds that a live person is on the line now. */
  personLogit: number;
  /** ≈0.6 for sound that is new in this call, ≥ 0.75 for what was heard before. */
  repeatSimilarity: number;
  /** The same, compared with what earlier calls to this number taught. */
  knownSimilarity: number;
  /** Class of the known recording that matches, if one does. */
  knownClass: AudioClass | undefined;
  /** The tone that is sounding. */
  tone: ToneKind | undefined;
}
