import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import type { StoredDevice } from '../../src/devices/store.ts';
import { AppError } from '../../src/domain/errors.ts';
import { UnreadableSecret } from '../../src/domain/unreadable-secret.ts';
import { isSealed, openText, sealText } from '../../src/secrets/sealed-text.ts';
import { createClosedSealer, createSealer, type Sealer } from '../../src/secrets/sealer.ts';
import { openSealer, ownKeyFile } from '../../src/secrets/secrets-key.ts';
import { GatewayLibSql } from '../../src/store/connection.ts';
import { databaseUrl, openStore, type Store } from '../../src/store/open.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { faultOf, type UsableWebhook } from '../../src/domain/webhook.ts';
import { testHostGuard, MemoryLines } from '../http/rig.ts';
import { memoryLog, withFolder } from './fixtures.ts';

const test = suite('secrets in the database');

const clear = {
  sipPassword: 'clear-sip-password-7RkZ2vQ1',
  secret: 'whsec_Y2xlYXItd2ViaG9vay1zZWNyZXQ',
  authorization: 'Bearer clear-authorization-9sPq',
  deleted: 'clear-password-of-a-deleted-device-Xw3',
};

function aDevice(changes: Partial<StoredDevice> = {}): StoredDevice {
  return {
    device: {
      id: 'dev_1',
      name: 'Kitchen',
      type: 'sip_phone',
      sipUri: 'sip:kitchen@gateway.test',
      priority: 1,
      capabilities: ['voice'],
      createdAtMs: 1,
      updatedAtMs: 1,
    },
    addressKey: 'registers:kitchen',
    sipPassword: clear.sipPassword,
    credentialId: null,
    lastOnlineAtMs: null,
    ...changes,
  };
}

const aWebhook: UsableWebhook = {
  id: 'hook_1',
  name: 'lamp',
  url: 'http://127.0.0.1:9/',
  format: 'json',
  types: ['call_ended'],
  secret: clear.secret,
  authorization: clear.authorization,
  enabled: true,
  cursor: 0,
  createdAtMs: 1,
  updatedAtMs: 1,
};

const keyed = () => createSealer(randomBytes(32), 'the key of this test');

async function withOpen(
  path: string,
  sealer: Sealer | undefined,
  act: (store: Store, log: ReturnType<typeof memoryLog>) => Promise<void>,
): Promise<void> {
  const log = memoryLog();
  const store = await openStore({
    url: databaseUrl(path),
    log,
    rehearses: false,
    ...(sealer === undefined ? {} : { sealer }),
  });
  try {
    await act(store, log);
  } finally {
    await store.close();
  }
}

/** Which of the secrets stand in clear in any file of the folder: the database, its log, its index. */
async function foundIn(folder: string, secrets: Record<string, string> = clear): Promise<string[]> {
  const files = await Promise.all((await readdir(folder)).map((name) => readWhole(join(folder, name))));
  return Object.entries(secrets)
    .filter(([, secret]) => files.some((bytes) => bytes.includes(secret)))
    .map(([name]) => name);
}

/** SQLite may remove its log and its index between the listing and the look. */
async function readWhole(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}

async function execute(path: string, sql: string): Promise<void> {
  const adapter = await new GatewayLibSql({ url: databaseUrl(path), busyWaitMs: 1_000 }).connect();
  await adapter.executeScript(sql);
  await adapter.dispose();
}

test('what is stored is read back, and no file has it in clear, while open and after', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), async (store) => {
      await store.devices.insert(aDevice());
      await store.webhooks.insert(aWebhook);
      await store.devices.replace(aDevice({ device: { ...aDevice().device, name: 'Hall' } }));
      await store.webhooks.replace({ ...aWebhook, name: 'door' });
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
      const webhook = await store.webhooks.get('hook_1');
      assert.equal([webhook?.secret, webhook?.authorization], [clear.secret, clear.authorization]);
      assert.equal(await foundIn(folder), []);
    });
    assert.equal(await foundIn(folder), []);
  }));

