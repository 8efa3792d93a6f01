import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { markedProcesses, marker } from './marked-processes.ts';
import { ProcessorTime } from './processor-time.ts';

const burnSeconds = 0.5;
/** Two of them, less what is rounded down to hundredths in each process. */
const leastSeconds = 0.9;
const burn = `do { var { user, system } = process.cpuUsage(); } while (user + system < ${burnSeconds * 1e6});`;
/** One child that ended and was waited for, and one that is nobody's, as an Asterisk; it stays until it was looked at. */
const script = `"$NODE" -e "$BURN"; (setsid sh -c '"$NODE" -e "$BURN"; sleep 60' &); sleep 60`;

test('what children took, and what has left its parent, is counted once each', async () => {
  const id = randomUUID();
  const time = new ProcessorTime(id);
  const env = { ...process.env, [marker]: id, NODE: process.execPath, BURN: burn };
  const child = spawn('sh', ['-c', script], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    for (const deadline = Date.now() + 40_000; time.seconds < leastSeconds && Date.now() < deadline;)
      await delay(50);
    assert.ok(time.seconds >= leastSeconds && time.seconds < 3 * burnSeconds, `${time.seconds} s`);
  } finally {
    time.stop();
    for (const one of markedProcesses(id)) one.kill('SIGKILL');
    await ended;
  }
});

test.run();
