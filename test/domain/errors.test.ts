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

test.run();