test('what an earlier version stored in clear is sealed at the next start, and no byte of it stays', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, undefined, () => Promise.resolve());
    const row = (id: string, password: string) =>
      `INSERT INTO devices (id, name, type, sip_uri, address_key, priority, capabilities, sip_password, created_at, updated_at)
       VALUES ('${id}', 'x', 'sip_phone', 'sip:${id}@gateway.test', '${id}', 1, '["voice"]', '${password}', 1, 1);`;
    await execute(
      path,
      `PRAGMA secure_delete = OFF; ${row('dev_1', clear.sipPassword)} ${row('dev_2', clear.deleted)}
       INSERT INTO webhooks (id, name, url, format, types, secret, authorization, enabled, cursor, created_at, updated_at)
       VALUES ('hook_1', 'x', 'http://127.0.0.1:9/', 'json', '["call_ended"]', '${clear.secret}', '${clear.authorization}', 1, 0, 1, 1);
       PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM devices WHERE id = 'dev_2';`,
    );
    assert.equal(await foundIn(folder), Object.keys(clear), 'the premise: all of it is there in clear');
    const sealer = keyed();
    await withOpen(path, sealer, async (store, log) => {
      assert.equal(await foundIn(folder), []);
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
      assert.is((await store.webhooks.get('hook_1'))?.secret, clear.secret);
      assert.is((await store.webhooks.get('hook_1'))?.authorization, clear.authorization);
      assert.equal(
        log.lines.filter(({ level }) => level !== 'info' && level !== 'debug'),
        [],
      );
    });
    assert.equal(await foundIn(folder), []);
    await withOpen(path, sealer, async (store) =>
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword),
    );
  }));

test('what is deleted leaves no bytes in the file', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    const name = 'an-unmistakable-name-5Tq';
    await withOpen(path, keyed(), async (store) => {
      await store.devices.insert(aDevice({ device: { ...aDevice().device, name } }));
      await store.prisma.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)');
      assert.equal(await foundIn(folder, { name }), ['name'], 'the premise');
      await store.devices.remove('dev_1');
      await store.prisma.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)');
      assert.equal(await foundIn(folder, { name }), []);
    });
  }));

test('a lost key is told with what to do, what it sealed is told as unreadable, and its return mends all', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    const sealer = keyed();
    await withOpen(path, sealer, async (store) => {
      await store.devices.insert(aDevice());
      await store.webhooks.insert(aWebhook);
    });
    await withOpen(path, createSealer(randomBytes(32), '/data/secrets.key'), async (store, log) => {
      const told = log.lines.find(({ level }) => level === 'error');
      assert.match(
        JSON.stringify(told),
        /device dev_1, webhook hook_1.*bring the earlier key back \(\/data\/secrets\.key\)/,
      );
      const device = await store.devices.get('dev_1');
      assert.instance(device?.sipPassword, UnreadableSecret);
      const webhook = await store.webhooks.get('hook_1');
      assert.match(
        (webhook && faultOf(webhook)) ?? '',
        /cannot be read.*delete the webhook and make it anew/,
      );
      // Written back as they are.
      if (device !== undefined) await store.devices.replace(device);
      if (webhook !== undefined) await store.webhooks.replace({ ...webhook, enabled: false });
    });
    await withOpen(path, sealer, async (store, log) => {
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
      assert.is((await store.webhooks.get('hook_1'))?.authorization, clear.authorization);
      assert.equal(
        log.lines.filter(({ level }) => level === 'error'),
        [],
      );
    });
  }));

test('a phone whose password cannot be read is shown with the reason; a change gives it a new one', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), (store) => store.devices.insert(aDevice()));
    await withOpen(path, keyed(), async (store, log) => {
      await store.devices.insert(
        aDevice({
          device: { ...aDevice().device, id: 'dev_2', sipUri: 'sip:me@phone.test' },
          addressKey: 'x',
          sipPassword: null,
        }),
      );
      const lines = new MemoryLines();
      const desk = createDeviceDesk({
        store: store.devices,
        lines,
        journal: store.journal,
        log,
        rules: { ownHosts: ['gateway.test:5060'], hosts: testHostGuard(), permitNumber: (typed) => typed },
      });
      await desk.start();
      assert.equal(
        lines.pushed.map(({ device }) => device.id),
        ['dev_2'],
        'without its password it must not reach Asterisk',
      );
      const [broken, sound] = await desk.list();
      assert.match(broken?.fault ?? '', /its password cannot be read: .* new password/);
      assert.is(sound?.fault, undefined);
      const { device, sipPassword } = await desk.update('dev_1', { name: 'Hall' });
      assert.equal([device.fault, sipPassword?.length], [undefined, 32]);
      assert.is(lines.pushed.at(-1)?.sipPassword, sipPassword);
      desk.stop();
    });
  }));

test('nothing is sent to a webhook whose secret cannot be read; its deliveries say why', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), (store) => store.webhooks.insert(aWebhook));
    await withOpen(path, keyed(), async (store, log) => {
      let sent = 0;
      const webhooks = createWebhooks({
        store: store.webhooks,
        journal: store.journal,
        calls: store.calls,
        log,
        retryMs: [],
        send: () => {
          sent += 1;
          return Promise.resolve({ succeeded: true, isGone: false, responseCode: 200, error: null });
        },
      });
      const data = { number: '+12025550100', duration: 1, reason: 'hangup_remote' } as const;
      await store.journal.record({ events: [{ type: 'call_ended', callId: '', atMs: 1, data }] });
      webhooks.start();
      for (const giveUpAtMs = performance.now() + 10_000; performance.now() < giveUpAtMs;) {
        const [delivery] = await webhooks.desk.deliveries('hook_1', 1);
        if (delivery?.state === 'failed') break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await webhooks.stop();
      const [delivery] = await webhooks.desk.deliveries('hook_1', 1);
      assert.equal([delivery?.state, sent], ['failed', 0]);
      assert.match(delivery?.error ?? '', 'its secret cannot be read');
    });
  }));

