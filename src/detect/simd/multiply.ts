import * as wasm from './assembler.ts';

/** Rows are padded to a multiple of this; weights lie as [block of 16 rows][column][16 rows]. */
export const rowsPerBlock = 16;

const weights = 0;
const bias = 1;
const input = 2;
const out = 3;
const outEnd = 4;
const columns = 5;
const left = 6;
const cursor = 7;
const value = 8;
const sums = [9, 10, 11, 12];
const blockBytes = rowsPerBlock * 4;

/** run(weights, bias, input, out, outEnd, columns), all byte addresses but the last: out = weights · input + bias. */
export const multiplySource: wasm.KernelSource = {
  parameters: Array.from({ length: 6 }, () => wasm.i32),
  locals: [
    [2, wasm.i32],
    [1 + sums.length, wasm.v128],
  ],
  body: [
    ...wasm.loop, // over blocks of rows
    ...sums.flatMap((sum, k) => [...wasm.localGet(bias), ...wasm.load(16 * k), ...wasm.localSet(sum)]),
    ...wasm.localGet(input),
    ...wasm.localSet(cursor),
    ...wasm.localGet(columns),
    ...wasm.localSet(left),
    ...wasm.loop, // over columns
    ...wasm.localGet(cursor),
    ...wasm.loadSplat,
    ...wasm.localSet(value),
    ...sums.flatMap((sum, k) => [
      ...wasm.localGet(weights),
      ...wasm.load(16 * k),
      ...wasm.localGet(value),
      ...wasm.multiplyF32,
      ...wasm.localGet(sum),
      ...wasm.addF32,
      ...wasm.localSet(sum),
    ]),
    ...wasm.advance(weights, blockBytes),
    ...wasm.advance(cursor, 4),
    ...wasm.localGet(left),
    ...wasm.constant(1),
    ...wasm.subtractI32,
    ...wasm.localTee(left),
    ...wasm.branchIf(0),
    ...wasm.end,
    ...sums.flatMap((sum, k) => [...wasm.localGet(out), ...wasm.localGet(sum), ...wasm.store(16 * k)]),
    ...wasm.advance(bias, blockBytes),
    ...wasm.localGet(out),
    ...wasm.constant(blockBytes),
    ...wasm.addI32,
    ...wasm.localTee(out),
    ...wasm.localGet(outEnd),
    ...wasm.lessUnsigned,
    ...wasm.branchIf(0),
    ...wasm.end,
  ],
};
