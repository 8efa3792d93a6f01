import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AsteriskInstance } from '../../src/embedded/asterisk-instance.ts';
import { gatewayFolders, startGateway } from '../../src/embedded/gateway.ts';
import {
  configFileOf,
  type InstanceFolders,
  instanceFolders,
  makeInstanceFolders,
  pidFile,
} from '../../src/embedded/instance-folders.ts';
import { freeGatewayOptions, processesUsing, withDataDir } from './asterisk-stage.ts';

/** Stays when it is started, and refuses every command of its console. */
const stays = "process.argv.includes('-rx') ? process.exit(1) : setInterval(() => undefined, 1_000)";

/** @returns why it did not start. */
async function whyNot(folders: InstanceFolders, signal?: AbortSignal): Promise<string> {
  const { stateDir } = folders;
  const program = {
    command: process.execPath,
    leadingArgs: ['-e', stays, '--'],
    ...{ version: '22.6', modulesFolder: stateDir, dataFolder: stateDir },
  };
  const others = { ports: [], adopt: true, progress: () => undefined };
  return AsteriskInstance.start({ program, folders, config: new Map(), ...others, signal }).then(
    () => 'it started',
    String,
  );
}

test('an Asterisk that cannot be written down, as on a full disk, does not go on running unknown to every later start', () =>
  withDataDir(async (dataDir) => {
    const why = await whyNot({ ...instanceFolders(dataDir), recordFile: join(dataDir, 'nowhere/instance') });
    const left = processesUsing(dataDir);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    assert.match(why, /nowhere/);
    assert.equal(left, []);
  }));

test('an Asterisk whose app was killed before it could write it down is ended by the next start; no other program is', () =>
  withDataDir(async (dataDir) => {
    const folders = instanceFolders(dataDir);
    await makeInstanceFolders(folders);
    const orphan = spawn(process.execPath, ['-e', stays, '--', '-f', '-C', configFileOf(folders)]);
    const other = spawn(process.execPath, ['-e', stays]);
    try {
      const ended = once(orphan, 'exit');
      await writeFile(pidFile(folders), `${orphan.pid}\n`);
      assert.match(await whyNot(folders, AbortSignal.abort('enough')), /enough/);
      assert.equal(processesUsing(dataDir), []);
      await ended;
      await writeFile(pidFile(folders), `${other.pid}\n`);
      assert.match(await whyNot(folders, AbortSignal.abort('enough')), /enough/);
      assert.equal([other.exitCode, other.signalCode], [null, null]);
    } finally {
      orphan.kill('SIGKILL');
      other.kill('SIGKILL');
    }
  }));

test('the same with a real Asterisk, which holds the ports', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const first = await startGateway(options);
    first.detach();
    await rm(gatewayFolders(dataDir).recordFile);
    try {
      const second = await startGateway(options);
      try {
        assert.not.ok(second.adopted);
        assert.equal(processesUsing(dataDir), [second.pid]);
      } finally {
        await second.stop();
      }
    } finally {
      for (const pid of processesUsing(dataDir)) process.kill(pid, 'SIGKILL');
    }
  }));

test.run();
