import { existsSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { items, type Json } from './http-client.ts';
import { leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('what may be asked of a call');
const { world, gateway, client } = await openDefaultGateway();
const routes = ['/api/v1/calls/outbound', '/api/v1/calls/hold-slayer'];
const number = '+12025550124';

/** Counted by the first test. */
let before: unknown = 'not counted';

async function countCalls(): Promise<unknown> {
  return (await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'];
}

async function refuses(body: Json, names: RegExp | string, only = routes): Promise<void> {
  for (const route of only) await client.refuses(400, 'POST', route, names, { body });
}

test('a number is required, in international format, and an invalid one is named', async () => {
  before = await countCalls();
  await refuses({}, '"number"');
  await refuses({ intent: 'x' }, '"number"');
  for (const value of [
    null,
    12025550124,
    true,
    {},
    [number],
    '',
    ' ',
    '+',
    'abc',
    '+1',
    '+123456',
    '2025550124',
  ])
    await refuses({ number: value }, '"number"');
  for (const value of [
    '+1202555012412345',
    '++12025550124',
    '+1202555O124',
    '+1202555012४',
    '+12025550124;1',
    '+12025550124,,1',
    '+12025550124@elsewhere.example',
    'sip:+12025550124@elsewhere.example',
    'tel:+12025550124',
    '+12025550124\n',
    '+12025550124&Local/s@default',
    '${EXTEN}',
  ])
    await refuses({ number: value }, '"number"');
});

test('emergency numbers are refused with an explanation', async () => {
  for (const value of ['911', '112', '+112', '999', '110', '000', '+1911', '1-1-2', '+49 112', '+44 999'])
    await refuses({ number: value }, /emergency/);
});

test('countries and prefixes that may not be dialled are refused with the rule', async () => {
  await refuses({ number: '+4930901820' }, 'allowed_countries');
  await refuses({ number: '+19005550100' }, 'blocked_prefixes');
});

test('an unknown field is refused by name', async () => {
  for (const name of [
    'numbr',
    'Number',
    'phone',
    'dial',
    'call_id',
    'status',
    'channel',
    'endpoint',
    'context',
  ])
    await refuses({ number, [name]: 'x' }, `"${name}"`);
  await refuses({ number, mode: 'direct' }, '"mode"', [routes[1] ?? '']);
  await refuses({ number, device: 'softphone' }, '"device"', [routes[1] ?? '']);
  await refuses({ number, transfer_to: 'softphone' }, '"transfer_to"', [routes[0] ?? '']);
  await refuses({ number, services: { record: true } }, 'record');
});

test('a wrong type is refused by the name of its field', async () => {
  for (const field of ['intent', 'call_flow_id'])
    for (const value of [7, true, null, [], {}]) await refuses({ number, [field]: value }, `"${field}"`);
  for (const value of [7, null, [], {}])
    await refuses({ number, device: value }, '"device"', [routes[0] ?? '']);
  for (const value of ['', 'fast', 'DIRECT', 1, null, ['direct']])
    await refuses({ number, mode: value }, '"mode"', [routes[0] ?? '']);
  for (const value of [true, 'recording', [], null]) await refuses({ number, services: value }, '"services"');
  for (const value of ['true', 1, null])
    await refuses({ number, services: { recording: value } }, 'services.recording');
  await refuses({ number, intent: 'x'.repeat(1001) }, '"intent"');
});

test('digits of any other alphabet are refused', async () => {
  for (const digits of ['', 'E', 'a', '1 2', '1;2', '1'.repeat(33), '${X}', '1\n', '１', 1, null, ['1']])
    await client.refuses(400, 'POST', '/api/v1/calls/call_none/dtmf', '"digits"', { body: { digits } });
  await client.refuses(400, 'POST', '/api/v1/calls/call_none/dtmf', '"digits"', { body: {} });
  await client.refuses(400, 'POST', '/api/v1/calls/call_none/transfer', '"device"', { body: {} });
});

test('a device that does not exist is 404 before anything is dialled', async () => {
  for (const name of [
    'nobody',
    'PJSIP/trunk',
    'Local/s@default',
    'sip:x@192.0.2.1',
    '../x',
    '${SHELL(id)}',
  ]) {
    await client.refuses(404, 'POST', routes[0] ?? '', name, { body: { number, device: name } });
    await client.refuses(404, 'POST', routes[1] ?? '', name, { body: { number, transfer_to: name } });
  }
});

test('none of these became a call', async () => {
  assert.is(await countCalls(), before);
  assert.is(await gateway.leftovers(), '');
});

test('free text is kept as it is and never reaches Asterisk', async () => {
  const proof = path.join(gateway.dataDir, 'injected');
  const marker = 'XyzzyMarker';
  const text = `${marker}) & \${SHELL(touch ${proof})} |,;@/ "quoted" \\ <sip:x@192.0.2.1> && touch ${proof}`;
  const flow = await client.expect(201, 'POST', '/api/v1/call-flows', {
    body: {
      name: text.slice(0, 100),
      company: text.slice(0, 100),
      phone_number: number,
      description: text,
      tags: [text.slice(0, 50)],
      steps: [
        { id: 'say', type: 'SPEAK', text, description: text },
        { id: 'climb', type: 'SPEAK', text: 'sound:../../../../etc/passwd' },
        { id: 'queue', type: 'HOLD', description: text },
      ],
    },
  });
  const device = await client.expect(201, 'POST', '/api/v1/devices', {
    body: {
      name: text.slice(0, 100),
      type: 'softphone',
      sip_uri: 'sip:x@127.0.0.1:9',
      capabilities: [marker],
    },
  });
  const placed = await client.expect(201, 'POST', '/api/v1/calls/hold-slayer', {
    body: { number, intent: text, call_flow_id: flow.body['id'], transfer_to: text.slice(0, 100) },
  });
  const id = String(placed.body['call_id']);
  await gateway.waitForEvent(
    ({ call_id, type, data }) => call_id === id && type === 'ivr_step' && data['step_id'] === 'queue',
    'the flow at its HOLD step',
  );
  const channels = (await gateway.cli('core show channels concise'))
    .split('\n')
    .filter((line) => line !== '');
  assert.ok(
    channels.some((line) => line.includes('PJSIP/trunk')),
    'the call is up',
  );
  const shown = [
    ...(await Promise.all(channels.map((line) => gateway.cli(`core show channel ${line.split('!', 1)[0]}`)))),
    await gateway.cli('pjsip show endpoints'),
    await gateway.cli(`pjsip show endpoint ${String(device.body['id'])}`),
    await world.company.runCli('core show channels verbose'),
  ];
  for (const output of shown) assert.not.match(output, new RegExp(`${marker}|passwd|SHELL`));
  const view = await client.expect(200, 'GET', `/api/v1/calls/${id}`);
  assert.is(view.body['intent'], text);
  await client.expect(200, 'POST', `/api/v1/calls/${id}/hangup`);
  assert.is(existsSync(proof), false);
  assert.is(
    items(await client.expect(200, 'GET', '/api/v1/devices'), 'devices')[0]?.['name'],
    text.slice(0, 100),
  );
  await client.expect(200, 'DELETE', `/api/v1/devices/${String(device.body['id'])}`);
  await client.expect(200, 'DELETE', `/api/v1/call-flows/${String(flow.body['id'])}`);
});

test.after(leaveStage);

test.run();
