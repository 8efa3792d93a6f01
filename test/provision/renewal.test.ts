import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src/domain/errors.ts';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { findNews, goBack, renewTree } from '../../src/provision/tree-renewal.ts';
import type { DebianTree } from '../../src/provision/tree-shelf.ts';
import { expectRefusal } from './expect-refusal.ts';
import { type LocalRepository, inHours, toolSpecification, withRepository } from './local-repository.ts';

const quiet = (): void => undefined;
const tool = (version: string): { name: string; version: string; content: string } => ({
  name: 'tool',
  version,
  content: `echo ${version}`,
});

const inUse = (): Promise<DebianTree> => openDebianTree(toolSpecification, quiet);
const versionInUse = async (): Promise<string> => (await inUse()).manifest.packages[0]?.version ?? '';

function renew(tryOut: (tree: DebianTree) => Promise<void>): ReturnType<typeof renewTree> {
  return renewTree({ specification: toolSpecification, tryOut, progress: quiet });
}

const unwanted = (): Promise<void> => Promise.reject(new Error('there is nothing to try out'));
const accept = (): Promise<void> => Promise.resolve();

/** Version 1 is in use, version 2 has come out. */
async function withNewVersion(work: (repository: LocalRepository) => Promise<void>): Promise<void> {
  await withRepository(async (repository) => {
    await repository.publish([tool('1')], { date: inHours(-2) });
    await inUse();
    await repository.publish([tool('2')], { date: inHours(-1) });
    await work(repository);
  });
}

test('the new tree is tried out while the old one is in use, then switched; the way back and forth is open', () =>
  withNewVersion(async (repository) => {
    const old = await inUse();
    const tried: string[] = [];
    const { changes } = await renew(async (tree) => {
      tried.push(await readFile(join(tree.root, 'usr/bin/tool'), 'utf8'), await versionInUse());
    });
    assert.equal(tried, ['echo 2', '1']);
    assert.equal(changes, [{ name: 'tool', from: '1', to: '2' }]);
    assert.is(await versionInUse(), '2');
    assert.ok(existsSync(old.root), 'a service that runs from the old tree still needs it');
    await goBack(toolSpecification, quiet);
    assert.is(await versionInUse(), '1');
    await goBack(toolSpecification, quiet);
    assert.is(await versionInUse(), '2');
    assert.is((await readdir(join(repository.cache, 'trees'))).length, 3, 'two trees and the pointer');
  }));

test('newer packages are listed without changing anything', () =>
  withNewVersion(async (repository) => {
    const before = await readdir(join(repository.cache, 'trees'));
    const { changes } = await findNews(toolSpecification, quiet);
    assert.equal(changes, [{ name: 'tool', from: '1', to: '2' }]);
    assert.equal(await readdir(join(repository.cache, 'trees')), before);
    assert.is(await versionInUse(), '1');
  }));

test('a failing try-out leaves the old tree in use and nothing of the new one', () =>
  withNewVersion(async (repository) => {
    const failing = renew(() => Promise.reject(new AppError('unavailable', 'the test call failed')));
    await expectRefusal(failing, 'the test call failed');
    assert.is(await versionInUse(), '1');
    assert.is((await readdir(join(repository.cache, 'trees'))).length, 2, 'one tree and its pointer');
    await expectRefusal(goBack(toolSpecification, quiet), 'no earlier tool');
    await renew(accept);
    assert.is(await versionInUse(), '2', 'the next attempt succeeds');
  }));

test('an interruption ends the download, and the old tree stays in use', () =>
  withNewVersion(async (repository) => {
    const interruption = new AbortController();
    const interrupted = renewTree({
      specification: toolSpecification,
      tryOut: unwanted,
      progress: (line) => {
        if (line.includes('downloading')) interruption.abort();
      },
      signal: interruption.signal,
    });
    await expectRefusal(interrupted, 'was interrupted');
    assert.is(await versionInUse(), '1');
    assert.is((await readdir(join(repository.cache, 'trees'))).length, 2, 'one tree and its pointer');
  }));

test('a tree that the update of another checkout removed during the try-out is not switched to', () =>
  withNewVersion(async () => {
    await expectRefusal(
      renew((tree) => rm(tree.root, { recursive: true })),
      'another update removed what this one unpacked',
    );
    assert.is(await versionInUse(), '1');
  }));

test('a package that cannot be had as it was signed leaves the old tree in use', () =>
  withNewVersion(async (repository) => {
    await repository.tamperWithPool();
    await expectRefusal(renew(unwanted));
    assert.is(await versionInUse(), '1');
  }));

test('lists older than those of the tree in use are refused: fixed faults would come back', () =>
  withNewVersion(async (repository) => {
    await renew(accept);
    await repository.publish([tool('1')], { date: inHours(-48) });
    // apt refuses to go back in time as well, as long as it remembers.
    await rm(join(repository.cache, 'apt'), { recursive: true });
    await expectRefusal(renew(accept), 'older than those of the packages in use');
    assert.is(await versionInUse(), '2');
  }));

test('where nothing is newer nothing is tried out, and the age starts again from zero', () =>
  withRepository(async (repository) => {
    await repository.publish([tool('1')]);
    await inUse();
    const [pointer = ''] = (await readdir(join(repository.cache, 'trees'))).filter((file) =>
      file.endsWith('.json'),
    );
    const file = join(repository.cache, 'trees', pointer);
    const aged = (await readFile(file, 'utf8')).replace(
      /"currentAsOf": "[^"]+"/,
      '"currentAsOf": "2020-01-01"',
    );
    await writeFile(file, aged);
    assert.is((await inUse()).currentAsOf.getUTCFullYear(), 2020);
    const { changes } = await renew(unwanted);
    assert.equal(changes, []);
    assert.ok(Date.now() - (await inUse()).currentAsOf.getTime() < 60_000);
  }));

test('trees before the previous one go, but not while a process runs from one', () =>
  withNewVersion(async (repository) => {
    const first = await inUse();
    const running = spawn(process.execPath, [
      '-e',
      'process.stdin.resume()',
      join(first.root, 'usr/bin/tool'),
    ]);
    try {
      await renew(accept);
      await repository.publish([tool('3')], { date: inHours(0) });
      await renew(accept);
      assert.ok(existsSync(first.root), 'a running process has its files');
    } finally {
      running.kill();
      await once(running, 'exit');
    }
    await repository.publish([tool('4')], { date: inHours(0) });
    await renew(accept);
    assert.not.ok(existsSync(first.root));
    assert.is(await versionInUse(), '4');
    const kept = await readdir(join(repository.cache, 'debs'));
    assert.is(kept.filter((file) => file.endsWith('.deb')).length, 2);
  }));

test.run();
