/**
 * `npm run kernels`: compiles the kernels (`*.wat`) and writes `compiled.ts`, which is committed: a machine that only runs the service
 * has no compiler.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import openWabt from 'wabt';

const compiledFile = new URL('compiled.ts', import.meta.url);

/** The text of `compiled.ts`. */
export async function compileKernels(): Promise<string> {
  const wabt = await openWabt();
  const compile = (name: string): string => {
    const source = new URL(`${name}.wat`, import.meta.url);
    const module = wabt.parseWat(source.pathname, readFileSync(source, 'utf8'), { simd: true });
    try {
      module.validate();
      return Buffer.from(module.toBinary({}).buffer).toString('base64');
    } finally {
      module.destroy();
    }
  };
  return [
    '/** Written by `npm run kernels` from the kernels beside it (`*.wat`). */',
    ...['match', 'network', 'spectrum'].map((name) => `export const ${name}Kernel =\n  '${compile(name)}';`),
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href)
  writeFileSync(compiledFile, await compileKernels());
