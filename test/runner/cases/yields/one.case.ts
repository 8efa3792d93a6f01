import { getPriority } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('leaves the processor to others', () => {
  assert.ok(getPriority() >= 5);
});

test.run();
