import { createKernel } from '../simd/assembler.ts';
import { blockBytes, multiplySource, rowsPerBlock } from '../simd/multiply.ts';
import { exponential } from './exponential.ts';

/** A matrix (row-major [outputs][inputs]) and a bias, as they are in the parameter file. */
export interface Linear {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** A matrix ready for use: out = weight · input + bias. */
export interface Multiplier {
  readonly rows: number;
  readonly columns: number;
  multiply(input: Float32Array, out: Float32Array): void;
}

/**
 * Makes multipliers whose weights lie in one shared memory; the weights serve all calls, nothing is kept per call.
 * Measured with 2.4 M multiply-adds for a second of audio: 1.7 ms in plain TypeScript, 0.25 ms with SIMD. Of what comes
 * out of `rectify` 55 to 80 % are zeros; to leave those out saves a fifth of that.
 */
export function createMultipliers(linears: readonly Linear[]): Multiplier[] {
  const sizes = linears.map(({ weight, bias }) => ({
    rows: bias.length,
    padded: Math.ceil(bias.length / rowsPerBlock) * rowsPerBlock,
    columns: weight.length / bias.length,
  }));
  // Offset and value of each column; the kernel loads by 16 bytes.
  const inputFloats = Math.ceil(Math.max(...sizes.map((size) => size.columns)) / 2) * 4;
  const tallest = Math.max(...sizes.map((size) => size.padded));
  const floats =
    inputFloats + tallest + sizes.reduce((sum, { padded, columns }) => sum + padded * (columns + 1), 0);
  const kernel = createKernel(multiplySource, floats * 4);
  if (!kernel) return linears.map(plainMultiplier);
  const all = new Float32Array(kernel.memory);
  const offsets = new Int32Array(kernel.memory);
  const outAt = inputFloats;
  let next = inputFloats + tallest;

  /** Writes the columns that are not 0 to the beginning of the memory, at least one. @returns where they end. */
  function writeInput(input: Float32Array): number {
    offsets[0] = 0;
    all[1] = 0;
    let end = 0;
    for (let column = 0; column < input.length; column++) {
      const value = input[column]!;
      if (value === 0) continue;
      offsets[end] = column * blockBytes;
      all[end + 1] = value;
      end += 2;
    }
    return Math.max(2, end);
  }

  return sizes.map(({ rows, padded, columns }, n) => {
    const { weight, bias } = linears[n]!;
    const weightAt = next;
    const biasAt = weightAt + padded * columns;
    next = biasAt + padded;
    for (let row = 0; row < rows; row++) {
      const block = weightAt + Math.floor(row / rowsPerBlock) * rowsPerBlock * columns + (row % rowsPerBlock);
      for (let column = 0; column < columns; column++)
        all[block + column * rowsPerBlock] = weight[row * columns + column]!;
      all[biasAt + row] = bias[row]!;
    }
    const result = all.subarray(outAt, outAt + rows);
    return {
      rows,
      columns,
      multiply(input, out) {
        const inputEnd = writeInput(input);
        const outEnd = outAt + padded;
        kernel.run(weightAt * 4, biasAt * 4, 0, inputEnd * 4, outAt * 4, outEnd * 4, columns * blockBytes);
        out.set(result);
      },
    };
  });
}

/** The same without SIMD. */
export function plainMultiplier({ weight, bias }: Linear): Multiplier {
  const rows = bias.length;
  const columns = weight.length / rows;
  return {
    rows,
    columns,
    multiply(input, out) {
      for (let row = 0; row < rows; row++) {
        let sum = bias[row]!;
        const base = row * columns;
        for (let k = 0; k < columns; k++) sum += weight[base + k]! * input[k]!;
        out[row] = sum;
      }
    },
  };
}

export function rectify(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) if (values[k]! < 0) values[k] = 0;
}

export interface Gru {
  /** The state after the newest input; the same array each time. */
  step(input: Float32Array): Float32Array;
}

/** A gated recurrent unit with PyTorch's gate order (reset, update, new). */
export function createGru(fromInput: Multiplier, fromHidden: Multiplier): Gru {
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
