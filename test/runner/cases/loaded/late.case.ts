import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';

test('is never late', () => undefined);
test('is late on a loaded machine', () => {
  const { CALM_MARK: mark = '' } = process.env;
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  throw new Error('2.49 s');
});
test.run();
