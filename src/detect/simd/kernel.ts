/** The part of WebAssembly used here; TypeScript has its types only in the browser's library. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}

export interface Kernel {
  run(...parameters: number[]): void;
  readonly memory: ArrayBuffer;
}

const pageBytes = 65_536;

/**
 * A kernel of `compiled.ts`, ready to run on a memory of its own.
 * @returns undefined where the machine has no SIMD; callers then compute in plain TypeScript.
 */
export function createKernel(compiled: string, memoryBytes: number): Kernel | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  const bytes = Buffer.from(compiled, 'base64');
  if (!api?.validate(bytes)) return undefined;
  const memory = new api.Memory({ initial: Math.ceil(memoryBytes / pageBytes) });
  const instance = new api.Instance(new api.Module(bytes), { env: { memory } });
  return { run: instance.exports['run'] as Kernel['run'], memory: memory.buffer };
}
