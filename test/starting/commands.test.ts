import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { execFile } from 'node:child_process';
import { World } from '../rig/world.ts';

const test = suite('commands beside the running service');
const world = await World.open();
const gateway = await world.gateway();

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** As in a terminal where of all settings only the data folder is known. */
function runEntry(entry: string, ...args: string[]): Promise<Result> {
  const settings = new Set(Object.keys(gateway.environment));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['bin/ensure.mjs', entry, ...args],
      { env: { ...env, DATA_DIR: gateway.dataDir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const asterisk = (...words: string[]) => runEntry('src/asterisk-command/main.ts', ...words);

test('a command that Asterisk refuses fails', async () => {
  const fine = await asterisk('core show version');
  assert.equal([fine.code, fine.stdout.split(' ')[0]], [0, 'Asterisk'], fine.stderr);
  const severalWords = await asterisk('core', 'show', 'help', 'core', 'show', 'channel');
  assert.equal([severalWords.code, severalWords.stdout.split(' ')[0]], [0, 'Usage:']);
  for (const [command, printed] of [
    ['bogus', /^No such command 'bogus'/],
    ['core show channel', /^Usage: core show channel /],
    ['dialplan show nowhere', /^Command 'dialplan show nowhere' failed\.$/m],
  ] as const) {
    const { code, stdout } = await asterisk(command);
    assert.match(stdout, printed);
    assert.is(code, 1, command);
  }
});

test('a sign-in link leads to the port on which the service runs', async () => {
  const { code, stdout, stderr } = await runEntry('src/token-command/main.ts', 'link');
  assert.is(code, 0, stderr);
  assert.ok(stdout.startsWith(`${gateway.url}/sign-in#link=`), stdout);
});

test.after(() => world.close());
test.run();