test('without a key what was stored in clear still serves, and nothing new is stored in clear', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, createClosedSealer('no key'), async (store) => {
      await assertRefused(store.devices.insert(aDevice()), /cannot be stored: no key/);
      await store.devices.insert(aDevice({ sipPassword: null }));
      await execute(path, `UPDATE devices SET sip_password = '${clear.sipPassword}'`);
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
    });
  }));

test('a sealed text opens only with its key, in its place and unchanged', () => {
  const key = randomBytes(32);
  const sealed = sealText('a secret', key, 'here');
  assert.ok(isSealed(sealed) && !sealed.includes('a secret'));
  assert.is(openText(sealed, key, 'here'), 'a secret');
  assert.is.not(sealText('a secret', key, 'here'), sealed);
  assert.throws(() => openText(sealed, key, 'there'), /changed .* or moved/);
  assert.throws(
    () => openText(sealed, randomBytes(32), 'here'),
    /sealed with the key [0-9a-f]{8}, and the key here is/,
  );
  const at = sealed.lastIndexOf(':') + 1;
  for (let index = at; index < sealed.length - 1; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1);
    assert.throws(() => openText(changed, key, 'here'), /changed/, String(index));
  }
  for (const cut of [sealed.slice(0, at + 4), sealed.slice(0, -4)])
    assert.throws(() => openText(cut, key, 'here'), /was changed/);
});

test('the key is made once, readable by this user only, whatever the umask', () =>
  withFolder(async (dataDir) => {
    const settings = { secretsKey: undefined, secretsKeyFile: undefined, dataDir };
    const umask = process.umask(0);
    try {
      const first = await openSealer(settings, memoryLog());
      const sealed = first.seal('a secret', 'here');
      assert.equal(await readdir(dataDir), ['secrets.key']);
      assert.is((await stat(ownKeyFile(dataDir))).mode & 0o777, 0o600);
      await chmod(ownKeyFile(dataDir), 0o644);
      assert.is((await openSealer(settings, memoryLog())).open(sealed, 'here'), 'a secret');
      assert.is((await stat(ownKeyFile(dataDir))).mode & 0o777, 0o600);
      await rm(ownKeyFile(dataDir));
      assert.instance((await openSealer(settings, memoryLog())).open(sealed, 'here'), UnreadableSecret);
    } finally {
      process.umask(umask);
    }
  }));

test('a key from outside is taken from a variable or a file, in either writing, and no file is made', () =>
  withFolder(async (dataDir) => {
    const key = randomBytes(32);
    const file = join(dataDir, 'given');
    await writeFile(file, `${key.toString('base64url')}\n`);
    const given = [
      { secretsKey: key.toString('hex'), secretsKeyFile: undefined },
      { secretsKey: key.toString('base64'), secretsKeyFile: undefined },
      { secretsKey: undefined, secretsKeyFile: file },
    ];
    const sealed = sealText('a secret', key, 'here');
    for (const settings of given)
      assert.is((await openSealer({ ...settings, dataDir }, memoryLog())).open(sealed, 'here'), 'a secret');
    assert.equal(await readdir(dataDir), ['given']);
  }));

for (const [what, text] of [
  ['empty', ''],
  ['cut off', 'AAAA'],
  ['no key at all', 'correct horse battery staple'],
] as const)
  test(`a key file that is ${what} is named with what it must hold, and stops nothing`, () =>
    withFolder(async (dataDir) => {
      await writeFile(ownKeyFile(dataDir), text);
      const log = memoryLog();
      const sealer = await openSealer({ secretsKey: undefined, secretsKeyFile: undefined, dataDir }, log);
      const message = `${ownKeyFile(dataDir)} must hold 32 random bytes as base64 or hexadecimal`;
      assert.ok(sealer.closed?.startsWith(message), sealer.closed);
      assert.ok(JSON.stringify(log.lines).includes(message));
      assert.ok(text === '' || !JSON.stringify(log.lines).includes(text));
    }));

async function assertRefused(work: Promise<unknown>, expected: RegExp): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.match(error instanceof AppError ? error.detail : String(error), expected);
}

test.run();
