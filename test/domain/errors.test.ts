import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError, describeError } from '../../src/domain/errors.ts';

test('a log line has the cause of an error once, whether or not its text has it already', () => {
  const cause = new Error('ENOSPC: no space left on device');
  const bare = new AppError('unavailable', 'the key cannot be written', { cause });
  assert.is(describeError(bare), 'the key cannot be written (ENOSPC: no space left on device)');
  const telling = new AppError('unavailable', `the key cannot be written: ${cause.message}`, { cause });
  assert.is(describeError(telling), 'the key cannot be written: ENOSPC: no space left on device');
});

test('a cause whose text is repeated is not repeated again, and what caused it is still told', () => {
  const root = new Error('ENOENT: no such file');
  const cause = new AppError('unavailable', 'the tree is damaged', { cause: root });
  const repeating = new AppError('unavailable', `No Asterisk: ${cause.message}; install it`, { cause });
  assert.is(describeError(repeating), 'No Asterisk: the tree is damaged; install it (ENOENT: no such file)');
  const all = new AppError('unavailable', `No Asterisk: ${cause.message}: ${root.message}`, { cause });
  assert.is(describeError(all), 'No Asterisk: the tree is damaged: ENOENT: no such file');
  const bare = new AppError('unavailable', 'No Asterisk', { cause });
  assert.is(describeError(bare), 'No Asterisk (the tree is damaged (ENOENT: no such file))');
});

test('a name of which no address can be reached is described by the reason of each', () => {
  const reasons = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5061`));
  const thrown = new AggregateError(reasons);
  assert.is(describeError(thrown), 'connect ECONNREFUSED ::1:5061, connect ECONNREFUSED 127.0.0.1:5061');
  assert.is(describeError(new Error('')), '');
});

test.run();
