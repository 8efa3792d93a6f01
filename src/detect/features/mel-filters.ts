import { sampleRateHz, windowSamples } from './framing.ts';

export const melBands = 40;
const lowestHz = 100;
const highestHz = 3800;

/** What each bin from `first` on adds to a band. */
export interface MelFilter {
  first: number;
  weights: Float64Array;
}

/** Triangles evenly spaced on the mel scale (2595 log10(1 + f/700)), integrated over fine steps within each bin. */
export function melFilters(): MelFilter[] {
  const toMel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const toHz = (mel: number) => 700 * (10 ** (mel / 2595) - 1);
  const low = toMel(lowestHz);
  const step = (toMel(highestHz) - low) / (melBands + 1);
  const binHz = sampleRateHz / windowSamples;
  const finePerBin = 16;
  return Array.from({ length: melBands }, (_, b) => {
    const left = toHz(low + b * step);
    const centre = toHz(low + (b + 1) * step);
    const right = toHz(low + (b + 2) * step);
    const first = Math.max(0, Math.floor(left / binHz - 0.5));
    const last = Math.min(windowSamples / 2, Math.ceil(right / binHz + 0.5));
    const weights = new Float64Array(last - first + 1);
    for (let k = first; k <= last; k++) {
      let weight = 0;
      for (let fine = 0; fine < finePerBin; fine++) {
        const hz = (k - 0.5 + (fine + 0.5) / finePerBin) * binHz;
        if (hz > left && hz < right)
          weight += hz < centre ? (hz - left) / (centre - left) : (right - hz) / (right - centre);
      }
      weights[k - first] = weight / finePerBin;
    }
    return { first, weights };
  });
}
