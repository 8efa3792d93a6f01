import { telephoneRateHz } from './resample.ts';

export const widebandRateHz = 2 * telephoneRateHz;

/** Wideband samples on each side of a filter's centre. */
const reach = 32;

/** How much of the spectral image above 4 kHz, left by doubling the rate, is kept: a gain by frequency. */
type ImageGain = (hz: number) => number;

/**
 * The image at −6 dB, falling by 3 dB per kHz. A recogniser trained on wideband speech takes it for the hiss of consonants, whereas it has
 * never met a band without any energy.
 */
export const folded: ImageGain = (hz) => 10 ** ((-6 - (3 * (hz - telephoneRateHz / 2)) / 1000) / 20);
/** No image: the sound is the same to a listener. */
export const plain: ImageGain = () => 0;

/** Doubles the rate of streamed 8 kHz mono s16; delays it by 2 ms. */
export class Wideband {
  readonly #even: Float64Array;
  readonly #odd: Float64Array;
  /** The newest samples, oldest first, that the next output still depends on. */
  #past = new Float64Array(reach);

  constructor(image: ImageGain) {
    const taps = filterOf(image);
    this.#even = taps.filter((_tap, n) => n % 2 === 0);
    this.#odd = taps.filter((_tap, n) => n % 2 === 1);
  }

  take(samples: Int16Array): Int16Array {
    const all = new Float64Array(reach + samples.length);
    all.set(this.#past);
    all.set(samples, reach);
    const wide = new Int16Array(2 * samples.length);
    for (let n = 0; n < samples.length; n++) {
      wide[2 * n] = clipped(dot(this.#even, all, n + reach));
      wide[2 * n + 1] = clipped(dot(this.#odd, all, n + reach));
    }
    this.#past = all.slice(samples.length);
    return wide;
  }
}

/** Dot product of the taps with the samples from `newest` backwards. */
function dot(taps: Float64Array, samples: Float64Array, newest: number): number {
  let sum = 0;
  for (let k = 0; k < taps.length && k <= newest; k++) sum += taps[k]! * samples[newest - k]!;
  return sum;
}

function clipped(value: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.round(value)));
}

/** A linear-phase filter for zero-stuffed samples: gain 2 below 4 kHz, the image's above. */
function filterOf(image: ImageGain): Float64Array {
  const length = 2 * reach - 1;
  const middle = reach - 1;
  const taps = new Float64Array(length);
  const steps = 1024;
  for (let n = 0; n < length; n++) {
    let sum = 0;
    for (let step = 0; step < steps; step++) {
      const hz = ((step + 0.5) / steps) * telephoneRateHz;
      const gain = hz < telephoneRateHz / 2 ? 1 : image(hz);
      sum += (gain * Math.cos(Math.PI * (n - middle) * ((step + 0.5) / steps))) / steps;
    }
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * (n - middle)) / reach);
    taps[n] = 2 * sum * hann;
  }
  return taps;
}
