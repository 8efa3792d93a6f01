import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addPhone, addSippDevice } from '../rig/devices.ts';
import { startSippDevice } from '../rig/sipp-device.ts';
import { SideBySide } from '../rig/world.ts';
import { items, type Json } from './http-client.ts';
import { assertShape, deletion, deviceView, isFilled } from './shapes.ts';
import { eventually, leaveStage, openBusyGateway } from './stage.ts';

const test = suite('devices');
const { world, gateway, client } = await openBusyGateway();
const all = new SideBySide();
const devices = '/api/v1/devices';
const elsewhere = { name: 'Cellar', type: 'sip_phone', sip_uri: 'sip:cellar@192.0.2.7' };

async function show(id: string): Promise<Json> {
  const list = items(await client.expect(200, 'GET', devices), 'devices');
  for (const device of list) assertShape(device, deviceView, 'GET /devices');
  const found = list.find((device) => device['id'] === id);
  assert.ok(found, `${id} is listed`);
  return found;
}

/** `is_online` is up to date within ten seconds. */
async function untilSeen(id: string, isOnline: boolean): Promise<void> {
  await eventually(`is_online ${isOnline} of ${id}`, async () => (await show(id))['is_online'] === isOnline);
}

all.add(test, 'a device is registered, listed, changed and removed', async () => {
  const body = { ...elsewhere, priority: 3, capabilities: ['voice', 'video'] };
  const made = await client.expect(201, 'POST', devices, { body });
  assertShape(made.body, deviceView, 'POST /devices');
  const id = String(made.body['id']);
  const path = `${devices}/${id}`;
  assert.is(made.headers.location, path);
  for (const [field, value] of Object.entries({ ...body, is_online: false }))
    assert.equal(made.body[field], value, field);
  assert.equal(await show(id), made.body);

  const renamed = await client.expect(200, 'PUT', path, { body: { name: 'Attic' } });
  assertShape(renamed.body, deviceView, 'PUT /devices');
  assert.equal({ ...renamed.body, updated_at: '' }, { ...made.body, name: 'Attic', updated_at: '' });
  const back = await client.expect(200, 'PUT', path, {
    body: { ...renamed.body, is_online: true, priority: 9 },
  });
  assert.equal([back.body['is_online'], back.body['priority'], back.body['id']], [false, 9, id]);

  const gone = await client.expect(200, 'DELETE', path);
  assertShape(gone.body, deletion(id), 'DELETE /devices');
  await client.refuses(404, 'DELETE', path, id);
  await client.refuses(404, 'PUT', path, id, { body: { name: 'x' } });
});

all.add(test, 'name, type and address are enough: the rest has defaults', async () => {
  const { body } = await client.expect(201, 'POST', devices, {
    body: { name: 'Plain', type: 'softphone', sip_uri: 'sip:plain@192.0.2.8' },
  });
  assert.equal(body['capabilities'], ['voice']);
  assert.type(body['priority'], 'number');
  await client.expect(200, 'DELETE', `${devices}/${String(body['id'])}`);
});

all.add(test, 'the same address twice is 409, even in another spelling', async () => {
  const body = { ...elsewhere, sip_uri: 'sip:twin@192.0.2.40:5060' };
  const made = await client.expect(201, 'POST', devices, { body });
  for (const uri of [body.sip_uri, 'sip:twin@192.0.2.40:5060', 'sip:twin@192.0.2.40'])
    await client.refuses(409, 'POST', devices, '', { body: { ...body, name: 'Other', sip_uri: uri } });
  const other = await client.expect(201, 'POST', devices, {
    body: { ...body, sip_uri: 'sip:other@192.0.2.40' },
  });
  const otherPath = `${devices}/${String(other.body['id'])}`;
  await client.refuses(409, 'PUT', otherPath, '', { body: { sip_uri: body.sip_uri } });
  assert.is((await show(String(other.body['id'])))['sip_uri'], 'sip:other@192.0.2.40');
  for (const path of [otherPath, `${devices}/${String(made.body['id'])}`])
    await client.expect(200, 'DELETE', path);
});

