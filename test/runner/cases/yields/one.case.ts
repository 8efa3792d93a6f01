import { getPriority } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('leaves the processor to others', () => {
  assert.is(getPriority(), Math.min(19, Number(process.env['PARENT_NICENESS']) + 12));
});

test.run();
