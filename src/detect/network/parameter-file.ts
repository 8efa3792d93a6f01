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

const magic = 0x32464448; // "HDF2"

/**
 * Reads the trained parameters: one or more networks whose outputs are averaged.
 * Layout, little endian: u32 magic, u32 networks; per network and matrix u32 outputs, u32 inputs, a float32 scale for each
 * output, the weights as int8 (times the scale of their output; padded to 4 bytes), a float32 bias for each output.
 * Convolutions are matrices over [tap][band], oldest tap first.
 */
export function readParameters(bytes: Uint8Array): NetworkParameters[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== magic)
    throw new Error('not a parameter file of this detector');
  let at = 8;
  const floats = (length: number) => {
    const values = Float32Array.from({ length }, (_, k) => view.getFloat32(at + 4 * k, true));
    at += 4 * length;
    return values;
  };
  const linear = (): Linear => {
    const outputs = view.getUint32(at, true);
    const inputs = view.getUint32(at + 4, true);
    at += 8;
    const scales = floats(outputs);
    const weight = new Int8Array(bytes.buffer, bytes.byteOffset + at, outputs * inputs);
    at += Math.ceil(weight.length / 4) * 4;
    return { weight, scales, bias: floats(outputs) };
  };
  return Array.from(
    { length: view.getUint32(4, true) },
    () => Object.fromEntries(linearNames.map((name) => [name, linear()])) as NetworkParameters,
  );
}
