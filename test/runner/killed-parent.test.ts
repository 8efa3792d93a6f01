import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isRunning,
  type RunningProcess,
  signalProcess,
  waitUntilGone,
} from '../../src/embedded/running-process.ts';

/** Far longer than the guard needs to start and to end them. */
const patienceMs = 90_000;

test('what the rig started ends with a process that is killed, except what was ended in order before', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hf-'));
  const program = ['--import', 'tsx', 'test/runner/killed-parent.mts', folder];
  const parent = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const { gateway, asterisk, given } = JSON.parse(line.toString()) as Record<
    'gateway' | 'asterisk' | 'given',
    RunningProcess
  >;
  try {
    assert.equal([gateway, asterisk, given].map(isRunning), [true, true, true]);
    parent.kill('SIGKILL');
    assert.ok(await waitUntilGone(gateway, patienceMs), 'the gateway outlives it');
    assert.ok(await waitUntilGone(asterisk, patienceMs), 'its Asterisk outlives it');
    const deadline = Date.now() + patienceMs;
    while (existsSync(folder) && Date.now() < deadline) await delay(20);
    assert.not.ok(existsSync(folder), 'the folder is removed last');
    assert.ok(isRunning(given), 'this one was taken back');
  } finally {
    for (const one of [gateway, asterisk, given]) signalProcess(one, 'SIGKILL');
  }
});

test.run();
