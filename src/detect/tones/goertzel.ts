import { sampleRate } from '../features/framing.ts';

/** The newest 100 ms of samples: long enough to tell 440 + 480 Hz from 425 Hz. */
export const resolvedSamples = 800;

/** Power of one frequency in a Hann-windowed run of samples, relative to a full-scale sine = 1. */
export function goertzelPower(samples: Float64Array, frequencyHz: number): number {
  const omega = (2 * Math.PI * frequencyHz) / sampleRate;
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
export function windowedPower(samples: Float64Array): number {
  const turn = (2 * Math.PI) / samples.length;
  let energy = 0;
  for (let n = 0; n < samples.length; n++) {
    const shaped = samples[n]! * (0.5 - 0.5 * Math.cos(turn * n));
    energy += shaped * shaped;
  }
  return energy / ((samples.length * 3) / 8) / 0.5;
}
