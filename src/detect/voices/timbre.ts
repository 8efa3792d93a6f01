import { melBands } from '../features/mel-filters.ts';

/** The timbre of a voice and its line: mean and spread of the cepstrum over its loud steps. */
export interface Timbre {
  steps: number;
  mean: Float64Array;
  /** Sum of squared differences from the mean (Welford). */
  squares: Float64Array;
}

/** The level is left out: it shows how loud, not who. */
export const coefficients = 16;

/** Orthonormal DCT-II of the log-mel bands, from its second coefficient on. */
const cosines = Array.from({ length: coefficients }, (_, k) =>
  Float64Array.from(
    { length: melBands },
    (__, band) => Math.sqrt(2 / melBands) * Math.cos((Math.PI / melBands) * (band + 0.5) * (k + 1)),
  ),
);

export function cepstrum(mel: Float32Array, into: Float64Array): void {
  for (let k = 0; k < coefficients; k++) {
    let sum = 0;
    for (let band = 0; band < melBands; band++) sum += cosines[k]![band]! * mel[band]!;
    into[k] = sum;
  }
}

export function newTimbre(): Timbre {
  return { steps: 0, mean: new Float64Array(coefficients), squares: new Float64Array(coefficients) };
}

export function addTo(timbre: Timbre, cepstra: Float64Array): void {
  timbre.steps++;
  for (let k = 0; k < coefficients; k++) {
    const off = cepstra[k]! - timbre.mean[k]!;
    timbre.mean[k] = timbre.mean[k]! + off / timbre.steps;
    timbre.squares[k] = timbre.squares[k]! + off * (cepstra[k]! - timbre.mean[k]!);
  }
}

/** Adds `other` as if both had been measured together (Chan et al.). */
export function merge(into: Timbre, other: Timbre): void {
  const steps = into.steps + other.steps;
  if (other.steps === 0) return;
  for (let k = 0; k < coefficients; k++) {
    const off = other.mean[k]! - into.mean[k]!;
    into.mean[k] = into.mean[k]! + (off * other.steps) / steps;
    into.squares[k] = into.squares[k]! + other.squares[k]! + (off * off * into.steps * other.steps) / steps;
  }
  into.steps = steps;
}

/** Distance of a mean from a known voice, in units of that voice's own spread: 0 for the same, about 0.7 for another. */
export function distance(mean: Float64Array, known: Timbre): number {
  let sum = 0;
  for (let k = 0; k < coefficients; k++) {
    const off = mean[k]! - known.mean[k]!;
    sum += (off * off) / Math.max(known.squares[k]! / known.steps, minVariance);
  }
  return Math.sqrt(sum / coefficients);
}

/** Lower bound, for a short or synthetic voice that hardly varies. */
const minVariance = 0.3;
