import { createLayers, type Multiplier } from '../detect/network/layers.ts';
import type { TextKind } from '../domain/menu-choice/learned-meaning.ts';
import type { EncoderParameters, Norm } from './encoder-file.ts';
import { WordPieces } from './word-pieces.ts';

/** In the order of the file. */
const textKinds: readonly TextKind[] = ['caller', 'option'];

/** A text's meaning, piece by piece of the work: a text takes several milliseconds, during which other work may be due. */
export type Encoding = Generator<void, Float32Array>;

/** BERT with few layers; a text's meaning is the mean of its pieces' last states, normalised to length 1. */
export interface Encoder {
  encode(text: string, kind: TextKind): Encoding;
}

interface Layer {
  readonly query: Multiplier;
  readonly key: Multiplier;
  readonly value: Multiplier;
  readonly out: Multiplier;
  readonly widen: Multiplier;
  readonly narrow: readonly Multiplier[];
  readonly attended: Norm;
  readonly done: Norm;
}

export function createEncoder(parameters: EncoderParameters): Encoder {
  const { vocabulary, heads, pieces, places, kinds, begun } = parameters;
  const width = begun.gain.length;
  const splitter = new WordPieces(vocabulary, places.length / width);
  const layers = layOut(parameters);

  function begin(text: string, kind: TextKind): Float32Array[] {
    return splitter.split(text).map((piece, place) => {
      const scale = pieces.scales[piece]!;
      const kindAt = textKinds.indexOf(kind) * width;
      const state = Float32Array.from(
        { length: width },
        (_, at) =>
          scale * pieces.rows[piece * width + at]! + places[place * width + at]! + kinds[kindAt + at]!,
      );
      return normalise(state, begun);
    });
  }

  return {
    *encode(text, kind) {
      let states = begin(text, kind);
      for (const layer of layers) {
        yield;
        states = passThrough(layer, states, heads);
      }
      return meanDirection(states);
    },
  };
}

/** All matrices in one memory. */
function layOut({ layers }: EncoderParameters): Layer[] {
  const { multipliers } = createLayers(
    layers.flatMap(({ query, key, value, out, widen, narrow }) => [query, key, value, out, widen, ...narrow]),
  );
  let next = 0;
  const take = (): Multiplier => multipliers[next++]!;
  return layers.map(({ narrow, attended, done }) => ({
    query: take(),
    key: take(),
    value: take(),
    out: take(),
    widen: take(),
    narrow: narrow.map(take),
    attended,
    done,
  }));
}

function passThrough(layer: Layer, states: readonly Float32Array[], heads: number): Float32Array[] {
  const [queries, keys, values] = [layer.query, layer.key, layer.value].map((matrix) =>
    states.map((state) => multiplied(matrix, state)),
  ) as [Float32Array[], Float32Array[], Float32Array[]];
  return states.map((state, at) => {
    const context = attend(queries[at]!, keys, values, heads);
    const attended = normalise(add(multiplied(layer.out, context), state), layer.attended);
    const widened = multiplied(layer.widen, attended);
    for (let k = 0; k < widened.length; k++) widened[k] = gelu(widened[k]!);
    const sum = attended.slice();
    let from = 0;
    for (const part of layer.narrow) {
      add(sum, multiplied(part, widened.subarray(from, from + part.columns)));
      from += part.columns;
    }
    return normalise(sum, layer.done);
  });
}

function multiplied(matrix: Multiplier, input: Float32Array): Float32Array {
  const out = new Float32Array(matrix.rows);
  matrix.multiply(input, out);
  return out;
}

/** Of each head: the values, weighted by how well their keys fit the query. */
function attend(
  query: Float32Array,
  keys: readonly Float32Array[],
  values: readonly Float32Array[],
  heads: number,
): Float32Array {
  const context = new Float32Array(query.length);
  const width = query.length / heads;
  for (let begin = 0; begin < query.length; begin += width) {
    const fits = keys.map((key) => {
      let sum = 0;
      for (let k = begin; k < begin + width; k++) sum += query[k]! * key[k]!;
      return sum / Math.sqrt(width);
    });
    const most = Math.max(...fits);
    const weights = fits.map((fit) => Math.exp(fit - most));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [at, value] of values.entries()) {
      const weight = weights[at]! / total;
      for (let k = begin; k < begin + width; k++) context[k] = context[k]! + weight * value[k]!;
    }
  }
  return context;
}

/** Changes the first. */
function add(sum: Float32Array, other: Float32Array): Float32Array {
  for (let k = 0; k < sum.length; k++) sum[k] = sum[k]! + other[k]!;
  return sum;
}

/** BERT's own. */
const smallestVariance = 1e-12;

/** To mean 0 and variance 1, then by the norm. Changes the state. */
function normalise(state: Float32Array, { gain, shift }: Norm): Float32Array {
  const mean = state.reduce((sum, each) => sum + each, 0) / state.length;
  const variance = state.reduce((sum, each) => sum + (each - mean) ** 2, 0) / state.length;
  const factor = 1 / Math.sqrt(variance + smallestVariance);
  for (let k = 0; k < state.length; k++) state[k] = (state[k]! - mean) * factor * gain[k]! + shift[k]!;
  return state;
}

function meanDirection(states: readonly Float32Array[]): Float32Array {
  const sum = states.reduce(add);
  const length = Math.hypot(...sum);
  return sum.map((each) => each / length);
}

const stepsPerUnit = 512;
const tableEnd = 8;
/** x · Φ(x) at steps between −8 and 8. */
const geluTable = Float64Array.from({ length: 2 * tableEnd * stepsPerUnit + 2 }, (_, n) => {
  const x = n / stepsPerUnit - tableEnd;
  return (x * (1 + errorFunction(x / Math.SQRT2))) / 2;
});

/** Between the steps of the table by a straight line, wrong by 4e-7 at most. */
function gelu(x: number): number {
  if (x >= tableEnd) return x;
  if (x <= -tableEnd) return 0;
  const place = (x + tableEnd) * stepsPerUnit;
  const step = Math.floor(place);
  const low = geluTable[step]!;
  return low + (place - step) * (geluTable[step + 1]! - low);
}

/** Abramowitz and Stegun 7.1.26, wrong by 1.5e-7 at most. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}
