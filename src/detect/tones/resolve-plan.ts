import { goertzelPower, windowedPower } from './goertzel.ts';
import { progressPairs } from './plans.ts';

export type ProgressPlan = (typeof progressPairs)[number];

/** Part of the power that the frequencies of a plan must explain; a sung or spoken vowel has more than them. */
const explainedShare = 0.8;
/** Frequencies of one plan are sent at like levels. */
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
    // Of a pair both must be there, hence the weaker counts for two.
    const score = candidate.frequencies.length * weakest;
    if (score > bestScore) [bestScore, best] = [score, candidate];
  }
  return best;
}
