import { telephoneRateHz } from '../../src/audio/resample.ts';

const frameSamples = telephoneRateHz / 50;

/** The same noise each time: pink, the hum of lamps, and a soft click of a keyboard now and then (loud ones pass). */
export function officeNoise(seconds: number, rmsLevel: number): Float32Array {
  const random = generator(7);
  const noise = new Float32Array(seconds * telephoneRateHz);
  // Paul Kellet's economy filter: white noise to pink.
  let [a, b, c] = [0, 0, 0];
  for (let n = 0; n < noise.length; n++) {
    const white = 2 * random() - 1;
    a = 0.99765 * a + 0.099046 * white;
    b = 0.963 * b + 0.2965164 * white;
    c = 0.57 * c + 1.0526913 * white;
    noise[n] = a + b + c + 0.1848 * white + 0.5 * Math.sin((2 * Math.PI * 120 * n) / telephoneRateHz);
  }
  for (let at = 0; at < noise.length; at += Math.round((0.5 + 2 * random()) * telephoneRateHz))
    for (let n = at; n < Math.min(noise.length, at + 40); n++)
      noise[n]! += (random() - 0.5) * 0.9 ** (n - at);
  const scale = rmsLevel / Math.sqrt(powerOf(noise));
  return noise.map((sample) => sample * scale);
}

/** Mean power. */
function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
}

const decibels = (power: number): number => 10 * Math.log10(power + 1e-12);

/** Of each 20 ms, in dB. */
export function levels(samples: Float32Array): number[] {
  const all: number[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
    all.push(decibels(powerOf(samples.subarray(at, at + frameSamples))));
  return all;
}

/** Where so large a part of them is lower. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? -Infinity;
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
