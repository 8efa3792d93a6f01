import { createRealFft } from './real-fft.ts';
import { hopSamples, sampleRateHz, windowSamples } from './framing.ts';

export const melBands = 40;
const lowestHz = 100;
const highestHz = 3800;
/** Below the idle noise of a µ-law line, so that digital silence and comfort noise stay apart but finite. */
const energyFloor = 1e-5;

export interface SpectralFrame {
  /** ln(mel energy + floor), 40 bands from 100 to 3800 Hz. */
  readonly mel: Float32Array;
  /** |X|² of the Hann-windowed frame, 129 bins of 31.25 Hz. */
  readonly power: Float64Array;
  /** Level of the newest 20 ms in dB relative to full scale; −100 for digital silence. */
  rmsDb: number;
}

export interface SpectralAnalyser {
  /** The same object is returned each time; copy what must last. */
  analyse(window: Float64Array): SpectralFrame;
}

export function createSpectralAnalyser(): SpectralAnalyser {
  const fft = createRealFft(windowSamples);
  const hann = Float64Array.from(
    { length: windowSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
  );
  const bands = melFilters();
  const shaped = new Float64Array(windowSamples);
  const frame: SpectralFrame = {
    mel: new Float32Array(melBands),
    power: new Float64Array(windowSamples / 2 + 1),
    rmsDb: -100,
  };
  return {
    analyse(window) {
      let sum = 0;
      let square = 0;
      for (let n = 0; n < windowSamples; n++) {
        shaped[n] = window[n]! * hann[n]!;
        if (n >= windowSamples - hopSamples) {
          sum += window[n]!;
          square += window[n]! * window[n]!;
        }
      }
      // Without the mean: a DC offset of a bad line is not loudness.
      const variance = Math.max(0, square / hopSamples - (sum / hopSamples) ** 2);
      frame.rmsDb = Math.max(-100, 10 * Math.log10(variance + 1e-10));
      fft.powerSpectrum(shaped, frame.power);
      for (let b = 0; b < melBands; b++) {
        const { first, weights } = bands[b]!;
        let energy = 0;
        for (let k = 0; k < weights.length; k++) energy += weights[k]! * frame.power[first + k]!;
        frame.mel[b] = Math.log(energy + energyFloor);
      }
      return frame;
    },
  };
}

interface MelFilter {
  first: number;
  weights: Float64Array;
}

/** Triangles evenly spaced on the mel scale (2595 log10(1 + f/700)), integrated over fine steps within each bin. */
function melFilters(): MelFilter[] {
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
