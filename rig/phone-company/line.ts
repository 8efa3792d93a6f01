import { telephoneRateHz } from '../../src/audio/resample.ts';

/**
 * Simulates a telephone set and its line on studio recordings: what a listener at the other end would hear.
 * Pure.
 */

/** The telephone band (ITU-T G.712). */
const lowestHz = 300;
const highestHz = 3400;
/** 160 taps roll off within 100 Hz at either edge. */
const halfTaps = 80;
/** Hiss of the set and the line, in dBFS: clearly audible in pauses, 25 dB below the voice. */
const noiseDb = -50;
/** Smooths the hiss so that its lower half is louder. */
const noiseSmoothing = 0.6;

/** Band-limits the samples and adds the line's noise. `random` returns numbers in [0, 1). */
export function throughTelephone(samples: Float32Array, random: () => number): Float32Array {
  const taps = bandPassTaps();
  const result = new Float32Array(samples.length);
  const noise = lineNoise(samples.length, random);
  for (let index = 0; index < samples.length; index++) {
    let sum = noise[index] ?? 0;
    for (let tap = -halfTaps; tap <= halfTaps; tap++) {
      sum += (samples[index + tap] ?? 0) * (taps[tap + halfTaps] ?? 0);
    }
    result[index] = sum;
  }
  return result;
}

/** The difference of two Hamming-windowed sinc low-passes. */
function bandPassTaps(): Float32Array {
  return Float32Array.from({ length: 2 * halfTaps + 1 }, (_, index) => {
    const tap = index - halfTaps;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * tap) / halfTaps);
    return (lowPassTap(highestHz, tap) - lowPassTap(lowestHz, tap)) * window;
  });
}

function lowPassTap(cutoffHz: number, tap: number): number {
  const share = (2 * cutoffHz) / telephoneRateHz;
  return tap === 0 ? share : Math.sin(Math.PI * share * tap) / (Math.PI * tap);
}

function lineNoise(length: number, random: () => number): Float32Array {
  const noise = new Float32Array(length);
  let previous = 0;
  let power = 0;
  for (let index = 0; index < length; index++) {
    previous = noiseSmoothing * previous + (1 - noiseSmoothing) * (random() + random() + random() - 1.5);
    noise[index] = previous;
    power += previous * previous;
  }
  const scale = 10 ** (noiseDb / 20) / Math.sqrt(power / Math.max(1, length));
  return noise.map((sample) => sample * scale);
}
