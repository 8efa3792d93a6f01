import { networkKernel } from '../simd/compiled.ts';
import { createKernel, type Kernel } from '../simd/kernel.ts';

/** A matrix (row-major [outputs][inputs], times the scale of its output) and a bias, as in the parameter file. */
export interface Linear {
  readonly weight: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

/** A matrix ready for use: out = weight · input + bias. */
export interface Multiplier {
  readonly rows: number;
  readonly columns: number;
  multiply(input: Float32Array, out: Float32Array): void;
}

/** The layers of a network, ready for use; those of all calls share their weights. */
export interface Layers {
  /** One for each matrix, in their order. */
  readonly multipliers: readonly Multiplier[];
  /** @param fromInput, fromHidden indices of matrices. */
  createGru(fromInput: number, fromHidden: number): Gru;
}

type NetworkKernel = Kernel<'quantise' | 'multiply' | 'recur'>;

/** As in `network.wat`: rows are padded to a multiple of this, columns to a multiple of two. */
const rowsPerBlock = 16;
/** The weights of two columns in a block. */
const pairBytes = rowsPerBlock * 2;
/** A float for each row of a block; the scales come first, then the bias in as many bytes. */
const floatBytes = rowsPerBlock * 4;
/** With more, a sum may need more than 32 bits. */
const mostColumns = 516;
/** How many numbers of an input are quantised at once. */
const quantisedAtOnce = 4;

/**
 * Lays out matrices whose weights share one memory. All calls use the same weights; nothing is kept per call.
 * The input is quantised to int16 and multiplied as integers, so a matrix has at most 516 columns: 516 · 127 · 32767 < 2³¹.
 * Measured with three networks, 7 M multiply-adds per second of audio, before the gates were computed with SIMD, too: the
 * network takes 0.6 ms, of which 0.25 ms are in the kernel, against 0.9 ms with float32 weights (2.2 MB instead of 0.6 MB).
 * int16 weights are no faster.
 */
export function createLayers(linears: readonly Linear[]): Layers {
  const sizes = linears.map(({ weight, bias }) => {
    const columns = weight.length / bias.length;
    const blocks = Math.ceil(bias.length / rowsPerBlock);
    const weightBytes = Math.ceil(columns / 2) * pairBytes;
    return { rows: bias.length, columns, blocks, weightBytes, blockBytes: weightBytes + 2 * floatBytes };
  });
  const widest = Math.max(...sizes.map(({ columns }) => columns));
  if (widest > mostColumns) throw new Error(`a matrix has ${widest} columns, and sums may overflow`);
  const outBytes = Math.max(...sizes.map(({ blocks }) => blocks)) * floatBytes;
  const inputBytes = Math.ceil(widest / quantisedAtOnce) * quantisedAtOnce * 4;
  const inputAt = exponentials.byteLength;
  const unitsAt = inputAt + inputBytes;
  const outAt = unitsAt + inputBytes / 2;
  const fromHiddenAt = outAt + outBytes;
  const scratchAt = Math.ceil((fromHiddenAt + outBytes) / 8) * 8;
  const blocksAt = scratchAt + outBytes * 2;
  const bytes = blocksAt + sizes.reduce((sum, { blocks, blockBytes }) => sum + blocks * blockBytes, 0);
  const kernel: NetworkKernel | undefined = createKernel(networkKernel, bytes);
  if (!kernel) return plainLayers(linears);
  const { quantise, multiply, recur } = kernel;
  const whole = new Int8Array(kernel.memory);
  const floats = new Float32Array(kernel.memory);
  new Float64Array(kernel.memory).set(exponentials);

  let next = blocksAt;
  const blocksOf = sizes.map(({ rows, columns, blocks, weightBytes, blockBytes }, n) => {
    const { weight, scales, bias } = linears[n]!;
    const at = next;
    next += blocks * blockBytes;
    for (let row = 0; row < rows; row++) {
      const place = row % rowsPerBlock;
      const block = at + Math.floor(row / rowsPerBlock) * blockBytes;
      for (let column = 0; column < columns; column++)
        whole[block + Math.floor(column / 2) * pairBytes + place * 2 + (column % 2)] =
          weight[row * columns + column]!;
      const scaleAt = (block + weightBytes) / 4 + place;
      floats[scaleAt] = scales[row]!;
      floats[scaleAt + rowsPerBlock] = bias[row]!;
    }
    return at;
  });

  /** Leaves the input at `inputAt`. */
  function multiplyTo(resultAt: number, n: number, input: Float32Array): void {
    const { columns, blocks } = sizes[n]!;
    const end = inputAt / 4 + columns;
    floats.set(input, inputAt / 4);
    if (columns % quantisedAtOnce !== 0) floats.fill(0, end, end + quantisedAtOnce);
    const scale = quantise(inputAt, end * 4, unitsAt);
    multiply(blocksOf[n]!, unitsAt, unitsAt + columns * 2, resultAt, resultAt + blocks * floatBytes, scale);
  }

  return {
    multipliers: sizes.map(({ rows, columns }, n) => {
      const result = floats.subarray(outAt / 4, outAt / 4 + rows);
      return {
        rows,
        columns,
        multiply(input, out) {
          multiplyTo(outAt, n, input);
          out.set(result);
        },
      };
    }),
    createGru(fromInput, fromHidden) {
      const size = sizes[fromHidden]!.columns;
      const state = new Float32Array(size);
      const newest = floats.subarray(inputAt / 4, inputAt / 4 + size);
      return {
        step(input) {
          multiplyTo(outAt, fromInput, input);
          multiplyTo(fromHiddenAt, fromHidden, state);
          recur(outAt, fromHiddenAt, inputAt, size * 4, scratchAt);
          state.set(newest);
          return state;
        },
      };
    },
  };
}

/** The same without SIMD, and without quantising the input. */
function plainLayers(linears: readonly Linear[]): Layers {
  const multipliers = linears.map(plainMultiplier);
  return {
    multipliers,
    createGru: (fromInput, fromHidden) => plainGru(multipliers[fromInput]!, multipliers[fromHidden]!),
  };
}

/** One of them. */
export function plainMultiplier({ weight, scales, bias }: Linear): Multiplier {
  const rows = bias.length;
  const columns = weight.length / rows;
  return {
    rows,
    columns,
    multiply(input, out) {
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        const base = row * columns;
        for (let k = 0; k < columns; k++) sum += weight[base + k]! * input[k]!;
        out[row] = sum * scales[row]! + bias[row]!;
      }
    },
  };
}

