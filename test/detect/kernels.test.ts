import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileKernels } from '../../src/detect/simd/compile-kernels.ts';

test('the committed kernels are compiled from their sources (npm run kernels)', async () => {
  const committed = readFileSync(new URL('../../src/detect/simd/compiled.ts', import.meta.url), 'utf8');
  assert.is(await compileKernels(), committed);
});

test.run();
