import type { AudioClass, ToneKind } from '../types.ts';

/** Everything that is known about the newest step of audio, in one place. */
export interface Evidence {
  /** End of the step on the sample clock, seconds. */
  at: number;
  /** Level of the newest 20 ms, dB relative to full scale. */
  rmsDb: number;
  /** What the classifier hears, and how sure it is, 0..1. */
  audioClass: AudioClass;
  confidence: number;
  /** Log-odds that a live person is on the line now. */
  personLogOdds: number;
  /** 0.5 = nothing like it was heard before, 1 = the same recording, sample for sample. */
  repeatSimilarity: number;
  /** The tone that sounds at this moment. */
  tone: ToneKind | undefined;
}
