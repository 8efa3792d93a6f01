import { TELEPHONE_RATE_HZ } from '../../src/audio/resample.ts';

/**
 * A telephone set and its line, for recordings made with a good microphone: what a listener at the other end would get.
 * Pure.
 */

/** The telephone band (ITU-T G.712). */
const LOWEST_HZ = 300;
const HIGHEST_HZ = 3400;
/** 160 taps fall off within 100 Hz at either edge. */
const HALF_TAPS = 80;
/** Hiss of the set and the line, in dB below full scale: clearly there in the pauses, 25 dB under the voice. */
const NOISE_DB = -50;
/** Smooths the hiss so that its lower half is the louder one. */
const NOISE_SMOOTHING = 0.6;

/** Band-limits the samples and adds the line's noise. `random` gives numbers in [0, 1). */
export function throughTelephone(samples: Float32Array, random: () => number): Float32Array {
  const taps = bandPassTaps();
  const result = new Float32Array(samples.length);
  const noise = lineNoise(samples.length, random);
  for (let index = 0; index < samples.length; index++) {
    let sum = noise[index] ?? 0;
    for (let tap = -HALF_TAPS; tap <= HALF_TAPS; tap++) {
      sum += (samples[index + tap] ?? 0) * (taps[tap + HALF_TAPS] ?? 0);
    }
    result[index] = sum;
  }
  return result;
}

/** The difference of two Hamming-windowed sinc low-passes. */
function bandPassTaps(): Float32Array {
  return Float32Array.from({ length: 2 * HALF_TAPS + 1 }, (_, index) => {
    const tap = index - HALF_TAPS;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * tap) / HALF_TAPS);
    return (lowPassTap(HIGHEST_HZ, tap) - lowPassTap(LOWEST_HZ, tap)) * window;
  });
}

function lowPassTap(cutoffHz: number, tap: number): number {
  const share = (2 * cutoffHz) / TELEPHONE_RATE_HZ;
  return tap === 0 ? share : Math.sin(Math.PI * share * tap) / (Math.PI * tap);
}

function lineNoise(length: number, random: () => number): Float32Array {
  const noise = new Float32Array(length);
  let previous = 0;
  let power = 0;
  for (let index = 0; index < length; index++) {
    previous = NOISE_SMOOTHING * previous + (1 - NOISE_SMOOTHING) * (random() + random() + random() - 1.5);
    noise[index] = previous;
    power += previous * previous;
  }
  const scale = 10 ** (NOISE_DB / 20) / Math.sqrt(power / Math.max(1, length));
  return noise.map((sample) => sample * scale);
}
