import { spawn } from 'node:child_process';
import { test } from 'uvu';

test('leaves a process in a session of its own', () => {
  spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();
});
test.run();
