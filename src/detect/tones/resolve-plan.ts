import { sampleRateHz } from '../features/framing.ts';
import { progressPairs } from './plans.ts';

/** The newest 100 ms of samples: long enough to tell 440 + 480 Hz from 425 Hz. */
export const resolvedSamples = 800;

export type ProgressPlan = (typeof progressPairs)[number];

/** Share of the power that the frequencies of a plan must explain; a sung or spoken vowel has power elsewhere too. */
const explainedShare = 0.8;
/** The frequencies of one plan are sent at similar levels; least ratio of the weakest to the strongest, in power. */
const weakestToStrongest = 0.05;

/** Which plan's frequencies the newest 100 ms consist of, if any. */
export function resolvePlan(samples: Float64Array): ProgressPlan | undefined {
  const powers = new Map<number, number>();
  const power = (hz: number) => {
    let value = powers.get(hz);
    if (value === undefined) powers.set(hz, (value = goertzelPower(samples, hz)));
    return value;
  };
  const total = windowedPower(samples) + 1e-12;
  let best: ProgressPlan | undefined;
  let bestScore = 0;
  for (const candidate of progressPairs) {
    const levels = candidate.frequencies.map(power);
    const weakest = Math.min(...levels);
    if (weakest < Math.max(...levels) * weakestToStrongest) continue;
    if (levels.reduce((sum, each) => sum + each, 0) < total * explainedShare) continue;
    // All frequencies of a plan must be there, so the weakest counts for each of them.
    const score = candidate.frequencies.length * weakest;
    if (score > bestScore) [bestScore, best] = [score, candidate];
  }
  return best;
}

/** Power of one frequency in a Hann-windowed run of samples, relative to a full-scale sine = 1. */
function goertzelPower(samples: Float64Array, frequencyHz: number): number {
  const omega = (2 * Math.PI * frequencyHz) / sampleRateHz;
  const coefficient = 2 * Math.cos(omega);
  const turn = (2 * Math.PI) / samples.length;
  let previous = 0;
  let beforeThat = 0;
  for (let n = 0; n < samples.length; n++) {
    const shaped = samples[n]! * (0.5 - 0.5 * Math.cos(turn * n));
    const current = shaped + coefficient * previous - beforeThat;
    beforeThat = previous;
    previous = current;
  }
  const power = previous * previous + beforeThat * beforeThat - coefficient * previous * beforeThat;
  return power / (samples.length / 4) ** 2;
}

/** Mean power in the same window, relative to a full-scale sine = 1, so that a pure tone's share is 1. */
function windowedPower(samples: Float64Array): number {
  const turn = (2 * Math.PI) / samples.length;
  let energy = 0;
  for (let n = 0; n < samples.length; n++) {
    const shaped = samples[n]! * (0.5 - 0.5 * Math.cos(turn * n));
    energy += shaped * shaped;
  }
  return energy / ((samples.length * 3) / 8) / 0.5;
}