all.add(test, 'an invalid device is refused with the name of the field', async () => {
  for (const name of ['name', 'type', 'sip_uri'])
    await client.refuses(400, 'POST', devices, `"${name}"`, { body: { ...elsewhere, [name]: undefined } });
  for (const [name, value] of [
    ['name', ''],
    ['name', 7],
    ['type', 'fax'],
    ['type', null],
    ['priority', '1'],
    ['priority', 1.5],
    ['capabilities', 'voice'],
    ['is_online', true],
    ['password', 'x'],
    ...[
      'cellar',
      'sip:192.0.2.7',
      'sip:@192.0.2.7',
      'sips:cellar@192.0.2.7',
      'sip:cellar@192.0.2.7;transport=sctp',
      'sip:cellar@192.0.2.7?x=y',
      'sip:cellar@192.0.2.7:0',
      'sip:a@b@192.0.2.7',
      'sip:cellar@192.0.2.7&PJSIP/trunk',
      'sip:cellar@192.0.2.7,30,L(1)',
      'sip:${SHELL(id)}@192.0.2.7',
      'sip:cellar@192.0.2.7\r\nX: y',
      'tel:+12025550142',
      7,
    ].map((uri) => ['sip_uri', uri] as const),
  ] as const)
    await client.refuses(400, 'POST', devices, `"${name}`, { body: { ...elsewhere, [name]: value } });
});

all.add(test, 'an external device is a phone number that the policy allows', async () => {
  const body = { name: 'Mobile', type: 'external', sip_uri: 'tel:+1 202 555 0142' };
  const { body: made } = await client.expect(201, 'POST', devices, { body });
  assert.is(made['sip_uri'], 'tel:+12025550142');
  await client.refuses(409, 'POST', devices, '', { body: { ...body, sip_uri: 'tel:+12025550142' } });
  for (const [uri, names] of [
    ['tel:911', /emergency/],
    ['tel:+4930901820', /allowed_countries/],
    ['tel:+19005550100', /blocked_prefixes/],
    ['tel:x', /sip_uri/],
    ['sip:x@192.0.2.7', /sip_uri/],
  ] as const)
    await client.refuses(400, 'POST', devices, names, { body: { ...body, sip_uri: uri } });
  await client.expect(200, 'DELETE', `${devices}/${String(made['id'])}`);
});

all.add(
  test,
  'a phone of the gateway’s own gets a password, once, and is online while it is registered',
  async () => {
    const hallway = await addPhone(gateway, 'hallway');
    const { view, phone } = hallway;
    world.owns(phone);
    assertShape(view, { ...deviceView, sip_password: isFilled }, 'POST /devices');
    const path = `${devices}/${view.id}`;
    assert.ok(String(view.sip_password).length >= 16);
    await untilSeen(view.id, true);
    const renamed = await client.expect(200, 'PUT', path, { body: { name: 'Hall' } });
    assert.not.ok('sip_password' in renamed.body);
    await untilSeen(view.id, true);
    await phone.stop();
    await untilSeen(view.id, false);
    world.owns(await hallway.start());
    await untilSeen(view.id, true);
    const list = await client.expect(200, 'GET', devices);
    for (const text of [list.text, ...gateway.output])
      assert.not.ok(text.includes(String(view.sip_password)), 'the password is shown once');
  },
);

all.add(test, 'a phone elsewhere is online while it answers, and events report both states', async () => {
  const { view, sipp } = await addSippDevice(gateway, 'garage', 'answer');
  await untilSeen(view.id, true);
  const port = Number(sipp.sipUri.split(':').at(-1));
  await sipp.stop();
  await untilSeen(view.id, false);
  world.owns(await startSippDevice({ behaviour: 'answer', user: 'garage', port }));
  await untilSeen(view.id, true);
  let online = 0;
  await gateway.waitForEvent(
    ({ type, data }) => type === 'device_online' && data['device'] === view.id && ++online === 2,
    'second device_online of garage',
  );
  const told = gateway.events.filter(({ data }) => data['device'] === view.id);
  assert.equal(
    told.map(({ type, data, call_id }) => [type, data['name'], call_id]),
    ['device_online', 'device_offline', 'device_online'].map((type) => [type, 'garage', '']),
  );
});

all.add(test, 'a removed device is no longer known to Asterisk', async () => {
  const { view, sipp } = await addSippDevice(gateway, 'shed', 'answer');
  world.owns(sipp);
  assert.match(await gateway.cli('pjsip show endpoints'), new RegExp(view.id));
  await client.expect(200, 'DELETE', `${devices}/${view.id}`);
  assert.not.match(await gateway.cli('pjsip show endpoints'), new RegExp(view.id));
});

test('every scenario is over', () => all.done());

test.after(leaveStage);

test.run();
