import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { patienceSeconds } from '../rig/patience.ts';

interface Failure {
  code: number;
  stderr: string;
}

test('an argument is refused, not ignored, and nothing is started', async () => {
  const dataDir = path.join(tmpdir(), `hf-arguments-${process.pid}`);
  const { code, stderr } = await promisify(execFile)(
    process.execPath,
    ['bin/ensure.mjs', 'src/main.ts', '--port', '9000'],
    { env: { ...process.env, DATA_DIR: dataDir }, timeout: patienceSeconds * 1000 },
  ).then(
    () => assert.unreachable('it started') as never,
    (error: unknown) => error as Failure,
  );
  assert.match(
    stderr,
    'holdfast: no arguments are taken, not --port: docs/configuration.md has the settings',
  );
  assert.is(code, 64);
  assert.not.ok(existsSync(dataDir));
});

test('an option is not taken for the folder of the pictures', async () => {
  const { code, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'screenshots/main.ts', '--nope'],
    { timeout: patienceSeconds * 1000 },
  ).then(
    () => assert.unreachable('it took pictures') as never,
    (error: unknown) => error as Failure,
  );
  assert.match(stderr, "Unknown option '--nope'");
  assert.is(code, 2);
  assert.not.ok(existsSync('--nope'));
});

test.run();
