/** Mean level of 16-bit samples, in dB relative to full scale; −100 if there are none. */
export function levelDb(samples: Int16Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return 10 * Math.log10(power / Math.max(1, samples.length) / 2 ** 30 + 1e-10);
}
