import type { Linear } from './layers.ts';
import { ParameterReader } from './parameter-reader.ts';

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
 * Layout: u32 magic, u32 networks, then each network's matrices. Convolutions are matrices over [tap][band], oldest tap first.
 */
export function readParameters(bytes: Uint8Array): NetworkParameters[] {
  const reader = new ParameterReader(bytes);
  if (bytes.byteLength < 8 || reader.number() !== magic)
    throw new Error('not a parameter file of this detector');
  return Array.from(
    { length: reader.number() },
    () => Object.fromEntries(linearNames.map((name) => [name, reader.linear()])) as NetworkParameters,
  );
}
