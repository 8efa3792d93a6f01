import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { variables } from '../../src/config/schema.ts';

const root = new URL('../../', import.meta.url).pathname;

interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly pid: number;
}

async function ensure(args: readonly string[], folder = root, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [join(folder, 'bin/ensure.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout, stderr, pid: child.pid ?? 0 };
}

/** A project that has nothing but the command and a lock file. */
async function withBareProject(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bare-'));
  try {
    await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"name":"bare","version":"1.0.0","type":"module"}');
    const lock = { name: 'bare', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'bare' } } };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('runs the entry in its own process, with its arguments, and prints nothing when nothing is missing', async () => {
  await ensure(['--only']);
  const outcome = await ensure(['test/provision/print-arguments.mts', 'a', '--b']);
  assert.equal(JSON.parse(outcome.stdout), { args: ['a', '--b'], pid: outcome.pid });
  assert.is(outcome.stderr, '');
  assert.is(outcome.exitCode, 0);
});

for (const script of ['start', 'demo', 'update', 'test', 'bench'])
  test(`npm's signals reach what \`npm run ${script}\` starts, not a shell before it`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-node-'));
    try {
      await writeFile(join(folder, 'node'), '#!/bin/sh\necho $$\n', { mode: 0o755 });
      const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
      const shell = spawn('sh', ['-c', scripts[script] ?? ''], { env });
      let printed = '';
      shell.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      await once(shell, 'close');
      assert.is(Number(printed), shell.pid);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

test("npm and the packages' scripts see none of the service's secrets", () =>
  withBareProject(async (folder) => {
    const secrets = variables.filter(
      (name) => /PASSWORD|TOKEN|SECRET|API_KEY/.test(name) && !name.endsWith('_FILE'),
    );
    assert.ok(secrets.length >= 6);
    const seen = join(folder, 'seen');
    // A stand-in for npm that records its environment, whatever it is run for.
    await mkdir(join(folder, 'programs'));
    await writeFile(join(folder, 'programs/npm'), `#!/bin/sh\nenv >> '${seen}'\n`, { mode: 0o755 });
    await ensure(['--only'], folder, {
      ...Object.fromEntries(secrets.map((name) => [name, 'secret-that-npm-must-not-see'])),
      NPM_TOKEN: 'of-the-registry',
      PATH: `${join(folder, 'programs')}:${process.env['PATH']}`,
    });
    const text = await readFile(seen, 'utf8');
    assert.match(text, 'NPM_TOKEN=of-the-registry');
    assert.not.match(text, 'secret-that-npm-must-not-see');
  }));

test('an entry that does not exist is one clear line', async () => {
  const { exitCode, stderr } = await ensure(['src/nothing.ts']);
  assert.is(exitCode, 1);
  assert.is(stderr, 'holdfast: src/nothing.ts does not exist\n');
});

test('without an entry it prints its usage', async () => {
  const { exitCode, stderr } = await ensure([]);
  assert.is(exitCode, 1);
  assert.match(stderr, /^holdfast: Usage: .*\n$/);
});

test('without npm it says so', () =>
  withBareProject(async (folder) => {
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await symlink(process.execPath, join(programs, 'node'));
    const { exitCode, stderr } = await ensure(['--only'], folder, { PATH: programs });
    assert.is(exitCode, 1);
    assert.match(
      stderr,
      /holdfast: Installing npm packages: npm cannot be run \(ENOENT\); is it installed\?\n$/,
    );
  }));

test('a project without its packages gets them once, even when two processes start at the same time', () =>
  withBareProject(async (folder) => {
    const both = await Promise.all([ensure(['--only'], folder), ensure(['--only'], folder)]);
    assert.equal(
      both.map((outcome) => outcome.exitCode),
      [0, 0],
    );
    const installations = both.filter((outcome) => outcome.stderr.includes('Installing npm packages'));
    assert.is(installations.length, 1);
    assert.is((await ensure(['--only'], folder)).stderr, '');
  }));

for (const [doing, lasting] of [
  ['installs', '"$1" != ping'],
  ['asks for the registry', '"$1" = ping'],
] as const)
  test(`a setup that is told to end while it ${doing} ends by that signal, with what it had started, and leaves no lock`, () =>
    withBareProject(async (folder) => {
      const programs = join(folder, 'programs');
      const started = join(folder, 'started');
      await mkdir(programs);
      execFileSync('mkfifo', [started]);
      // A stand-in for npm that never ends by itself.
      const standIn = `#!/bin/sh\nif [ ${lasting} ]; then echo $$ > '${started}'; exec sleep 600; fi\n`;
      await writeFile(join(programs, 'npm'), standIn, { mode: 0o755 });
      const child = spawn(process.execPath, [join(folder, 'bin/ensure.mjs'), '--only'], {
        env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.resume();
      const closed = once(child, 'close');
      const npm = Number(await readFile(started, 'utf8'));
      assert.ok(npm > 0);
      child.kill('SIGTERM');
      assert.equal(await closed, [null, 'SIGTERM']);
      await waitUntilGone(npm);
      assert.not.ok(existsSync(join(folder, '.holdfast/ensure.lock')));
    }));

/** @throws for one that is still there after 3 s; that one is ended. */
async function waitUntilGone(pid: number): Promise<void> {
  for (let look = 0; isAlive(pid); look++) {
    if (look === 60) {
      process.kill(pid);
      throw new Error(`process ${pid} goes on`);
    }
    await wait(50); // another process has no event for its end
  }
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}

test('a registry that takes connections and does not answer counts as out of reach', () =>
  withBareProject(async (folder) => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    try {
      const { port } = mute.address() as AddressInfo;
      const { exitCode, stderr } = await ensure(['--only'], folder, {
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(folder, 'cache'),
      });
      assert.is(exitCode, 0, stderr); // nothing has to be fetched for this project
    } finally {
      mute.closeAllConnections();
      mute.close();
    }
  }));

test('what a package of another publisher asks of Node is no matter of the reader', () =>
  withBareProject(async (folder) => {
    const engines = { node: '>=99' };
    const project = { name: 'bare', version: '1.0.0', engines };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...project, type: 'module' }));
    const lock = { name: 'bare', version: '1.0.0', lockfileVersion: 3, packages: { '': project } };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const { exitCode, stderr } = await ensure(['--only'], folder);
    assert.is(exitCode, 0, stderr);
    assert.match(stderr, 'Installing npm packages');
    assert.not.match(stderr, 'npm warn');
  }));

test('the lock of a process that was killed is taken over', () =>
  withBareProject(async (folder) => {
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    await mkdir(join(folder, '.holdfast'));
    await writeFile(join(folder, '.holdfast/ensure.lock'), String(dead.pid));
    assert.is((await ensure(['--only'], folder)).exitCode, 0);
  }));

test('the lock of a process that was killed is taken over although another has its number now, as after a restart', () =>
  withBareProject(async (folder) => {
    const lockFile = join(folder, '.holdfast/ensure.lock');
    const hold = `const { withSetupLock } = await import(${JSON.stringify(pathToFileURL(join(folder, 'bin/setup-lock.mjs')).href)});
      await withSetupLock(${JSON.stringify(lockFile)}, {}, () => new Promise(() => (console.log('held'), setInterval(() => {}, 1e6))));`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', hold], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const left = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, left.replace(/^\d+/, String(process.pid)));
    const { exitCode, stderr } = await ensure(['--only'], folder);
    assert.is(exitCode, 0, stderr);
  }));

test('a lock file that names no process is taken over', () =>
  withBareProject(async (folder) => {
    await mkdir(join(folder, '.holdfast'));
    await writeFile(join(folder, '.holdfast/ensure.lock'), 'damaged');
    const { exitCode, stderr } = await ensure(['--only'], folder);
    assert.is(exitCode, 0, stderr);
    assert.not.ok(existsSync(join(folder, '.holdfast/ensure.lock')));
  }));

/** A service of a few lines, with the packages of this one. */
async function withSmallService(work: (folder: string) => Promise<void>): Promise<void> {
  await withBareProject(async (folder) => {
    for (const name of ['package-lock.json', 'tsconfig.json']) await cp(join(root, name), join(folder, name));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(smallService)) {
      await mkdir(join(folder, 'src', dirname(name)), { recursive: true });
      await writeFile(join(folder, 'src', name), text);
    }
    await work(folder);
  });
}

