import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { SideBySide } from '../rig/world.ts';
import { assertEvents, assertStatusChain } from './event-shapes.ts';
import { items, type Json } from './http-client.ts';
import {
  assertShape,
  listedCall,
  callView,
  isInstant,
  isSeconds,
  isText,
  listOf,
  placedCall,
} from './shapes.ts';
import { isCount, isFilled, isFlag, isFraction, oneOf, orNull } from './shapes.ts';
import { leaveStage, openBusyGateway, pause } from './stage.ts';

const test = suite('a call on hold');
const { world, gateway, client } = await openBusyGateway();
const all = new SideBySide();
const calls = '/api/v1/calls';

async function place(body: Json): Promise<CallStory> {
  const { body: placed } = await client.expect(201, 'POST', `${calls}/hold-slayer`, { body });
  return new CallStory(gateway, String(placed['call_id']));
}

async function view(call: CallStory): Promise<Json> {
  const { body } = await client.expect(200, 'GET', `${calls}/${call.id}`);
  assertShape(body, callView, `GET ${call.id}`);
  return body;
}

/** The parts of a call besides its view. */
async function readViews(call: CallStory): Promise<{ segments: Json[]; events: Json[] }> {
  const path = `${calls}/${call.id}`;
  const timeline = (await client.expect(200, 'GET', `${path}/timeline`)).body;
  const segment = {
    type: isFilled,
    confidence: isFraction,
    from: isInstant,
    start: isSeconds,
    end: orNull(isSeconds),
  };
  const moment = {
    type: oneOf('person_likely', 'human_detected', 'hold_resumed'),
    at: isInstant,
    reason: isFilled,
    event_id: isCount,
    person: orNull(isFlag),
  };
  assertShape(
    timeline,
    { call_id: (id) => id === call.id, moments: listOf(moment), segments: listOf(segment) },
    'timeline',
  );
  const transcript = (await client.expect(200, 'GET', `${path}/transcript`)).body;
  assertShape(
    transcript,
    { call_id: (id) => id === call.id, text: isText, chunks: Array.isArray },
    'transcript',
  );
  const events: Json[] = [];
  for (let since = 0; ;) {
    const page = await client.expect(200, 'GET', `${path}/events?since=${since}&limit=7`);
    events.push(...items(page, 'events'));
    assert.ok(items(page, 'events').length <= 7);
    if (items(page, 'events').length === 0) break;
    since = Number(page.body['next_since']);
  }
  return { segments: timeline['segments'] as Json[], events };
}

