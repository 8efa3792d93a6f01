import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';

test('leaves a process in a session of its own, with little environment, and a file', () => {
  const env = { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] };
  spawn('sleep', [process.env['SLEEP_SECONDS'] ?? '300'], { detached: true, stdio: 'ignore', env }).unref();
  writeFileSync(path.join(tmpdir(), 'forgotten'), '');
});
test.run();
