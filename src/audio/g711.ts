/** ITU-T G.711, used by every telephone and carrier. Samples are linear, between -32768 and 32767. */

const bias = 0x84;
const clip = 32_635;

export function encodeMulaw(sample: number): number {
  const magnitude = Math.min(clip, Math.abs(Math.trunc(sample))) + bias;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 15;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** The linear value of each µ-law octet: table 2 of the recommendation. */
export const mulawSamples: Int16Array = Int16Array.from({ length: 256 }, (_none, byte) => {
  const inverted = ~byte & 0xff;
  const magnitude = ((((inverted & 15) << 3) + bias) << ((inverted >> 4) & 7)) - bias;
  return inverted & 0x80 ? -magnitude : magnitude;
});

/** Table 1. */
const alaw = Int16Array.from({ length: 256 }, (_none, byte) => {
  const toggled = byte ^ 0x55;
  const exponent = (toggled >> 4) & 7;
  const mantissa = ((toggled & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return toggled & 0x80 ? magnitude : -magnitude;
});

export function decodeMulaw(byte: number): number {
  return mulawSamples[byte] ?? 0;
}

export function decodeAlaw(byte: number): number {
  return alaw[byte] ?? 0;
}
