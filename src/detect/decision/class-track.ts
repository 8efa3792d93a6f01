import { audioClasses, type AudioClass } from '../types.ts';

/** The class of the current sound, smoothed against flicker. */
export interface ClassTrack {
  /** Returns the new class once it has led for 0.4 s. */
  step(at: number, probabilities: Float32Array): AudioClass | undefined;
  readonly current: AudioClass;
  readonly confidence: number;
  /** Mean probabilities of the last half second; the same array each time. */
  readonly probabilities: Float32Array;
}

const averageSteps = 6;
/** A class must lead this long to be reported. */
const settleSeconds = 0.4;

export function createClassTrack(): ClassTrack {
  const mean = new Float32Array(audioClasses.length);
  let current: AudioClass = 'silence';
  let reported: AudioClass | undefined;
  let leadingSince = 0;
  return {
    probabilities: mean,
    get current() {
      return current;
    },
    get confidence() {
      return mean[audioClasses.indexOf(current)]!;
    },
    step(at, probabilities) {
      let leader = 0;
      for (let k = 0; k < mean.length; k++) {
        mean[k] = mean[k]! + (probabilities[k]! - mean[k]!) / averageSteps;
        if (mean[k]! > mean[leader]!) leader = k;
      }
      const fresh = audioClasses[leader]!;
      if (fresh !== current) {
        current = fresh;
        leadingSince = at;
      }
      if (current === reported || at - leadingSince < settleSeconds) return undefined;
      reported = current;
      return current;
    },
  };
}
