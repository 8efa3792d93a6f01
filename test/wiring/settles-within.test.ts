import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settlesWithin } from '../../src/async/settles-within.ts';

const test = suite('waiting, but not for ever');
const never = new Promise<never>(() => undefined);

test('work that ends in time is told from work that does not', async () => {
  assert.is(await settlesWithin(Promise.resolve('done'), 60_000), true);
  assert.is(await settlesWithin(never, 1), false);
});

test('a failure in time is thrown; a later one is not an unhandled rejection', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => (fail = reject));
  assert.is(await settlesWithin(work, 1), false);
  fail(new Error('too late to matter'));
  const failed = await settlesWithin(Promise.reject(new Error('broken')), 60_000).catch(String);
  assert.is(failed, 'Error: broken');
});

test.run();
