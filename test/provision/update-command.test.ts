import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function update(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ARI_URL: '', ...environment } };
    const command = ['bin/ensure.mjs', 'update/main.ts', ...args];
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

test('the versions name what this machine runs with, and their digest is the same each time', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'hf-versions-'));
  try {
    const first = await update(['--versions'], { XDG_CACHE_HOME: cache });
    assert.is(first.exitCode, 0, first.stderr);
    const lock = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
    const lines = first.stdout.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^commit (?:[0-9a-f]{40}(?: with changes)?|unknown)$/);
    assert.is(lines[1], `node ${process.version} ${process.platform} ${process.arch}`);
    assert.is(lines[2], `npm-lock sha256:${lock.digest('hex')}`);
    assert.ok(lines.includes('baresip: not unpacked'), 'nothing is fetched for a list');
    const counted = lines.slice(0, -1).join('\n');
    assert.is(lines.at(-1), `digest sha256:${createHash('sha256').update(counted).digest('hex')}`);
    const second = await update(['--versions'], { XDG_CACHE_HOME: cache });
    assert.is(second.stdout, first.stdout);
  } finally {
    await rm(cache, { recursive: true });
  }
});

test("the versions of the cache in use name each Debian package with its file's SHA-256", async () => {
  const { stdout } = await update(['--versions']);
  const packages = stdout.split('\n').filter((line) => line.startsWith('asterisk: '));
  assert.ok(packages.length > 10 || /^asterisk \S+ installed at/m.test(stdout), stdout);
  for (const line of packages) assert.match(line, /^asterisk: [a-z0-9.+-]+ \S+ \w+ sha256:[0-9a-f]{64}$/);
});

test('an Asterisk elsewhere is updated elsewhere', async () => {
  const { exitCode, stderr } = await update([], { ARI_URL: 'http://127.0.0.1:1' });
  assert.is(exitCode, 1);
  assert.match(stderr, /^update: ARI_URL names the Asterisk in use/);
});

for (const args of [['--everything'], ['--check', '--back'], ['asterisk']])
  test(`"npm run update -- ${args.join(' ')}" is told how to use it`, async () => {
    const { exitCode, stderr } = await update(args);
    assert.is(exitCode, 1);
    assert.match(stderr, /npm run update -- \[--check \| --back \| --versions\]/);
  });

test.run();
