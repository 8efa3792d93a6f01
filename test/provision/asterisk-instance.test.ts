import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { join } from 'node:path';
import { AsteriskInstance } from '../../src/embedded/asterisk-instance.ts';
import { instanceFolders } from '../../src/embedded/instance-folders.ts';
import { processesUsing, withDataDir } from './asterisk-stage.ts';

/** Stays when it is started, and refuses every command of its console. */
const stays = "process.argv.includes('-rx') ? process.exit(1) : setInterval(() => undefined, 1_000)";

test('an Asterisk that cannot be written down, as on a full disk, does not go on running unknown to every later start', () =>
  withDataDir(async (dataDir) => {
    const folders = { ...instanceFolders(dataDir), recordFile: join(dataDir, 'nowhere/instance.json') };
    const command = process.execPath;
    const program = {
      command,
      leadingArgs: ['-e', stays, '--'],
      version: '22.6',
      modulesFolder: dataDir,
      dataFolder: dataDir,
    };
    const config = new Map<string, string>();
    const progress = () => undefined;
    const why = await AsteriskInstance.start({
      program,
      folders,
      config,
      ports: [],
      adopt: true,
      progress,
    }).then(() => 'started', String);
    const left = processesUsing(dataDir);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    assert.match(why, /nowhere/);
    assert.equal(left, []);
  }));

test.run();
