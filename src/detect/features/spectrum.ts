import { spectrumKernel } from '../simd/compiled.ts';
import { createKernel } from '../simd/kernel.ts';
import { windowSamples } from './framing.ts';
import { melBands, melFilters } from './mel-filters.ts';
import { bitReversal, createRealFft } from './real-fft.ts';

/** 31.25 Hz each. */
export const powerBins = windowSamples / 2 + 1;

export interface Spectrum {
  /** Writes |X|² of the Hann-windowed frame to `power`, and the energies of the mel bands to `energies`. */
  measure(window: Float64Array, power: Float64Array, energies: Float64Array): void;
}

let shared: Spectrum | undefined;

/** One instance serves all calls: it keeps nothing between frames. */
export function sharedSpectrum(): Spectrum {
  shared ??= kernelSpectrum() ?? createPlainSpectrum();
  return shared;
}

const hann = Float64Array.from(
  { length: windowSamples },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
);

/** The same without SIMD, to the last bit. */
export function createPlainSpectrum(): Spectrum {
  const fft = createRealFft(windowSamples);
  const bands = melFilters();
  const shaped = new Float64Array(windowSamples);
  return {
    measure(window, power, energies) {
      for (let n = 0; n < windowSamples; n++) shaped[n] = window[n]! * hann[n]!;
      fft.powerSpectrum(shaped, power);
      for (let b = 0; b < melBands; b++) {
        const { first, weights } = bands[b]!;
        let energy = 0;
        for (let k = 0; k < weights.length; k++) energy += weights[k]! * power[first + k]!;
        energies[b] = energy;
      }
    },
  };
}

/** The layout of the kernel's memory, in bytes; see `spectrum.wat`. */
const at = {
  window: 0,
  hann: 2048,
  order: 4096,
  factors: 6272,
  cosines: 8256,
  sines: 9296,
  power: 10_336,
  energies: 11_376,
  bands: 11_696,
  weights: 12_016,
};
const doubleBytes = 8;
const pairBytes = 2 * doubleBytes;

function kernelSpectrum(): Spectrum | undefined {
  const filters = melFilters();
  const weights = filters.flatMap((filter) => [...filter.weights]);
  const kernel = createKernel<'run'>(spectrumKernel, at.weights + weights.length * doubleBytes);
  if (!kernel) return undefined;
  const { run, memory } = kernel;
  const doubles = (from: number, length: number) => new Float64Array(memory, from, length);
  const integers = (from: number, length: number) => new Uint32Array(memory, from, length);
  const half = windowSamples / 2;
  const angleOf = (k: number): number => (2 * Math.PI * k) / windowSamples;

  doubles(at.hann, windowSamples).set(hann);
  const firsts = bitReversal(half).filter((_source, n) => n % 4 === 0);
  integers(at.order, firsts.length).set(firsts.map((source) => source * pairBytes));
  const factors: number[] = [];
  for (let span = 4; span < half; span *= 2) {
    const angles = Array.from({ length: span }, (_, k) => angleOf((k * half) / span));
    factors.push(...angles.map((angle) => Math.cos(angle)), ...angles.map((angle) => -Math.sin(angle)));
  }
  doubles(at.factors, factors.length).set(factors);
  doubles(at.cosines, half).set(Array.from({ length: half }, (_, k) => Math.cos(angleOf(k))));
  doubles(at.sines, half).set(Array.from({ length: half }, (_, k) => -Math.sin(angleOf(k))));
  const ends = filters.flatMap(({ first, weights: { length } }) => [first, first + length]);
  integers(at.bands, ends.length).set(ends.map((bin) => at.power + bin * doubleBytes));
  doubles(at.weights, weights.length).set(weights);

  const [frame, powers] = [doubles(at.window, windowSamples), doubles(at.power, powerBins)];
  const energiesOfBands = doubles(at.energies, melBands);
  return {
    measure(window, power, energies) {
      frame.set(window);
      run();
      power.set(powers);
      energies.set(energiesOfBands);
    },
  };
}
