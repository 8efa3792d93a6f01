import { decodeMulaw } from '../../src/audio/g711.ts';
import { telephoneRateHz } from '../../src/audio/resample.ts';

/** 20 ms. */
export const frameSamples = 160;
/** 12 dB below full scale: loud, and far from clipping when two of them are added. */
const toneAmplitude = 8_192;

/** A sample of a steady tone. */
export function toneSample(frequencyHz: number, at: number): number {
  return toneAmplitude * Math.sin((2 * Math.PI * frequencyHz * at) / telephoneRateHz);
}

/**
 * Finds the tone in a frame of µ-law (Goertzel): its level, 1 if it was sent throughout the frame, and its share of the frame's power. Exact
 * for multiples of 50 Hz, of which a frame holds whole periods.
 */
export function toneIn(frame: Uint8Array, frequencyHz: number): { level: number; purity: number } {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / telephoneRateHz);
  let previous = 0;
  let beforePrevious = 0;
  let power = 0;
  for (const byte of frame) {
    const sample = decodeMulaw(byte);
    power += sample * sample;
    const current = sample + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = current;
  }
  const found = Math.max(0, previous ** 2 + beforePrevious ** 2 - coefficient * previous * beforePrevious);
  return {
    level: (2 * Math.sqrt(found)) / (frame.length * toneAmplitude),
    purity: power === 0 ? 0 : (2 * found) / (frame.length * power),
  };
}
