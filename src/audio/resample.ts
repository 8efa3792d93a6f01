export const telephoneRateHz = 8000;
/** Zero crossings of the sinc on each side. */
const lobes = 16;

/**
 * Resamples any rate to 8 kHz with a Hann-windowed sinc that cuts off below the lower of both Nyquist frequencies.
 */
export function toEightKilohertz(samples: Float32Array, rate: number): Float32Array {
  if (rate === telephoneRateHz) return samples;
  const step = rate / telephoneRateHz;
  const cutoff = Math.min(1, 1 / step) * 0.96;
  const reach = lobes / cutoff;
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let n = 0; n < out.length; n++) {
    const centre = n * step;
    const first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(samples.length - 1, Math.floor(centre + reach));
    let sum = 0;
    for (let k = first; k <= last; k++) {
      const distance = k - centre;
      const x = Math.PI * distance * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      sum += samples[k]! * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
    }
    out[n] = sum * cutoff;
  }
  return out;
}
