/**
 * A few instructions of WebAssembly with 128-bit SIMD (in every Node since 16.4), enough to assemble the two inner
 * loops that matter. Binary format: WebAssembly Core Specification 2.0, chapter 5.
 */
export const i32 = 0x7f;
export const f32 = 0x7d;
export const v128 = 0x7b;

export const localGet = (n: number) => [0x20, n];
export const localSet = (n: number) => [0x21, n];
export const localTee = (n: number) => [0x22, n];
export const constant = (value: number) => [0x41, ...signed(value)];
export const constantF32 = (value: number) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
export const addI32 = [0x6a];
export const subtractI32 = [0x6b];
export const lessUnsigned = [0x49];
export const loop = [0x03, 0x40];
export const branchIf = (depth: number) => [0x0d, depth];
export const end = [0x0b];

export const load = (offset: number) => [0xfd, 0x00, 2, ...unsigned(offset)];
export const store = (offset: number) => [0xfd, 0x0b, 2, ...unsigned(offset)];
/** Eight int8, widened to int16. */
export const loadI8AsI16 = (offset: number) => [0xfd, 0x01, 2, ...unsigned(offset)];
export const loadSplat = (offset: number) => [0xfd, 0x09, 2, ...unsigned(offset)];
export const splatI32 = [0xfd, 0x11];
export const splatF32 = [0xfd, 0x13];
export const xor = [0xfd, 0x51];
export const and = [0xfd, 0x4e];
export const countBitsI8 = [0xfd, 0x62];
export const addPairsToI16 = [0xfd, 0x7d];
export const addPairsToI32 = [0xfd, 0x7f];
/** Products of int16, each two neighbours added to an int32. */
export const dotI16 = [0xfd, 0xba, 0x01];
export const addI32Lanes = [0xfd, 0xae, 0x01];
export const convertI32ToF32 = [0xfd, 0xfa, 0x01];
export const addF32 = [0xfd, 0xe4, 0x01];
export const subtractF32 = [0xfd, 0xe5, 0x01];
export const multiplyF32 = [0xfd, 0xe6, 0x01];

/** Adds a constant to a local. */
export const advance = (local: number, by: number) => [
  ...localGet(local),
  ...constant(by),
  ...addI32,
  ...localSet(local),
];

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  do {
    const low = value & 127;
    value >>>= 7;
    bytes.push(value ? low | 128 : low);
  } while (value);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    if ((value === 0 && !(low & 64)) || (value === -1 && low & 64)) return [...bytes, low];
    bytes.push(low | 128);
  }
}

const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content];
const text = (name: string) => [name.length, ...Array.from(name, (c) => c.charCodeAt(0))];

export interface KernelSource {
  /** Types of the parameters; the result is nothing. */
  parameters: readonly number[];
  /** [how many, type], numbered after the parameters. */
  locals: readonly (readonly [number, number])[];
  body: readonly number[];
}

function assemble({ parameters, locals, body }: KernelSource): Uint8Array<ArrayBuffer> {
  const code = [locals.length, ...locals.flat(), ...body, ...end];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters.length, ...parameters, 0]),
    ...section(2, [1, ...text('env'), ...text('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

/** What is used of WebAssembly; the compiler's library has its types only together with a browser's. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}

export interface Kernel {
  run(...parameters: number[]): void;
  readonly memory: ArrayBuffer;
}

/** Undefined where the machine has no SIMD; callers then compute in plain TypeScript. */
export function createKernel(source: KernelSource, memoryBytes: number): Kernel | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  const bytes = assemble(source);
  if (!api?.validate(bytes)) return undefined;
  const memory = new api.Memory({ initial: Math.ceil(memoryBytes / 65536) });
  const instance = new api.Instance(new api.Module(bytes), { env: { memory } });
  return { run: instance.exports['run'] as Kernel['run'], memory: memory.buffer };
}
