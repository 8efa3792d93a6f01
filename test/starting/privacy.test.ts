import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { readLiveRecord } from '../../src/embedded/asterisk-process.ts';
import { readIfPresent } from '../../src/files/written-file.ts';
import { CallStory } from '../rig/call-story.ts';
import { SideBySide, World } from '../rig/world.ts';

const world = await World.open();
const all = new SideBySide();

interface DeviceAnswer {
  id: string;
  is_online: boolean;
  sip_password?: string;
  fault?: string;
}

const draft = {
  name: 'Kitchen',
  type: 'sip_phone',
  sip_uri: 'sip:kitchen@127.0.0.1',
  priority: 1,
  capabilities: ['voice'],
};

/** Whatever this process makes from now on, and its children, is for all to read unless they see to it. */
async function withOpenUmask<T>(work: () => Promise<T>): Promise<T> {
  const umask = process.umask(0);
  try {
    return await work();
  } finally {
    process.umask(umask);
  }
}

/** Everything below the folder and the folder itself, with its mode. */
async function listTree(folder: string): Promise<{ name: string; mode: number; isFile: boolean }[]> {
  const names = [
    folder,
    ...(await readdir(folder, { recursive: true })).map((name) => path.join(folder, name)),
  ];
  const found = await Promise.all(
    names.map(async (name) => {
      const info = await stat(name).catch(() => undefined); // a journal of SQLite comes and goes
      return info === undefined ? [] : [{ name, mode: info.mode & 0o777, isFile: info.isFile() }];
    }),
  );
  return found.flat();
}

async function readableByOthers(folder: string): Promise<string[]> {
  return (await listTree(folder))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

async function filesWith(folder: string, secret: string): Promise<string[]> {
  const files = (await listTree(folder)).filter(({ isFile }) => isFile);
  const hits = await Promise.all(
    files.map(async ({ name }) => ((await readIfPresent(name)) ?? '').includes(secret)), // as in `listTree`
  );
  return files.filter((_, index) => hits[index]).map(({ name }) => path.relative(folder, name));
}

all.add(
  test,
  'with a umask of 0 nothing of the data folder is for others; secrets are where they must be and nowhere else',
  async () => {
    const trunkPassword = `trunk-${randomBytes(12).toString('hex')}`;
    const gateway = await withOpenUmask(() =>
      world.gateway({ TRUNK_PASSWORD: trunkPassword, SECRETS_KEY: '' }),
    );
    const device = await gateway.client.request<DeviceAnswer>('POST', '/api/v1/devices', {
      ...draft,
      sip_uri: `sip:kitchen@127.0.0.1:${gateway.sipPort}`,
    });
    const call = await CallStory.place(gateway, { number: '+12025550101' });
    await call.untilOver();
    assert.equal(await readableByOthers(gateway.dataDir), []);

    const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
    const secrets = { token: gateway.token, trunk: trunkPassword, phone: device.sip_password ?? '' };
    for (const file of ['environ', 'cmdline']) {
      const text = await readFile(`/proc/${record?.process.pid}/${file}`, 'utf8');
      assert.ok(file === 'environ' ? text.includes('PATH=') : text.includes('asterisk.conf'), 'the premise');
      for (const [name, secret] of Object.entries(secrets))
        assert.not.ok(secret === '' || text.includes(secret), `${name} in ${file}`);
    }
    assert.not.match(await readFile(`/proc/${gateway.pid}/cmdline`, 'utf8'), gateway.token);

    assert.equal(await filesWith(gateway.dataDir, secrets.token), []);
    assert.equal(await filesWith(gateway.dataDir, secrets.phone), []);
    assert.equal(await filesWith(gateway.dataDir, trunkPassword), ['asterisk/etc/pjsip_trunk_login.conf']);
    for (const secret of Object.values(secrets))
      assert.not.ok(gateway.output.some((line) => line.includes(secret)));
  },
);

all.add(
  test,
  'with another key the phone is told as out of order and calls go on; with its key it is as before',
  async () => {
    const [key, otherKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
    const gateway = await world.gateway({ SECRETS_KEY: key });
    const list = async () =>
      (await gateway.client.request<{ devices: DeviceAnswer[] }>('GET', '/api/v1/devices')).devices;
    await gateway.client.request('POST', '/api/v1/devices', {
      ...draft,
      sip_uri: `sip:kitchen@127.0.0.1:${gateway.sipPort}`,
    });
    await gateway.terminate();
    gateway.environment['SECRETS_KEY'] = otherKey;
    await gateway.start();
    assert.match(
      (await list())[0]?.fault ?? '',
      /cannot be read: .*bring the earlier key back \(SECRETS_KEY\)/,
    );
    assert.ok(gateway.output.some((line) => line.includes('secrets in the database cannot be read')));
    const call = await CallStory.place(gateway, { number: '+12025550124' });
    await call.untilStatus('on_hold');
    await call.hangUp();
    await gateway.terminate();
    gateway.environment['SECRETS_KEY'] = key;
    await gateway.start();
    assert.is((await list())[0]?.fault, undefined);
    assert.match(await gateway.cli('pjsip show endpoints'), 'kitchen');
  },
);

test('the demo keeps its folder to itself, also one that an earlier version left open', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-demo-'));
  try {
    const code = await withOpenUmask(async () => {
      await writeFile(path.join(dataDir, 'a file of somebody'), '', { mode: 0o600 });
      const demo = spawn(process.execPath, ['bin/ensure.mjs', 'demo/main.ts', '--no-call'], {
        // What an owner may have in .env for the service itself is none of the demo's.
        env: { ...process.env, DATA_DIR: dataDir, HTTPS_CERT_FILE: '/none.pem', HTTPS_KEY_FILE: '/none.pem' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(demo, 'exit');
      let said = '';
      for await (const chunk of demo.stdout) {
        said += String(chunk);
        if (said.includes('Ctrl-C ends it')) break;
      }
      assert.match(said, 'The gateway stays up');
      assert.equal(await readableByOthers(dataDir), []);
      demo.kill('SIGTERM');
      return (await exited)[0] as number | null;
    });
    assert.is(code, 130);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.after(() => world.close());

test.run();