const smallService = {
  'word.ts': `export const word: string = 'first';\n`,
  'beside.txt': 'beside',
  'main.ts': `
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { word } from './word.ts';
interface Nothing {}
console.log(word, readFileSync(new URL('./beside.txt', import.meta.url), 'utf8'), import.meta.url);
new Worker(new URL('./media/worker-boot.mjs', import.meta.url)).once('exit', () => {
  throw new Error('the end'); // line 8
});
`,
  'media/worker-boot.mjs': `import { register } from 'tsx/esm/api';\nregister();\nawait import('./worker.ts');\n`,
  'media/worker.ts': `import { word } from '../word.ts';\nconsole.log('thread', word as string);\n`,
  'recordings/stereo-boot.mjs': '',
  'token-command/main.ts': `
import { word } from '../word.ts';
console.log('command', word as string, process.argv.slice(2).join());
`,
};

test('the service is what its sources are now, also when two start at the same time', () =>
  withSmallService(async (folder) => {
    const first = await ensure(['src/main.ts'], folder);
    const place = pathToFileURL(join(folder, 'src/main.ts')).href;
    assert.is(first.stdout, `first beside ${place}\nthread first\n`);
    assert.match(first.stderr, 'Bundling the service');
    assert.match(first.stderr, /src\/main\.ts:8:9\b/, 'a stack names the source');
    const again = await ensure(['src/main.ts'], folder);
    assert.is(again.stdout, first.stdout);
    assert.not.match(again.stderr, 'Bundling');

    // As long as before, and no younger.
    const file = join(folder, 'src/word.ts');
    const { atime, mtime } = await stat(file);
    await writeFile(file, `export const word: string = 'other';\n`);
    await utimes(file, atime, mtime);
    const both = await Promise.all([ensure(['src/main.ts'], folder), ensure(['src/main.ts'], folder)]);
    for (const { stdout } of both) assert.is(stdout, `other beside ${place}\nthread other\n`);
    assert.is(both.filter(({ stderr }) => stderr.includes('Bundling')).length, 1);

    const bundles = join(folder, '.holdfast/service');
    const { name } = JSON.parse(await readFile(join(bundles, 'newest.json'), 'utf8')) as { name: string };
    const damages = [
      () => rm(join(bundles, name, 'media/worker-boot.js')),
      () => writeFile(join(bundles, 'newest.json'), ''),
    ];
    for (const damage of damages) {
      await damage();
      const { stdout, stderr } = await ensure(['src/main.ts'], folder);
      assert.match(stderr, 'Bundling');
      assert.is(stdout, both[0].stdout, 'a damaged bundle is made again');
    }
  }));

