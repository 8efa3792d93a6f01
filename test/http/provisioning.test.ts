import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProvisioning } from '../../src/devices/provisioning.ts';
import type { StoredDevice } from '../../src/devices/store.ts';
import { AppError } from '../../src/domain/errors.ts';
import { provisioningRoute, servePhoneAccounts } from '../../src/http/routes/provisioning.ts';
import { withRig } from './rig.ts';

const test = suite('accounts that phones fetch');

const minuteMs = 60_000;

function stored(sipUri: string, sipPassword: string | null): StoredDevice {
  const device = {
    id: 'dev_desk',
    name: 'Desk',
    type: 'sip_phone' as const,
    sipUri,
    priority: 10,
    capabilities: ['voice'],
    confirmsAnswer: false,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  return { device, addressKey: sipUri, sipPassword, credentialId: null, lastOnlineAtMs: null };
}

function desk(found: StoredDevice | undefined) {
  const clock = { nowMs: 0, monotonicMs: 0 };
  const provisioning = createProvisioning({
    store: { get: () => Promise.resolve(found) },
    nowMs: () => clock.nowMs,
    monotonicMs: () => clock.monotonicMs,
  });
  return { clock, provisioning };
}

const registering = stored('sip:desk@gateway.test:5070', 'a secret');

test('an account is given once', async () => {
  const { provisioning } = desk(registering);
  const { code } = await provisioning.offer('dev_desk');
  assert.equal(await provisioning.take(code), {
    name: 'Desk',
    user: 'desk',
    host: 'gateway.test',
    server: 'gateway.test:5070',
    password: 'a secret',
  });
  assert.is(await provisioning.take(code), undefined);
  assert.is(await provisioning.take('guessed'), undefined);
});

test('what makes an address says where it is, like every answer of 201', async () => {
  const route = provisioningRoute({ ...desk(registering), publicUrl: 'https://gateway.test' });
  const { status, location, body } = await route.handle({ params: { device_id: 'dev_desk' } } as never);
  assert.is(status, 201);
  assert.is(`https://gateway.test${location}`, (body as { url: string }).url);
});

test('an account that cannot be read now is given later', async () => {
  const away = new AppError('unavailable', 'the database is locked by another process');
  let isAway = false;
  const provisioning = createProvisioning({
    store: { get: () => (isAway ? Promise.reject(away) : Promise.resolve(registering)) },
    nowMs: () => 0,
  });
  const { code } = await provisioning.offer('dev_desk');
  isAway = true;
  await provisioning.take(code).then(
    () => assert.unreachable('the phone was told that there is no account'),
    (error: unknown) => assert.is(error, away),
  );
  isAway = false;
  assert.is((await provisioning.take(code))?.password, 'a secret');
});

test('it is offered for ten minutes, although the clock is set back meanwhile', async () => {
  const { provisioning, clock } = desk(registering);
  const { code, expiresAtMs } = await provisioning.offer('dev_desk');
  assert.is(expiresAtMs, 10 * minuteMs);
  clock.monotonicMs = 10 * minuteMs;
  clock.nowMs = -60 * minuteMs;
  assert.is(await provisioning.take(code), undefined);
});

test('a new offer ends the earlier one of the device', async () => {
  const { provisioning } = desk(registering);
  const first = await provisioning.offer('dev_desk');
  const second = await provisioning.offer('dev_desk');
  assert.is(await provisioning.take(first.code), undefined);
  assert.is((await provisioning.take(second.code))?.user, 'desk');
});

test('only GET fetches it: a preview that asks with HEAD is told so, and uses nothing up', () => {
  const { provisioning } = desk(registering);
  return withRig(
    async ({ url }) => {
      const { code } = await provisioning.offer('dev_desk');
      for (const method of ['HEAD', 'POST']) {
        const refused = await fetch(`${url}/provision?code=${code}`, { method });
        assert.equal([refused.status, refused.headers.get('allow')], [405, 'GET'], method);
      }
      const account = await fetch(`${url}/provision?code=${code}`);
      assert.match(await account.text(), '<entry name="passwd" overwrite="true">a secret</entry>');
      assert.is((await fetch(`${url}/provision?code=${code}`)).status, 404);
    },
    { phoneAccounts: servePhoneAccounts(provisioning) },
  );
});

test('a device that does not register here, or does not exist, has no account', async () => {
  const codeOf = (found: StoredDevice | undefined) =>
    desk(found)
      .provisioning.offer('dev_desk')
      .then(
        () => 'offered',
        (error: unknown) => (error as AppError).code,
      );
  assert.is(await codeOf(stored('sip:desk@elsewhere.test', null)), 'conflict');
  assert.is(await codeOf(undefined), 'not_found');
});

test.run();
