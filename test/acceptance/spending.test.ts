import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { World } from '../rig/world.ts';
import { HttpClient } from './http-client.ts';
import { eventually } from './stage.ts';

/** A separate phone company, because it counts every INVITE that ever reached it. */
const test = suite('spending');
const world = await World.open();
const calls = '/api/v1/calls';
/** One for each test, started while the other files run; the tests take turns, since each counts INVITEs. */
const gateways = {
  capsOfOne: world.gateway({ MAX_CALLS_PER_HOUR: '1', MAX_CONCURRENT_CALLS: '1' }),
  hourlyCap: world.gateway({ MAX_CALLS_PER_HOUR: '4', MAX_CONCURRENT_CALLS: '1' }),
  numericUsers: world.gateway({ ALLOW_NUMERIC_SIP_USERS: 'yes' }),
};
for (const starting of Object.values(gateways)) starting.catch(() => undefined); // its own test fails

/** INVITEs that reached the phone company since it started: each runs its dialplan once. */
async function invites(): Promise<number> {
  const [, processed] = /([0-9]+) calls? processed/.exec(await world.company.runCli('core show calls')) ?? [];
  if (processed === undefined) throw new Error('the phone company does not say how many calls it had');
  return Number(processed);
}

async function hold(client: HttpClient, gateway: RunningGateway): Promise<string> {
  const { body } = await client.expect(201, 'POST', `${calls}/hold-slayer`, {
    body: { number: '+12025550108' },
  });
  const callId = String(body['call_id']);
  await gateway.waitForEvent(
    (event) => event.call_id === callId && event.type === 'call_status' && event.data['to'] === 'on_hold',
    'on_hold',
  );
  return callId;
}

async function addNumber(client: HttpClient, number: string): Promise<string> {
  const body = { name: number, type: 'external', sip_uri: `tel:${number}` };
  return String((await client.expect(201, 'POST', '/api/v1/devices', { body })).body['id']);
}

async function transferOften(client: HttpClient, callId: string, devices: readonly string[]): Promise<void> {
  await Promise.all(
    Array.from({ length: 31 }, (_, n) =>
      client.ask('POST', `${calls}/${callId}/transfer`, { body: { device: devices[n % devices.length] } }),
    ),
  );
}

test('with caps of one, 31 concurrent transfers to external devices reach nobody, and name the rule', async () => {
  const gateway = await gateways.capsOfOne;
  const client = new HttpClient(gateway);
  const before = await invites();
  const callId = await hold(client, gateway);
  const devices = await Promise.all(
    ['+12025550102', '+12025550142', '+12025550143'].map((n) => addNumber(client, n)),
  );
  await transferOften(client, callId, devices);
  const failed = await gateway.waitForEvent((event) => event.type === 'device_failed', 'device_failed');
  assert.match(String(failed.data['reason']), /^max_calls_per_hour: 1 /);
  await eventually('a call on hold', async () => {
    const { body } = await client.expect(200, 'GET', `${calls}/${callId}`);
    return body['status'] === 'on_hold';
  });
  assert.is((await invites()) - before, 1);
  await client.refuses(400, 'POST', `${calls}/hold-slayer`, 'max_calls_per_hour', {
    body: { number: '+12025550107' },
  });
  await client.expect(200, 'POST', `${calls}/${callId}/hangup`);
  assert.is(await gateway.leftovers(), '');
});

test('one call at a time reaches its owner through the trunk; loops meet the hourly cap, a restart keeps the count', async () => {
  const gateway = await gateways.hourlyCap;
  const client = new HttpClient(gateway);
  const before = await invites();
  const callId = await hold(client, gateway);
  const mobile = await addNumber(client, '+12025550107');
  const ringing = await addNumber(client, '+12025550102');
  await client.expect(200, 'POST', `${calls}/${callId}/transfer`, { body: { device: mobile } });
  await gateway.waitForEvent((event) => event.type === 'transfer_complete', 'transfer_complete');
  assert.is((await client.expect(200, 'GET', '/api/v1/spending')).body['trunk_legs'], 2);
  await client.refuses(409, 'POST', `${calls}/hold-slayer`, 'max_concurrent_calls', {
    body: { number: '+12025550107' },
  });

  await gateway.killAndRestart();
  await eventually('an adopted call', async () => {
    const { body } = await client.expect(200, 'GET', '/api/v1/spending');
    return body['trunk_legs'] === 2 && body['calls_last_hour'] === 2;
  });
  await transferOften(client, callId, [ringing, mobile]);
  for (let n = 0; n < 6; n++) {
    await client.ask('POST', `${calls}/${callId}/transfer`, {
      body: { device: n % 2 === 0 ? ringing : mobile },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await gateway.waitForEvent(
    (event) =>
      event.type === 'device_failed' && String(event.data['reason']).startsWith('max_calls_per_hour: 4 '),
    'device_failed by the hourly cap',
  );
  const reached = (await invites()) - before;
  assert.ok(reached > 1 && reached <= 4, `${reached} INVITEs`);
  const spending = (await client.expect(200, 'GET', '/api/v1/spending')).body;
  assert.is(spending['calls_last_hour'], 4);
  assert.ok(Number(spending['minutes_last_day']) > 0);
  await client.ask('POST', `${calls}/${callId}/hangup`);
  assert.is(await gateway.leftovers(), '');
  await eventually('a free trunk', async () => {
    const { body } = await client.expect(200, 'GET', '/api/v1/spending');
    return body['trunk_legs'] === 0;
  });
});

test('no device reaches the trunk by another name of its address', async () => {
  const gateway = await gateways.numericUsers;
  const client = new HttpClient(gateway);
  const before = await invites();
  const port = world.company.sipPort;
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.0.0.2',
  ];
  for (const host of [...hosts, '[::1]', '[::ffff:127.0.0.1]', '127.0.0.1.', '0.0.0.0'])
    for (const user of ['19005550002', 'alice']) {
      const body = { name: 'x', type: 'softphone', sip_uri: `sip:${user}@${host}:${port}` };
      await client.refuses(400, 'POST', '/api/v1/devices', 'sip_uri', { body });
    }
  assert.is(await invites(), before);
});

test.after(() => world.close());

test.run();
