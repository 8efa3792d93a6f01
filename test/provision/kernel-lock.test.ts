import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withKernelLock } from '../../src/provision/kernel-lock.ts';
import { endCommandsWith } from '../../src/provision/run-command.ts';
import { withDataDir } from './asterisk-stage.ts';

test('work under one lock happens one after the other, and a failure gives the lock back', () =>
  withDataDir(async (folder) => {
    const lockFile = join(folder, 'lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    const failing = withKernelLock(
      lockFile,
      () => undefined,
      () => Promise.reject(new Error('broken')),
    );
    assert.is(await failing.catch((error: Error) => error.message), 'broken');
    await Promise.all([1, 2, 3].map(() => withKernelLock(lockFile, () => undefined, work)));
    assert.is(most, 1);
  }));

test('the lock of a process that is killed is free at once', () =>
  withDataDir(async (folder) => {
    const lockFile = join(folder, 'lock');
    const holder = spawn(process.execPath, ['--import', 'tsx', 'test/provision/hold-lock.mts', lockFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    let waited = false;
    const taken = withKernelLock(
      lockFile,
      () => {
        waited = true;
        holder.kill('SIGKILL');
      },
      () => Promise.resolve('taken'),
    );
    assert.is(await taken, 'taken');
    assert.ok(waited, 'the lock was held before');
  }));

test('work that was given up before it asks for a lock does not wait for it', () =>
  withDataDir(async (folder) => {
    const lockFile = join(folder, 'lock');
    const taken = await withKernelLock(
      lockFile,
      () => undefined,
      () =>
        endCommandsWith(AbortSignal.abort(), () =>
          Promise.race([
            withKernelLock(
              lockFile,
              () => undefined,
              () => Promise.resolve('taken'),
            ).catch((error: Error) => error.message),
            setTimeout(5000, 'it still waits', { ref: false }),
          ]),
        ),
    );
    assert.match(taken, /lock was interrupted$/);
  }));

test.run();
