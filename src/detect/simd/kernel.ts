/** The part of WebAssembly used here; TypeScript has its types only in the browser's library. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}

/** @template Name the functions that it exports. */
export type Kernel<Name extends string> = Readonly<Record<Name, (...parameters: number[]) => number>> & {
  readonly memory: ArrayBuffer;
};

const pageBytes = 65_536;

/**
 * A kernel of `compiled.ts`, ready to run on a memory of its own.
 * @returns undefined if the machine has no SIMD; callers then compute in plain TypeScript.
 */
export function createKernel<Name extends string>(
  compiled: string,
  memoryBytes: number,
): Kernel<Name> | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  const bytes = Buffer.from(compiled, 'base64');
  if (!api?.validate(bytes)) return undefined;
  const memory = new api.Memory({ initial: Math.ceil(memoryBytes / pageBytes) });
  const instance = new api.Instance(new api.Module(bytes), { env: { memory } });
  return { ...(instance.exports as Record<Name, () => number>), memory: memory.buffer };
}