all.add(test, 'menu, hold, person, phone: every view and every event shows them', async () => {
  const { phone, view: device } = await addPhone(gateway, 'study');
  world.owns(phone);
  const flow = await client.expect(201, 'POST', '/api/v1/call-flows', {
    body: {
      name: 'Support',
      company: 'Acme',
      phone_number: '+12025550122',
      steps: [
        { id: 'menu', type: 'LISTEN', description: 'the menu', timeout: 15 },
        { id: 'press', type: 'DTMF', description: 'support', dtmf: '2' },
        { id: 'queue', type: 'HOLD', description: 'the queue', timeout: 90 },
        { id: 'owner', type: 'TRANSFER', description: 'ring', device: 'study' },
      ],
    },
  });
  const flowId = String(flow.body['id']);
  const beganMs = Date.now();
  const placed = await client.expect(201, 'POST', `${calls}/hold-slayer`, {
    body: { number: '+1 (202) 555-0122', intent: 'the bill', call_flow_id: flowId, transfer_to: 'study' },
  });
  assertShape(placed.body, placedCall, 'POST /calls/hold-slayer');
  const call = new CallStory(gateway, String(placed.body['call_id']));
  assert.is(placed.headers.location, `${calls}/${call.id}`);
  assert.equal(
    [placed.body['status'], placed.body['number'], placed.body['mode']],
    ['trying', '+12025550122', 'hold_slayer'],
  );
  const startedAtMs = Date.parse(String(placed.body['started_at']));
  assert.ok(startedAtMs >= beganMs - 1000 && startedAtMs <= Date.now() + 1000);

  await call.untilStatus('navigating');
  const inUse = await client.refuses(409, 'DELETE', `/api/v1/call-flows/${flowId}`, 'in use');
  assert.match(inUse.text, new RegExp(flowId));
  const list = await client.expect(200, 'GET', calls);
  const summary = items(list, 'calls').find(({ call_id }) => call_id === call.id);
  assertShape(summary, listedCall, 'GET /calls');
  assert.is(list.body['total'] as number, items(list, 'calls').length);

  await call.untilStatus('on_hold');
  await pause(1);
  const first = await view(call);
  await pause(1.5);
  const second = await view(call);
  for (const field of ['hold_time', 'duration'])
    assert.ok(
      Number(second[field]) - Number(first[field]) > 1,
      `${field}: ${Number(first[field])}, ${Number(second[field])}`,
    );
  assert.ok(Number(second['hold_time']) < Number(second['duration']));

  await call.untilStatus('connected');
  const talking = await view(call);
  assert.equal(
    [
      talking['intent'],
      talking['call_flow_id'],
      talking['device'],
      talking['ended_at'],
      talking['end_reason'],
    ],
    ['the bill', flowId, device.id, null, null],
  );
  assert.equal(talking['services'], { recording: false, transcription: false });
  await pause(2); // sooner it would be a slip of the hand
  await phone.hangUp();
  await call.untilOver();

  const over = await view(call);
  assert.equal([over['status'], over['end_reason'], over['error']], ['ended', 'hangup_owner', null]);
  const history = over['classification_history'] as { timestamp: number; type: string }[];
  assert.ok(
    history.some(({ type }) => type === 'music'),
    JSON.stringify(history),
  );
  for (const [index, { timestamp }] of history.entries()) {
    assert.ok(timestamp >= Math.floor(beganMs / 1000) - 1 && timestamp <= Date.now() / 1000);
    assert.ok(timestamp >= (history[index - 1]?.timestamp ?? 0), 'chronological');
  }
  const { segments, events } = await readViews(call);
  assert.equal(
    segments.map(({ type }) => type),
    history.map(({ type }) => type),
  );
  assert.ok(
    segments.every(({ end }) => end !== null),
    'every stretch has ended',
  );
  assert.equal(events, call.events as unknown as Json[], 'the live events are the stored ones');

  assertEvents(call.events, call.id);
  assertStatusChain(call.events);
  assert.equal(call.statuses, [
    'trying',
    'navigating',
    'on_hold',
    'human_detected',
    'transferring',
    'connected',
    'ended',
  ]);
  const order = [
    'call_started',
    'ivr_step',
    'ivr_dtmf_sent',
    'hold_detected',
    'human_detected',
    'transfer_started',
    'device_ringing',
    'transfer_complete',
    'call_ended',
  ];
  const positions = order.map((type) => call.events.findIndex((event) => event.type === type));
  assert.equal(
    positions,
    [...positions].sort((a, b) => a - b),
    `${order.join()} at ${positions.join()}`,
  );
  assert.not.ok(positions.includes(-1), `${order.join()} at ${positions.join()}`);
  for (const type of ['audio_classified', 'greeting_started', 'call_connected'])
    assert.ok(call.typesOf(type).length > 0, type);
  assert.equal(call.typesOf('ivr_dtmf_sent')[0]?.data, { digits: '2', step_id: 'press' });
  assert.equal(call.typesOf('transfer_started')[0]?.data, { device: device.id, from_call_id: call.id });
  assert.is(call.typesOf('call_ended')[0]?.data['reason'], 'hangup_owner');

  const { body: counted } = await client.expect(200, 'GET', `/api/v1/call-flows/${flowId}`);
  assert.equal([counted['success_count'], counted['fail_count']], [1, 0]);
  for (const [act, body] of [
    ['hangup', undefined],
    ['resume-hold', undefined],
    ['transfer', { device: 'study' }],
    ['dtmf', { digits: '1' }],
  ] as const)
    await client.refuses(409, 'POST', `${calls}/${call.id}/${act}`, call.id, { body });
  await client.expect(200, 'DELETE', `/api/v1/call-flows/${flowId}`);
});

