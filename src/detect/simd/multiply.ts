import * as wasm from './assembler.ts';

/** Rows are padded to a multiple of this, columns to a multiple of two. */
export const rowsPerBlock = 16;
/** The weights of two columns in a block. */
export const pairBytes = rowsPerBlock * 2;
/** A float for each row of a block: first the scales, then as many for the bias. */
export const floatBytes = rowsPerBlock * 4;

const block = 0;
const input = 1;
const inputEnd = 2;
const out = 3;
const outEnd = 4;
const inputScale = 5;
const cursor = 6;
const pair = 7;
const sums = [8, 9, 10, 11];

/**
 * run(block, input, inputEnd, out, outEnd, inputScale), byte addresses but the last: out = weights · input · scale of the
 * row · inputScale + bias. The input is int16. A block holds 16 rows: for each pair of columns [row][two int8], then
 * the scales, then the bias. So each lane of a sum is a row, and nothing is left to be added across lanes.
 */
export const multiplySource: wasm.KernelSource = {
  parameters: [wasm.i32, wasm.i32, wasm.i32, wasm.i32, wasm.i32, wasm.f32],
  locals: [
    [1, wasm.i32],
    [1 + sums.length, wasm.v128],
  ],
  body: [
    ...wasm.loop, // over blocks of rows
    ...sums.flatMap((sum) => [...wasm.constant(0), ...wasm.splatI32, ...wasm.localSet(sum)]),
    ...wasm.localGet(input),
    ...wasm.localSet(cursor),
    ...wasm.loop, // over pairs of columns
    ...wasm.localGet(cursor),
    ...wasm.loadSplat(0),
    ...wasm.localSet(pair),
    ...sums.flatMap((sum, k) => [
      ...wasm.localGet(block),
      ...wasm.loadI8AsI16(8 * k),
      ...wasm.localGet(pair),
      ...wasm.dotI16,
      ...wasm.localGet(sum),
      ...wasm.addI32Lanes,
      ...wasm.localSet(sum),
    ]),
    ...wasm.advance(block, pairBytes),
    ...wasm.localGet(cursor),
    ...wasm.constant(4),
    ...wasm.addI32,
    ...wasm.localTee(cursor),
    ...wasm.localGet(inputEnd),
    ...wasm.lessUnsigned,
    ...wasm.branchIf(0),
    ...wasm.end,
    ...sums.flatMap((sum, k) => [
      ...wasm.localGet(out),
      ...wasm.localGet(sum),
      ...wasm.convertI32ToF32,
      ...wasm.localGet(block),
      ...wasm.load(16 * k),
      ...wasm.multiplyF32,
      ...wasm.localGet(inputScale),
      ...wasm.splatF32,
      ...wasm.multiplyF32,
      ...wasm.localGet(block),
      ...wasm.load(floatBytes + 16 * k),
      ...wasm.addF32,
      ...wasm.store(16 * k),
    ]),
    ...wasm.advance(block, 2 * floatBytes),
    ...wasm.localGet(out),
    ...wasm.constant(floatBytes),
    ...wasm.addI32,
    ...wasm.localTee(out),
    ...wasm.localGet(outEnd),
    ...wasm.lessUnsigned,
    ...wasm.branchIf(0),
    ...wasm.end,
  ],
};