export function rectify(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) if (values[k]! < 0) values[k] = 0;
}

const exponentialsPerUnit = 32;
const largestExponent = 40;
const exponentials = Float64Array.from({ length: 2 * largestExponent * exponentialsPerUnit + 1 }, (_, n) =>
  Math.exp(n / exponentialsPerUnit - largestExponent),
);

/**
 * e^x with a relative error below 1e-11; clamped at ±40, where gates have long saturated. The gates need 17,000 values per
 * second of audio: 4 ns each, against 7.5 ns for Math.exp and 11 ns for Math.tanh. `network.wat` computes the same, with this table.
 */
function exponential(x: number): number {
  const bounded = Math.max(-largestExponent, Math.min(largestExponent, x));
  const n = ((bounded + largestExponent) * exponentialsPerUnit + 0.5) | 0;
  const r = bounded + largestExponent - n / exponentialsPerUnit;
  return exponentials[n]! * (1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r / 24))));
}

/** A gated recurrent unit with PyTorch's gate order (reset, update, new). */
export interface Gru {
  /** The state after the newest input; the same array each time. */
  step(input: Float32Array): Float32Array;
}

/** Its gates without SIMD. */
export function plainGru(fromInput: Multiplier, fromHidden: Multiplier): Gru {
  const size = fromHidden.columns;
  const state = new Float32Array(size);
  const a = new Float32Array(size * 3);
  const b = new Float32Array(size * 3);
  return {
    step(input) {
      fromInput.multiply(input, a);
      fromHidden.multiply(state, b);
      for (let k = 0; k < size; k++) {
        const reset = 1 / (1 + exponential(-(a[k]! + b[k]!)));
        const update = 1 / (1 + exponential(-(a[size + k]! + b[size + k]!)));
        // tanh(x) = 1 − 2 / (1 + e^2x)
        const fresh = 1 - 2 / (1 + exponential(2 * (a[2 * size + k]! + reset * b[2 * size + k]!)));
        state[k] = fresh + update * (state[k]! - fresh);
      }
      return state;
    },
  };
}
