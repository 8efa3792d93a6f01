import * as wasm from './assembler.ts';

const words = 0;
const masks = 1;
const before = 2;
const after = 3;
const afterEnd = 4;
const query = 5;
const share = 6;
const queries = 7;
const old = 8;

/**
 * run(words, masks, before, after, afterEnd, query, share), byte addresses but the last two: for every place
 * after = before + (agreement − ½ − before) · share, where agreement − ½ = ½ − (differing bits) / 32, and 0 under a
 * mask of zeros. Four places at a time; the caller offsets `before` against `after`.
 */
export const matchSource: wasm.KernelSource = {
  parameters: [wasm.i32, wasm.i32, wasm.i32, wasm.i32, wasm.i32, wasm.i32, wasm.f32],
  locals: [[2, wasm.v128]],
  body: [
    ...wasm.localGet(query),
    ...wasm.splatI32,
    ...wasm.localSet(queries),
    ...wasm.loop,
    ...wasm.localGet(before),
    ...wasm.load(0),
    ...wasm.localSet(old),
    ...wasm.localGet(after),
    ...wasm.localGet(old),
    ...wasm.constantF32(0.5),
    ...wasm.splatF32,
    ...wasm.localGet(words),
    ...wasm.load(0),
    ...wasm.localGet(queries),
    ...wasm.xor,
    ...wasm.countBitsI8,
    ...wasm.addPairsToI16,
    ...wasm.addPairsToI32,
    ...wasm.convertI32ToF32,
    ...wasm.constantF32(1 / 32),
    ...wasm.splatF32,
    ...wasm.multiplyF32,
    ...wasm.subtractF32,
    ...wasm.localGet(masks),
    ...wasm.load(0),
    ...wasm.and,
    ...wasm.localGet(old),
    ...wasm.subtractF32,
    ...wasm.localGet(share),
    ...wasm.splatF32,
    ...wasm.multiplyF32,
    ...wasm.addF32,
    ...wasm.store(0),
    ...wasm.advance(words, 16),
    ...wasm.advance(masks, 16),
    ...wasm.advance(before, 16),
    ...wasm.localGet(after),
    ...wasm.constant(16),
    ...wasm.addI32,
    ...wasm.localTee(after),
    ...wasm.localGet(afterEnd),
    ...wasm.lessUnsigned,
    ...wasm.branchIf(0),
    ...wasm.end,
  ],
};
