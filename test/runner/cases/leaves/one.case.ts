import { spawn } from 'node:child_process';
import { test } from 'uvu';

test('leaves a process in a session of its own', () => {
  spawn('sleep', [process.env['SLEEP_SECONDS'] ?? '300'], { detached: true, stdio: 'ignore' }).unref();
});
test.run();
