import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { tryKernelLock } from '../../src/provision/kernel-lock.ts';
import { placeTestCall } from '../../update/test-call.ts';
import { processesUsing, withDataDir } from './asterisk-stage.ts';
import { expectRefusal } from './expect-refusal.ts';

const quiet = (): void => undefined;
const never = new AbortController().signal;

test('the test call passes with a good Asterisk, and leaves nothing running and nothing behind', () =>
  withDataDir(async (dir) => {
    const folder = join(dir, 'test-call');
    await placeTestCall(await openAsterisk(quiet), folder, quiet, never);
    assert.not.ok(existsSync(folder));
    assert.equal(processesUsing(dir), []);
  }));

test('it fails with an Asterisk that boots and cannot do its work, and leaves nothing either', () =>
  withDataDir(async (dir) => {
    const folder = join(dir, 'test-call');
    const good = await openAsterisk(quiet);
    const modulesFolder = join(dir, 'modules');
    await mkdir(modulesFolder);
    for (const file of await readdir(good.modulesFolder))
      if (file !== 'res_ari_channels.so')
        await symlink(join(good.modulesFolder, file), join(modulesFolder, file));
    await expectRefusal(
      placeTestCall({ ...good, modulesFolder }, folder, quiet, never),
      'the test call failed',
    );
    assert.not.ok(existsSync(folder));
    assert.equal(processesUsing(dir), []);
  }));

test('it is given up when it is interrupted', () =>
  withDataDir(async (dir) => {
    const interruption = new AbortController();
    const call = placeTestCall(await openAsterisk(quiet), join(dir, 't'), quiet, interruption.signal);
    interruption.abort();
    await expectRefusal(call, 'it was interrupted');
    assert.equal(processesUsing(dir), []);
  }));

test('of two updates at once, the second leaves the test call of the first alone', () =>
  withDataDir(async (dir) => {
    const folder = join(dir, 'test-call');
    await mkdir(folder);
    await writeFile(join(folder, 'of the first'), '');
    const lock = await tryKernelLock(`${folder}.lock`);
    try {
      await expectRefusal(placeTestCall(await openAsterisk(quiet), folder, quiet, never), 'another update');
      assert.equal(await readdir(folder), ['of the first']);
    } finally {
      await lock?.release();
    }
  }));

test.run();
