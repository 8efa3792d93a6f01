import type { Linear } from '../detect/network/layers.ts';
import { ParameterReader } from '../detect/network/parameter-reader.ts';

/** What a norm multiplies by and adds, for each dimension. */
export interface Norm {
  readonly gain: Float32Array;
  readonly shift: Float32Array;
}

export interface LayerParameters {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly out: Linear;
  readonly widen: Linear;
  /** For each part of what was widened; what they make of it is added. */
  readonly narrow: readonly Linear[];
  readonly attended: Norm;
  readonly done: Norm;
}

export interface EncoderParameters {
  readonly vocabulary: readonly string[];
  readonly heads: number;
  /** A row for each piece of the vocabulary, times its scale. */
  readonly pieces: { readonly rows: Int8Array; readonly scales: Float32Array };
  /** A row for each place in a text, and for each kind of text. */
  readonly places: Float32Array;
  readonly kinds: Float32Array;
  readonly begun: Norm;
  readonly layers: readonly LayerParameters[];
}

const magic = 0x31534448; // "HDS1"

/** Reads what training/menus/encoder_file.py wrote, which documents the layout. */
export function readEncoder(bytes: Uint8Array): EncoderParameters {
  const reader = new ParameterReader(bytes);
  if (reader.number() !== magic) throw new Error('not a parameter file of this encoder');
  const [width, places, heads] = [reader.number(), reader.number(), reader.number()];
  const [layers, parts] = [reader.number(), reader.number()];
  const vocabulary = reader.text().split('\n');
  const norm = (): Norm => ({ gain: reader.floats(width), shift: reader.floats(width) });
  return {
    vocabulary,
    heads,
    pieces: { scales: reader.floats(vocabulary.length), rows: reader.bytes(vocabulary.length * width) },
    places: reader.floats(places * width),
    kinds: reader.floats(2 * width),
    begun: norm(),
    layers: Array.from({ length: layers }, () => ({
      query: reader.linear(),
      key: reader.linear(),
      value: reader.linear(),
      out: reader.linear(),
      widen: reader.linear(),
      narrow: Array.from({ length: parts }, () => reader.linear()),
      attended: norm(),
      done: norm(),
    })),
  };
}
