import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('a recording that cannot be played is refused before anything is fetched or started', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-demo-'));
  try {
    const [code, said, complaint] = await new Promise<[unknown, string, string]>((resolve) =>
      execFile(
        process.execPath,
        ['bin/ensure.mjs', 'demo/main.ts', '--audio', 'package.json'],
        { env: { ...process.env, DATA_DIR: dataDir } },
        (error, stdout, stderr) => resolve([error?.code, stdout, stderr]),
      ),
    );
    assert.is(code, 1);
    assert.match(complaint, 'demo: package.json cannot be read: not a WAV file');
    assert.not.match(said, 'starting');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.run();
