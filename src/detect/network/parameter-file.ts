import type { Linear } from './layers.ts';

/** The matrices of one network, in the order in which the file holds them. */
export const linearNames = [
  'conv1',
  'conv2',
  'gru1.input',
  'gru1.hidden',
  'gru2.input',
  'gru2.hidden',
  'classes',
  'person',
] as const;
export type LinearName = (typeof linearNames)[number];
export type NetworkParameters = Record<LinearName, Linear>;

const magic = 0x31464448; // "HDF1"

/**
 * What training found: one or more networks whose answers are averaged.
 * Layout, little endian: u32 magic, u32 networks; per network and matrix the weights and then the bias, each as u32
 * length and that many half floats (IEEE 754 binary16), padded to 4 bytes. Convolutions are matrices over
 * [tap][band], oldest tap first.
 */
export function readParameters(bytes: Uint8Array): NetworkParameters[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== magic)
    throw new Error('not a parameter file of this detector');
  let at = 8;
  const tensor = () => {
    const length = view.getUint32(at, true);
    const values = Float32Array.from({ length }, (_, k) => fromHalf(view.getUint16(at + 4 + 2 * k, true)));
    at += 4 + Math.ceil(length / 2) * 4;
    return values;
  };
  return Array.from(
    { length: view.getUint32(4, true) },
    () =>
      Object.fromEntries(
        linearNames.map((name) => [name, { weight: tensor(), bias: tensor() }]),
      ) as NetworkParameters,
  );
}

function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
