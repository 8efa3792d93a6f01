import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { existsSync } from 'node:fs';
import { AppError } from '../../src/domain/errors.ts';
import { type HeadlessPhone, startHeadlessPhone } from '../../rig/headless-phone.ts';
import type { EmbeddedAsterisk } from '../../src/embedded/gateway.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { startSippDevice } from '../rig/sipp-device.ts';
import { withGateway } from './asterisk-stage.ts';

/** Pushes a registering device as the app does. */
async function pushDevice(gateway: EmbeddedAsterisk, name: string, password: string): Promise<void> {
  await push(gateway, 'auth', name, { auth_type: 'userpass', username: name, password });
  await push(gateway, 'aor', name, { max_contacts: '1', remove_existing: 'yes', minimum_expiration: '30' });
  await push(gateway, 'endpoint', name, {
    transport: 'transport-udp',
    context: 'default',
    disallow: 'all',
    allow: 'ulaw',
    auth: name,
    aors: name,
  });
}

async function push(
  gateway: EmbeddedAsterisk,
  type: string,
  name: string,
  settings: Record<string, string>,
): Promise<void> {
  const login = Buffer.from(`${gateway.ariUsername}:${gateway.ariPassword}`).toString('base64');
  const fields = Object.entries(settings).map(([attribute, value]) => ({ attribute, value }));
  const answer = await fetch(`${gateway.ariUrl}/ari/asterisk/config/dynamic/res_pjsip/${type}/${name}`, {
    method: 'PUT',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  });
  assert.is(answer.status, 200, await answer.text());
}

async function startPhone(registrarPort: number, password: string): Promise<HeadlessPhone> {
  return startHeadlessPhone({
    username: 'desk',
    registrar: `127.0.0.1:${registrarPort}`,
    password,
    sipPort: await findFreePorts(2),
    controlPort: await findFreePorts(),
    rtpPortStart: await findFreePorts(10),
    rtpPortEnd: (await findFreePorts(10)) + 9,
    says: 'nothing',
    answer: 'never',
  });
}

test('a phone registers with its password, and its contact goes when it ends', () =>
  withGateway(async (gateway, { sipPort }) => {
    await pushDevice(gateway, 'desk', 'right');
    const phone = await startPhone(sipPort, 'right');
    try {
      assert.match(await gateway.runCli('pjsip show contacts'), /desk\/sip:desk/);
    } finally {
      await phone.stop();
    }
    assert.not.match(await gateway.runCli('pjsip show contacts'), /desk\/sip:desk/);
    assert.not.ok(existsSync(`/proc/${phone.pid}`));
  }));

test('a phone with a wrong password is refused', () =>
  withGateway(async (gateway, { sipPort }) => {
    await pushDevice(gateway, 'desk', 'right');
    const error: unknown = await startPhone(sipPort, 'wrong').then(
      (phone) => phone.stop(),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof AppError && error.detail.includes('could not register'));
  }));

test('a scripted device answers OPTIONS and ends without a trace', async () => {
  const device = await startSippDevice({ behaviour: 'busy' });
  assert.match(device.sipUri, /^sip:device@127\.0\.0\.1:\d+$/);
  await device.stop();
  assert.not.ok(existsSync(`/proc/${device.pid}`));
});

test.run();
