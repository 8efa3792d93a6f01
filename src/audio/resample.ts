export const telephoneRateHz = 8000;
/** Zero crossings of the sinc on each side. */
const lobes = 16;
/** Weights are cached for at most this many positions between two samples: 44.1 kHz needs 80, 22.05 kHz 160. */
const maxPhases = 1_000;

/** The weights of the input samples around one output sample; `from` is the position of the first, relative to it. */
interface Weights {
  from: number;
  values: Float64Array;
}

/**
 * Resamples any whole rate to 8 kHz with a Hann-windowed sinc that cuts off below the lower of both Nyquist frequencies.
 */
export function toEightKilohertz(samples: Float32Array, rateHz: number): Float32Array {
  if (rateHz === telephoneRateHz) return samples;
  const cutoff = Math.min(1, telephoneRateHz / rateHz) * 0.96;
  const out = new Float32Array(Math.floor((samples.length * telephoneRateHz) / rateHz));
  const phases = telephoneRateHz / greatestDivisor(rateHz, telephoneRateHz);
  const kept: Weights[] = [];
  for (let n = 0; n < out.length; n++) {
    const before = Math.floor((n * rateHz) / telephoneRateHz);
    const phase = n % phases;
    let weights = kept[phase];
    if (weights === undefined) {
      weights = weightsAt(((n * rateHz) % telephoneRateHz) / telephoneRateHz, cutoff);
      if (phase < maxPhases) kept[phase] = weights;
    }
    out[n] = weightedSum(samples, before + weights.from, weights.values);
  }
  return out;
}

/** @param fraction how far the output sample lies after an input sample, 0..1. */
function weightsAt(fraction: number, cutoff: number): Weights {
  const reach = lobes / cutoff;
  const from = Math.ceil(fraction - reach);
  const values = Float64Array.from({ length: Math.floor(fraction + reach) - from + 1 }, (_none, k) => {
    const distance = from + k - fraction;
    const x = Math.PI * distance * cutoff;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach)) * cutoff;
  });
  return { from, values };
}

/** Before the first sample and after the last one is silence. */
function weightedSum(samples: Float32Array, first: number, weights: Float64Array): number {
  const end = Math.min(weights.length, samples.length - first);
  let sum = 0;
  for (let k = Math.max(0, -first); k < end; k++) sum += samples[first + k]! * weights[k]!;
  return sum;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
