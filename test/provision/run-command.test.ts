import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../src/domain/errors.ts';
import { runCommand } from '../../src/provision/run-command.ts';

/** What it starts outlives it, as with a script that is killed while it runs another program. */
const script = 'sleep 5 & echo $!; wait';

/** Runs the script, ends what it started, and returns how the command ended, which it has to do before that. */
async function outcomeOf(options: { timeoutMs?: number; signal?: AbortSignal }): Promise<string> {
  let started = 0;
  const command = runCommand('sh', ['-c', script], {
    ...options,
    onLine: (line) => (started = Number(line)),
  });
  const ended = command.then(
    () => 'ended',
    (error: unknown) => (error instanceof AppError ? error.detail : String(error)),
  );
  try {
    return await Promise.race([ended, wait(3_000, 'it is still waited for', { ref: false })]);
  } finally {
    if (started > 0) process.kill(started);
  }
}

test('a command that takes too long is over then, whatever it has started', async () => {
  assert.is(await outcomeOf({ timeoutMs: 500 }), 'sh did not end within 1 s');
});

test('and so is one that is interrupted', async () => {
  assert.is(await outcomeOf({ signal: AbortSignal.timeout(500) }), 'sh was interrupted');
});

test.run();
