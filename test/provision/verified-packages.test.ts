import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chmod, chown, lstat, mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { expectRefusal } from './expect-refusal.ts';
import {
  changeLastByte,
  inHours,
  loaderPath,
  toolSpecification,
  withRepository,
} from './local-repository.ts';

const tool = { name: 'tool', version: '1:2.0-1', content: 'echo two' };
const quiet = (): void => undefined;

test('a tree carries what it was made of: package, version, SHA-256, release date', () =>
  withRepository(async (repository) => {
    const date = inHours(-3);
    await repository.publish([tool, { name: 'unasked', version: '1', content: '' }], { date });
    const { root, manifest } = await openDebianTree(toolSpecification, quiet);
    assert.is(await readFile(join(root, 'usr/bin/tool'), 'utf8'), tool.content);
    const written = JSON.parse(await readFile(join(root, 'holdfast-manifest.json'), 'utf8')) as unknown;
    assert.equal(written, manifest);
    assert.is(Date.parse(manifest.releaseDate), Math.floor(date.getTime() / 1000) * 1000);
    assert.equal(
      manifest.packages.map(({ name, version, sha256 }) => [name, version, sha256.length]),
      [['tool', '1:2.0-1', 64]],
    );
    assert.equal(Object.keys(manifest.files), ['usr/bin/tool', loaderPath]);
    assert.equal(manifest.programs, ['usr/bin/tool', loaderPath]);
    assert.is((await lstat(repository.cache)).mode & 0o777, 0o700);
  }));

test('a package file in the cache that was changed is found, also with the same size, and fetched again', () =>
  withRepository(async (repository) => {
    await repository.publish([tool]);
    const first = await openDebianTree(toolSpecification, quiet);
    await rm(first.root, { recursive: true });
    const debs = join(repository.cache, 'debs');
    const [deb = ''] = await readdir(debs);
    await changeLastByte(join(debs, deb));
    const lines: string[] = [];
    const { root } = await openDebianTree(toolSpecification, (line) => lines.push(line));
    assert.is(await readFile(join(root, 'usr/bin/tool'), 'utf8'), tool.content);
    assert.ok(
      lines.some((line) => line.includes(`${deb} in the cache is not the file that Debian signed`)),
      lines.join('\n'),
    );
  }));

test('a package that the mirror changed is refused, and nothing of it is unpacked or kept', () =>
  withRepository(async (repository) => {
    await repository.publish([tool]);
    await repository.tamperWithPool();
    await expectRefusal(openDebianTree(toolSpecification, quiet));
    assert.equal(await readdir(join(repository.cache, 'trees')), []);
    assert.equal(
      (await readdir(join(repository.cache, 'debs'))).filter((file) => file.endsWith('.deb')),
      [],
    );
  }));

test('lists that are signed with a key that apt does not trust are refused', () =>
  withRepository(async (repository) => {
    await repository.publish([tool]);
    await repository.trustAnotherKey();
    await expectRefusal(openDebianTree(toolSpecification, quiet), 'not signed');
  }));

for (const [what, damage] of [
  ['lost a file', (file: string) => rm(file)],
  ['has other bytes in its program', changeLastByte],
] as const)
  test(`a tree that ${what} is unpacked anew`, () =>
    withRepository(async (repository) => {
      await repository.publish([tool]);
      const { root } = await openDebianTree(toolSpecification, quiet);
      await damage(join(root, 'usr/bin/tool'));
      const lines: string[] = [];
      const again = await openDebianTree(toolSpecification, (line) => lines.push(line));
      assert.is(again.root, root);
      assert.ok(lines.some((line) => line.includes('usr/bin/tool is not as it was unpacked')));
      assert.is(await readFile(join(root, 'usr/bin/tool'), 'utf8'), tool.content);
    }));

test('a cache or tree folder that others may write to is refused, with the remedy', () =>
  withRepository(async (repository) => {
    await repository.publish([tool]);
    const { root } = await openDebianTree(toolSpecification, quiet);
    for (const folder of [repository.cache, join(repository.cache, 'trees'), root]) {
      const { mode } = await lstat(folder);
      for (const writable of [0o020, 0o002]) {
        await chmod(folder, mode | writable);
        await expectRefusal(openDebianTree(toolSpecification, quiet), folder, 'other users', 'chmod go-w');
      }
      await chmod(folder, mode);
    }
    await openDebianTree(toolSpecification, quiet);
  }));

test("another user's cache folder is refused, also behind a link", () =>
  withRepository(async (repository) => {
    await repository.publish([tool]);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) {
      await mkdir(repository.cache, { mode: 0o755 });
      await chown(repository.cache, 65_534, 65_534);
    } else await symlink('/usr', repository.cache);
    await expectRefusal(openDebianTree(toolSpecification, quiet), 'another user', 'XDG_CACHE_HOME');
  }));

test.run();