test('a command runs from the bundle of its sources as they are, and from the sources without one', () =>
  withSmallService(async (folder) => {
    const run = () => ensure(['src/token-command/main.ts', 'list', 'all'], folder);
    const before = await run();
    assert.is(before.stdout, 'command first list,all\n');
    await ensure(['src/main.ts'], folder);
    assert.is((await run()).stdout, before.stdout);
    const bundles = join(folder, '.holdfast/service');
    const { name } = JSON.parse(await readFile(join(bundles, 'newest.json'), 'utf8')) as { name: string };
    await appendFile(join(bundles, name, 'token-command/main.js'), `console.log('from the bundle');\n`);
    assert.is((await run()).stdout, `${before.stdout}from the bundle\n`);
    await writeFile(join(folder, 'src/word.ts'), `export const word: string = 'other';\n`);
    const changed = await run();
    assert.is(changed.stdout, 'command other list,all\n');
    assert.not.match(changed.stderr, 'Bundling', 'a command does not wait for a bundle');
  }));

test('a source that cannot be bundled is reported, and nothing older is started', () =>
  withSmallService(async (folder) => {
    await ensure(['src/main.ts'], folder);
    await writeFile(join(folder, 'src/word.ts'), 'export const word = ;\n');
    const { exitCode, stdout, stderr } = await ensure(['src/main.ts'], folder);
    assert.equal([exitCode, stdout], [1, '']);
    assert.match(stderr, /src\/word\.ts:1:20/);
    await writeFile(join(folder, 'src/word.ts'), 'export const word = import.meta.dirname;\n');
    assert.match(
      (await ensure(['src/main.ts'], folder)).stderr,
      'src/word.ts uses import.meta.dirname, which means something else in a bundle',
    );
  }));

test.run();
