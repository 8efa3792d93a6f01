import * as wasm from './assembler.ts';

/** Rows are padded to a multiple of this; weights lie as [block of 16 rows][column][16 rows]. */
export const rowsPerBlock = 16;

const weights = 0;
const bias = 1;
const input = 2;
const inputEnd = 3;
const out = 4;
const outEnd = 5;
const columnBytes = 6;
const cursor = 7;
const column = 8;
const value = 9;
const sums = [10, 11, 12, 13];
export const blockBytes = rowsPerBlock * 4;

/**
 * run(weights, bias, input, inputEnd, out, outEnd, columnBytes), all byte addresses but the last, which is the length of
 * a block: out = weights · input + bias. The input is a list of at least one (byte offset of the column within a block,
 * value): columns whose value is 0 are left out of it, and their weights never read.
 */
export const multiplySource: wasm.KernelSource = {
  parameters: Array.from({ length: 7 }, () => wasm.i32),
  locals: [
    [2, wasm.i32],
    [1 + sums.length, wasm.v128],
  ],
  body: [
    ...wasm.loop, // over blocks of rows
    ...sums.flatMap((sum, k) => [...wasm.localGet(bias), ...wasm.load(16 * k), ...wasm.localSet(sum)]),
    ...wasm.localGet(input),
    ...wasm.localSet(cursor),
    ...wasm.loop, // over columns
    ...wasm.localGet(weights),
    ...wasm.localGet(cursor),
    ...wasm.loadI32,
    ...wasm.addI32,
    ...wasm.localSet(column),
    ...wasm.localGet(cursor),
    ...wasm.loadSplat(4),
    ...wasm.localSet(value),
    ...sums.flatMap((sum, k) => [
      ...wasm.localGet(column),
      ...wasm.load(16 * k),
      ...wasm.localGet(value),
      ...wasm.multiplyF32,
      ...wasm.localGet(sum),
      ...wasm.addF32,
      ...wasm.localSet(sum),
    ]),
    ...wasm.localGet(cursor),
    ...wasm.constant(8),
    ...wasm.addI32,
    ...wasm.localTee(cursor),
    ...wasm.localGet(inputEnd),
    ...wasm.lessUnsigned,
    ...wasm.branchIf(0),
    ...wasm.end,
    ...sums.flatMap((sum, k) => [...wasm.localGet(out), ...wasm.localGet(sum), ...wasm.store(16 * k)]),
    ...wasm.advance(bias, blockBytes),
    ...wasm.localGet(weights),
    ...wasm.localGet(columnBytes),
    ...wasm.addI32,
    ...wasm.localSet(weights),
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
