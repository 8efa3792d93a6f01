import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppError } from '../../src/domain/errors.ts';
import { lockDataDir } from '../../src/wiring/process/instance-lock.ts';
import { until } from '../rig/until.ts';
import { withFolder } from '../store/fixtures.ts';

/** As a container has it: an abstract socket of another one is not seen there. */
const ownNetwork = ['unshare', '--map-root-user', '--net'];
const canUnshare = spawnSync(ownNetwork[0] ?? '', [...ownNetwork.slice(1), 'true']).status === 0;

async function holder(dataDir: string, wrapper: readonly string[]): Promise<ChildProcess> {
  const [program = '', ...args] = [
    ...wrapper,
    process.execPath,
    ...['--import', 'tsx', 'test/wiring/hold-instance-lock.mts', dataDir],
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

function refusal(dataDir: string): Promise<string> {
  return lockDataDir(dataDir).then(
    async (lock) => {
      await lock.release();
      return 'it was given';
    },
    (error: AppError) => `${error.code}: ${error.detail}`,
  );
}

for (const [where, wrapper] of [
  ['another process', []],
  ...(canUnshare ? [['another network namespace', ownNetwork] as const] : []),
] as const)
  test(`a folder that ${where} uses is refused, and free at once when that is killed`, () =>
    withFolder(async (folder) => {
      const other = await holder(folder, wrapper);
      assert.match(await refusal(folder), /^conflict: another Holdfast runs with DATA_DIR=/);
      const link = join(folder, 'link');
      await symlink(folder, link);
      assert.match(await refusal(link), /^conflict: /, 'under another name too');
      const gone = once(other, 'exit');
      other.kill('SIGKILL');
      await gone;
      assert.is(await refusal(folder), 'it was given');
    }));

test('a start right after a kill waits for what holds the lock of before, which ends a moment later', () =>
  withFolder(async (folder) => {
    const other = await holder(folder, []);
    await until(() => lockHolderOf(other) !== undefined);
    const lockHolder = lockHolderOf(other) ?? NaN; // 0 would be this test and all that runs it
    process.kill(lockHolder, 'SIGSTOP'); // as on a machine that has no time for it
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    const asked = refusal(folder);
    await Promise.race([asked, until(() => isAwaited(join(folder, 'instance.lock')))]);
    process.kill(lockHolder, 'SIGCONT');
    assert.is(await asked, 'it was given');
  }));

test('the lock is taken anew when its holder is killed, and a folder that another process has taken meanwhile is told of', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'instance.lock');
    let losses = 0;
    const lock = await lockDataDir(folder, () => (losses += 1));
    try {
      await until(() => lockHolderOf(process) !== undefined);
      const first = lockHolderOf(process) ?? NaN;
      process.kill(first, 'SIGKILL');
      await until(() => ![undefined, first].includes(lockHolderOf(process)));
      assert.match(await refusal(folder), /^conflict: /);
      assert.is(losses, 0);

      const other = spawn('flock', [file, 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] });
      await until(() => isAwaited(file));
      process.kill(lockHolderOf(process) ?? NaN, 'SIGKILL');
      await until(() => losses > 0);
      const gone = once(other, 'exit');
      other.stdin.end();
      await gone;
    } finally {
      await lock.release();
    }
    assert.is(losses, 1);
  }));

/** It says that it holds the lock just before it becomes `cat`. */
function lockHolderOf({ pid = 0 }: Pick<ChildProcess, 'pid'>): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  const found = children.find((child) => readFileSync(`/proc/${child}/comm`, 'utf8') === 'cat\n');
  return found === undefined ? undefined : Number(found);
}

/** Whether somebody waits for the lock (proc_locks(5)). */
function isAwaited(file: string): boolean {
  const { ino } = statSync(file);
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  return lines.some((line) => line.includes('-> FLOCK') && line.includes(`:${ino} `));
}

test('it is free again after a release, also twice in one process', () =>
  withFolder(async (folder) => {
    const lock = await lockDataDir(folder);
    assert.match(await refusal(folder), /^conflict/);
    await lock.release();
    assert.is(await refusal(folder), 'it was given');
  }));

test('an unwritable folder is reported', async () => {
  assert.match(await refusal('/proc'), /^unavailable: .*instance\.lock cannot be locked: ENOENT/);
});

test.run();
