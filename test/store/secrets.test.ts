import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import type { StoredDevice } from '../../src/devices/store.ts';
import { AppError } from '../../src/domain/errors.ts';
import { UnreadableSecret } from '../../src/domain/unreadable-secret.ts';
import { faultOf } from '../../src/domain/webhook.ts';
import { createClosedSealer, createSealer } from '../../src/secrets/sealer.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { MemoryLines, testHostGuard } from '../http/rig.ts';
import { plainWebhook, withFolder } from './fixtures.ts';
import { execute, foundIn, keyed, withOpen } from './sealed-database.ts';
import { patienceSeconds } from '../rig/patience.ts';
import { openGuard } from '../rig/open-guard.ts';

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
      confirmsAnswer: false,
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

const aWebhook = { ...plainWebhook, secret: clear.secret, authorization: clear.authorization };

/** Of what is queued, nothing is kept. */
const nothing = { keptTypes: [], why: '', nowMs: 1 };

test('what is stored is read back, and no file has it in clear, while open and after', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), async (store) => {
      await store.devices.insert(aDevice());
      await store.webhooks.insert(aWebhook);
      await store.devices.replace(aDevice({ device: { ...aDevice().device, name: 'Hall' } }));
      await store.webhooks.replace({ ...aWebhook, name: 'door' }, nothing);
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
      const webhook = await store.webhooks.get('hook_1');
      assert.equal([webhook?.secret, webhook?.authorization], [clear.secret, clear.authorization]);
      assert.equal(await foundIn(folder, clear), []);
    });
    assert.equal(await foundIn(folder, clear), []);
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
    assert.equal(
      await foundIn(folder, clear),
      Object.keys(clear),
      'the premise: all of it is there in clear',
    );
    const sealer = keyed();
    await withOpen(path, sealer, async (store, log) => {
      assert.equal(await foundIn(folder, clear), []);
      assert.is((await store.devices.get('dev_1'))?.sipPassword, clear.sipPassword);
      assert.is((await store.webhooks.get('hook_1'))?.secret, clear.secret);
      assert.is((await store.webhooks.get('hook_1'))?.authorization, clear.authorization);
      assert.equal(
        log.lines.filter(({ level }) => level !== 'info' && level !== 'debug'),
        [],
      );
    });
    assert.equal(await foundIn(folder, clear), []);
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

test('a lost key is reported with the remedy, its secrets as unreadable; with the key back all is well', () =>
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
        /cannot be read.*delete the webhook and create it again/,
      );
      // Written back as they are.
      if (device !== undefined) await store.devices.replace(device);
      if (webhook !== undefined) await store.webhooks.replace({ ...webhook, enabled: false }, nothing);
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
        isToldByPush: () => false,
        isArriving: () => false,
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
        guard: openGuard,
        retryMs: [],
        send: () => {
          sent += 1;
          return Promise.resolve({ succeeded: true, isGone: false, responseCode: 200, error: null });
        },
      });
      const data = { number: '+12025550100', duration: 1, reason: 'hangup_remote' } as const;
      await store.journal.record({ events: [{ type: 'call_ended', callId: '', atMs: 1, data }] });
      webhooks.start();
      for (const giveUpAtMs = performance.now() + patienceSeconds * 1000; performance.now() < giveUpAtMs;) {
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

async function assertRefused(work: Promise<unknown>, expected: RegExp): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.match(error instanceof AppError ? error.detail : String(error), expected);
}

test.run();
