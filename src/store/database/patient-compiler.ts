import { setFlagsFromString } from 'node:v8';

/**
 * V8's budget for a WebAssembly function before it is optimised: 100 times the default of V8 11, about a tenth of a second of the
 * function's own running time.
 */
const tieringBudget = 180_000_000;

/**
 * Prisma's query compiler is 3 MB of WebAssembly, and a start takes hundreds of its functions past V8's default budget. Optimising those
 * costs more than a second of processor time at each start and is never earned back. Only modules that are compiled after this
 * are affected, and functions that run all the time, such as the detector's kernels, are still optimised.
 */
export function compilePatiently(): void {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
}
