import { hopSamples, windowSamples } from './framing.ts';
import { melBands } from './mel-filters.ts';
import { powerBins, sharedSpectrum } from './spectrum.ts';

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

export function createSpectralAnalyser(spectrum = sharedSpectrum()): SpectralAnalyser {
  const energies = new Float64Array(melBands);
  const frame: SpectralFrame = {
    mel: new Float32Array(melBands),
    power: new Float64Array(powerBins),
    rmsDb: -100,
  };
  return {
    analyse(window) {
      const { mel, power } = frame;
      frame.rmsDb = levelOf(window);
      spectrum.measure(window, power, energies);
      for (let b = 0; b < melBands; b++) mel[b] = Math.log(energies[b]! + energyFloor);
      return frame;
    },
  };
}

/** The level of the newest hop, without its mean: a DC offset on a bad line is not loudness. */
function levelOf(window: Float64Array): number {
  let sum = 0;
  let square = 0;
  for (let n = windowSamples - hopSamples; n < windowSamples; n++) {
    const sample = window[n]!;
    sum += sample;
    square += sample * sample;
  }
  const variance = Math.max(0, square / hopSamples - (sum / hopSamples) ** 2);
  return Math.max(-100, 10 * Math.log10(variance + 1e-10));
}