all.add(
  test,
  'a flow that ends without the owner counts as failed; a stored flow is used without being named',
  async () => {
    const flow = await client.expect(201, 'POST', '/api/v1/call-flows', {
      body: {
        name: 'Short',
        company: 'Acme',
        phone_number: '+12025550124',
        steps: [{ id: 'q', type: 'HOLD', timeout: 2 }],
      },
    });
    const flowId = String(flow.body['id']);
    const call = await place({ number: '+12025550124' });
    assert.is((await view(call))['call_flow_id'], flowId);
    await call.untilOver();
    const over = await view(call);
    assert.equal([over['status'], over['end_reason']], ['failed', 'hold_timeout']);
    assert.match(String(over['error']), /"q"/);
    const { body } = await client.expect(200, 'GET', `/api/v1/call-flows/${flowId}`);
    assert.equal([body['success_count'], body['fail_count']], [0, 1]);
    await client.expect(200, 'DELETE', `/api/v1/call-flows/${flowId}`);
  },
);

all.add(
  test,
  'a call on hold takes digits, a transfer and the way back; each answers with the call',
  async () => {
    const { phone } = await addPhone(gateway, 'office');
    world.owns(phone);
    const call = await place({ number: '+12025550108' });
    await call.untilStatus('on_hold');
    const act = async (name: string, body?: Json): Promise<Json> => {
      const answer = await client.expect(200, 'POST', `${calls}/${call.id}/${name}`, { body });
      assertShape(answer.body, callView, name);
      return answer.body;
    };
    await client.refuses(409, 'POST', `${calls}/${call.id}/resume-hold`, 'on_hold');
    assert.is((await act('dtmf', { digits: '12*#ABCDw' }))['status'], 'on_hold');
    assert.is((await call.until('ivr_dtmf_sent')).data['digits'], '12*#ABCDw');
    await client.refuses(404, 'POST', `${calls}/${call.id}/transfer`, 'nobody', {
      body: { device: 'nobody' },
    });
    const offline = await client.expect(201, 'POST', '/api/v1/devices', {
      body: { name: 'Absent', type: 'webrtc', sip_uri: 'sip:absent@192.0.2.66' },
    });
    for (const device of ['Absent', 'webrtc', offline.body['id']])
      await client.refuses(409, 'POST', `${calls}/${call.id}/transfer`, /offline/, { body: { device } });
    assert.is((await act('transfer', { device: 'office' }))['status'], 'transferring');
    await call.untilStatus('connected');
    const back = await act('resume-hold');
    assert.equal([back['status'], back['device']], ['on_hold', null]);
    await call.until('hold_resumed');
    const over = await act('hangup');
    assert.equal([over['status'], over['end_reason']], ['ended', 'hangup_api']);
    await call.untilOver();
    assert.equal(call.statuses, ['trying', 'on_hold', 'transferring', 'connected', 'on_hold', 'ended']);
    assertEvents(call.events, call.id);
    await client.expect(200, 'DELETE', `/api/v1/devices/${String(offline.body['id'])}`);
  },
);

all.add(test, 'digits before the answer are refused with 409', async () => {
  const call = await place({ number: '+12025550102' });
  await call.untilStatus('ringing');
  assert.equal(call.typesOf('call_ringing')[0]?.data, { number: '+12025550102' });
  await client.refuses(409, 'POST', `${calls}/${call.id}/dtmf`, 'answered', { body: { digits: '1' } });
  await call.hangUp();
});

test('nothing is left over', async () => {
  await all.done();
  const active = items(await client.expect(200, 'GET', calls), 'calls');
  assert.equal(active, []);
  assert.is(await gateway.leftovers(), '');
});

test.after(leaveStage);

test.run();
