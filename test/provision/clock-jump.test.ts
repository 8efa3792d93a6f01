import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { lookUpProcess, waitUntilGone } from '../../src/embedded/running-process.ts';

const hourMs = 3_600_000;

for (const [what, jumpMs] of [
  ['forward', hourMs],
  ['back', -hourMs],
] as const)
  test(`a clock that is put ${what} changes nothing about how long an end is waited for`, async () => {
    const now = Date.now.bind(Date);
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const running = lookUpProcess(child.pid ?? 0);
      assert.ok(running);
      const beganAtMs = performance.now();
      const gone = waitUntilGone(running, 400);
      Date.now = () => now() + jumpMs; // as NTP does to a machine without a clock of its own
      const late = setTimeout(() => child.kill(), 60_000);
      assert.is(await gone, false);
      clearTimeout(late);
      assert.ok(performance.now() - beganAtMs >= 400);
    } finally {
      Date.now = now;
      child.kill();
    }
  });

test.run();
