import { setFlagsFromString } from 'node:v8';

/**
 * V8's measure of how long a function of WebAssembly runs before it is optimised: 100 times the default of V8 11, about a tenth of a
 * second of its own.
 */
const tieringBudget = 180_000_000;

/**
 * Prisma's query compiler is 3 MB of WebAssembly, and what a start asks of it passes V8's default budget in hundreds of functions. To
 * optimise those takes more than a second of a processor at each start, and is never earned back. Only modules that are compiled
 * after this are affected; what runs all the time, as the detector's kernels do, is optimised all the same.
 */
export function compilePatiently(): void {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
}
