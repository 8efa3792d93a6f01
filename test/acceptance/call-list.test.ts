import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addPhone } from '../rig/devices.ts';
import { items, type Answer, type Json } from './http-client.ts';
import { assertShape, listedCall, callView, placedCall } from './shapes.ts';
import { leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('placing and listing calls');
const { world, gateway, client } = await openDefaultGateway();
const calls = '/api/v1/calls';
const outbound = `${calls}/outbound`;
const holdSlayer = `${calls}/hold-slayer`;

function list(query: string): Promise<Answer> {
  return client.expect(200, 'GET', `${calls}?${query}`);
}

function idOf(answer: Answer): string {
  return String(answer.body['call_id']);
}

async function hangUp(id: string): Promise<Json> {
  return (await client.expect(200, 'POST', `${calls}/${id}/hangup`, { body: {} })).body;
}

test('the same key gives the same call again, in parallel too, and dials once', async () => {
  const before = Number((await list('state=all')).body['total']);
  const headers = { 'idempotency-key': 'from-a-shortcut-1' };
  const body = { number: '+12025550102', intent: 'x' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => client.ask('POST', holdSlayer, { body, headers })),
  );
  for (const answer of answers) {
    assert.is(answer.status, 201, answer.text);
    assertShape(answer.body, placedCall, 'POST /calls/hold-slayer');
    assert.is(idOf(answer), idOf(answers[0] as Answer));
    assert.is(answer.headers.location, `${calls}/${idOf(answer)}`);
  }
  const reordered = { intent: 'x', number: '+1 202 555 0102' };
  for (const other of [
    { ...body, intent: 'y' },
    { ...body, number: '+12025550103' },
  ])
    await client.refuses(409, 'POST', holdSlayer, 'Idempotency-Key', { body: other, headers });
  await client.refuses(409, 'POST', outbound, 'Idempotency-Key', { body, headers });
  const id = idOf(answers[0] as Answer);
  assert.is(idOf(await client.expect(201, 'POST', holdSlayer, { body, headers })), id);
  assert.is((await hangUp(id))['status'], 'ended');
  const late = await client.expect(201, 'POST', holdSlayer, { body, headers });
  assert.equal([idOf(late), late.body['status']], [id, 'ended']);
  assert.is(Number((await list('state=all')).body['total']), before + 1);
  const spelled = await client.expect(201, 'POST', holdSlayer, { body: reordered, headers });
  assert.is(idOf(spelled), id, 'the same number, spelled otherwise');
});

test('without a key each request is a separate call; a malformed key is 400', async () => {
  const body = { number: '+12025550102' };
  const [one, other] = [
    await client.expect(201, 'POST', holdSlayer, { body }),
    await client.expect(201, 'POST', holdSlayer, { body }),
  ];
  assert.is.not(idOf(one), idOf(other));
  for (const answer of [one, other]) await hangUp(idOf(answer));
  for (const key of ['', 'a b', 'x'.repeat(201)])
    await client.refuses(400, 'POST', holdSlayer, 'Idempotency-Key', {
      body,
      headers: { 'idempotency-key': key },
    });
});

test('omitted fields have their defaults', async () => {
  const { phone, view: device } = await addPhone(gateway, 'deskphone', { answerAfterMs: 60_000 });
  world.owns(phone);
  const direct = await client.expect(201, 'POST', outbound, { body: { number: '+12025550113' } });
  assert.equal([direct.body['mode'], direct.body['status']], ['direct', 'trying']);
  await gateway.waitForEvent(
    ({ type, call_id, data }) =>
      type === 'device_ringing' && call_id === idOf(direct) && data['device'] === device.id,
    'the ringing of the only device that is online',
  );
  const { body } = await client.expect(200, 'GET', `${calls}/${idOf(direct)}`);
  assertShape(body, callView, 'GET /calls/{id}');
  assert.equal(
    [body['intent'], body['call_flow_id'], body['services'], body['hold_time'], body['transcript_excerpt']],
    ['', null, { recording: false, transcription: false }, 0, ''],
  );
  await hangUp(idOf(direct));
  const services = async (wanted: Json): Promise<unknown> => {
    const answer = await client.expect(201, 'POST', outbound, {
      body: { number: '+12025550113', ...wanted },
    });
    const shown = await client.expect(200, 'GET', `${calls}/${idOf(answer)}`);
    assert.is(shown.body['mode'], wanted['mode']);
    await hangUp(idOf(answer));
    return shown.body['services'];
  };
  assert.equal(await services({ mode: 'ai_assisted' }), { recording: true, transcription: true });
  assert.equal(await services({ mode: 'ai_assisted', services: { recording: false } }), {
    recording: false,
    transcription: true,
  });
  assert.equal(await services({ mode: 'direct', services: { transcription: true } }), {
    recording: false,
    transcription: true,
  });
  await phone.stop();
  await client.expect(200, 'DELETE', `/api/v1/devices/${device.id}`);
});

test('without any device online a direct call fails and says so', async () => {
  const placed = await client.expect(201, 'POST', outbound, { body: { number: '+12025550113' } });
  const id = idOf(placed);
  await gateway.waitForEvent(({ type, call_id }) => type === 'call_failed' && call_id === id, 'call_failed');
  const { body } = await client.expect(200, 'GET', `${calls}/${id}`);
  assert.equal([body['status'], body['end_reason']], ['failed', 'device_unavailable']);
  assert.match(String(body['error']), /device/);
});

test('the history is paged newest first, every call once, and active calls are told apart', async () => {
  const active = await client.expect(201, 'POST', holdSlayer, { body: { number: '+12025550102' } });
  const whole = await list('state=all&limit=200');
  const every = items(whole, 'calls');
  for (const each of every) assertShape(each, listedCall, 'GET /calls');
  assert.is(whole.body['total'], every.length);
  assert.is(whole.body['next_cursor'], null);
  assert.equal(Object.keys(whole.body).sort(), ['calls', 'event_id', 'next_cursor', 'total']);
  assert.ok(every.length > 5, `${every.length} calls`);
  const starts = every.map(({ started_at }) => String(started_at));
  assert.equal(starts, [...starts].sort().reverse());

  const paged: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list(`state=all&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.is(page.body['total'], every.length);
    assert.ok(items(page, 'calls').length <= 2);
    paged.push(...items(page, 'calls'));
    cursor = page.body['next_cursor'] as string | null;
  }
  assert.equal(
    paged.map(({ call_id }) => call_id),
    every.map(({ call_id }) => call_id),
  );

  const ids = async (query: string): Promise<unknown[]> =>
    items(await list(query), 'calls').map(({ call_id }) => call_id);
  assert.equal(await ids(''), [idOf(active)], 'active ones by default');
  assert.equal(await ids('state=active'), [idOf(active)]);
  assert.equal(
    await ids('state=ended&limit=200'),
    every.slice(1).map(({ call_id }) => call_id),
  );
  await hangUp(idOf(active));
  assert.equal(await ids('state=active'), []);
  for (const query of [
    'state=x',
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=1.5',
    'cursor=x',
    'page=2',
    'state=all&state=all',
  ])
    await client.refuses(400, 'GET', `${calls}?${query}`, query.split('=', 1)[0]);
});

test.after(leaveStage);

test.run();
