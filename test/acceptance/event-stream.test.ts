import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertEvents, eventData } from './event-shapes.ts';
import { EventSocket, refusal } from './event-socket.ts';
import { leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('the event stream');
const { gateway, client } = await openDefaultGateway();
const devices = '/api/v1/devices';

/** A call that is short and needs nobody. */
async function busyCall(): Promise<string> {
  const { body } = await client.expect(201, 'POST', '/api/v1/calls/hold-slayer', {
    body: { number: '+12025550101' },
  });
  const id = String(body['call_id']);
  await gateway.waitForEvent(
    ({ type, call_id }) => call_id === id && type === 'call_failed',
    `the end of ${id}`,
  );
  return id;
}

test('each event comes once, in order, in its envelope', async () => {
  const stream = await EventSocket.open(gateway);
  const id = await busyCall();
  await stream.until('call_failed', (seen) => seen.some(({ type }) => type === 'call_failed'));
  await stream.close();
  const own = stream.messages.filter(({ call_id }) => call_id === id);
  assertEvents(own, id);
  const told = own.map(({ type, data }) => (type === 'call_status' ? String(data['to']) : type));
  assert.equal(
    told.filter((type) => type !== 'audio_classified'),
    ['call_started', 'trying', 'failed', 'call_failed'],
  );
  assert.equal(own[0]?.data, { number: '+12025550101', mode: 'hold_slayer', intent: '' });
  const failed = own.at(-1)?.data;
  assert.is(failed?.['reason'], 'busy');
  assert.not.equal(failed?.['error'], '');
});

test('call_id and types filter, alone and together; an unknown call is accepted and silent', async () => {
  const first = await busyCall();
  const everything = await EventSocket.open(gateway, { query: '?since=0' });
  const open = (query: string): Promise<EventSocket> =>
    EventSocket.open(gateway, { query: `${query}&since=0` });
  const ofCall = await open(`?call_id=${first}`);
  const ofTypes = await open('?types=call_started,call_failed');
  const ofBoth = await open(`?types=call_failed&call_id=${first}`);
  const ofNobody = await open('?call_id=call_unknown');
  const second = await busyCall();
  const last = (seen: { call_id: string; type: string }[]): boolean =>
    seen.some(({ call_id, type }) => call_id === second && type === 'call_failed');
  await everything.until('the second call', last);
  await ofTypes.until('the second call', last);
  await ofCall.until('the first call', (seen) => seen.some(({ type }) => type === 'call_failed'));
  await ofBoth.until('the first call', (seen) => seen.length > 0);
  const ids = (fits: (event: { call_id: string; type: string }) => boolean): number[] =>
    everything.messages.filter(fits).map(({ id }) => id);
  const seen = (stream: EventSocket): number[] => stream.messages.map(({ id }) => id);
  assert.equal(
    seen(ofCall),
    ids(({ call_id }) => call_id === first),
  );
  assert.equal(
    seen(ofTypes),
    ids(({ type }) => type === 'call_started' || type === 'call_failed'),
  );
  assert.equal(
    seen(ofBoth),
    ids(({ call_id, type }) => call_id === first && type === 'call_failed'),
  );
  assert.equal(seen(ofNobody), []);
  for (const stream of [everything, ofCall, ofTypes, ofBoth, ofNobody]) await stream.close();
});

test('an unknown type is 400 before the upgrade and names the known ones', async () => {
  for (const types of ['nothing', 'call_ended,nothing', 'CALL_ENDED', 'call_ended;call_failed']) {
    const answer = await refusal(gateway, { query: `?types=${types}` });
    assert.is(answer.status, 400, types);
    assert.equal(Object.keys(JSON.parse(answer.text) as object), ['detail']);
    for (const type of Object.keys(eventData))
      assert.ok(answer.text.includes(type), `${type} in ${answer.text}`);
  }
  for (const query of ['?since=-1', '?since=x', '?since=1.5', '?type=call_ended', '?call_id=a&call_id=b'])
    assert.is((await refusal(gateway, { query })).status, 400, query);
});

test('every known type may be requested', async () => {
  const stream = await EventSocket.open(gateway, { query: `?types=${Object.keys(eventData).join(',')}` });
  await stream.close();
});

test('since replays what was missed and goes on live, without a gap or a duplicate', async () => {
  const mark = gateway.events.at(-1)?.id ?? 0;
  await busyCall();
  const placing = busyCall();
  const joined = await Promise.all(
    Array.from({ length: 20 }, () => EventSocket.open(gateway, { query: `?since=${mark}` })),
  );
  const id = await placing;
  for (const stream of joined)
    await stream.until('the last event', (seen) =>
      seen.some(({ call_id, type }) => call_id === id && type === 'call_failed'),
    );
  const end = gateway.events.find(({ call_id, type }) => call_id === id && type === 'call_failed')?.id ?? 0;
  const expected = gateway.events.filter((event) => event.id > mark && event.id <= end);
  for (const stream of joined) {
    assert.equal(
      stream.messages.filter((event) => event.id <= end),
      expected,
    );
    await stream.close();
  }
  const ids = expected.map((event) => event.id);
  assert.equal(
    ids,
    ids.map((_, index) => mark + 1 + index),
    'every id is there',
  );
});

test('an id that the service never issued leads to a reset', async () => {
  const stream = await EventSocket.open(gateway, { query: '?since=999999999' });
  await stream.until('reset', (seen) => seen.length > 0);
  const [reset] = stream.messages;
  assert.is(String(reset?.type), 'reset');
  const created = await client.expect(201, 'POST', devices, {
    body: { name: 'Reset', type: 'softphone', sip_uri: 'sip:reset@192.0.2.3' },
  });
  await client.expect(200, 'DELETE', `${devices}/${String(created.body['id'])}`);
  await busyCall();
  await stream.until('live events', (seen) => seen.some(({ type }) => type === 'call_failed'));
  await stream.close();
});

test('the token is accepted in the header or the subprotocol, never in the URL', async () => {
  const viaProtocol = await EventSocket.open(gateway, { token: null, protocols: ['bearer', gateway.token] });
  assert.is(viaProtocol.socket.protocol, 'bearer');
  await viaProtocol.close();
  for (const query of [`?token=${gateway.token}`, `?access_token=${gateway.token}`, '', '?types=nothing']) {
    const answer = await refusal(gateway, { token: null, query });
    assert.is(answer.status, 401, query);
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer\b/);
    assert.equal(Object.keys(JSON.parse(answer.text) as object), ['detail']);
  }
  for (const protocols of [['bearer', 'wrong'], ['bearer'], [gateway.token]])
    assert.is((await refusal(gateway, { token: null, protocols })).status, 401, String(protocols));
  assert.is((await refusal(gateway, { token: 'hf_pat_wrong' })).status, 401);
  await client.refuses(400, 'GET', '/ws/events', 'WebSocket');
  await client.refuses(401, 'GET', '/ws/events', '', { token: null });
});

test.after(leaveStage);

test.run();
