import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addSippDevice } from '../rig/devices.ts';
import { leaveStage, openQuietGateway } from './stage.ts';

const test = suite('without a trunk');
const { world, gateway, client } = await openQuietGateway();
const number = '+12025550124';

test('every dial is 503 with the reason', async () => {
  await client.refuses(503, 'POST', '/api/v1/calls/outbound', /trunk/i, { body: { number } });
  await client.refuses(503, 'POST', '/api/v1/calls/hold-slayer', /TRUNK_HOST/, { body: { number } });
  assert.is((await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'], 0);
});

test('errors in the request are reported first', async () => {
  await client.refuses(400, 'POST', '/api/v1/calls/outbound', '"number"', { body: { number: 'x' } });
  await client.refuses(400, 'POST', '/api/v1/calls/outbound', /emergency/, { body: { number: '911' } });
});

test('Asterisk is there, and phones come online; health says that no call can be placed', async () => {
  const health = await client.expect(200, 'GET', '/health');
  assert.is((health.body['asterisk'] as { ok: boolean }).ok, true);
  assert.is(health.body['status'], 'degraded');
  assert.equal(health.body['trunk'], { ok: false, detail: 'no SIP trunk is configured: set TRUNK_HOST' });
  const { sipp } = await addSippDevice(gateway, 'lonely', 'answer');
  world.owns(sipp);
});

test.after(leaveStage);

test.run();
