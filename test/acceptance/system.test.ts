import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually, leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('what the gateway stands on');
const { client } = await openDefaultGateway();

test('Asterisk, trunk, database, disk and policy are shown, and the trunk answers', async () => {
  await eventually('a trunk that answers', async () => {
    const { body } = await client.expect(200, 'GET', '/api/v1/system');
    return (body['trunk'] as { reachable: boolean | null }).reachable === true;
  });
  const { body } = await client.expect(200, 'GET', '/api/v1/system');
  const { asterisk, trunk, database, disk, events, recordings, policy } = body as unknown as {
    asterisk: { ok: boolean; version: string };
    trunk: { configured: boolean; host: string; registers: boolean; detail: string | null };
    database: { ok: boolean };
    disk: { used: number; limit: number };
    events: { keep_days: number };
    recordings: { keep_days: number; max_size: number };
    policy: { calls_in_last_hour: number; max_call_minutes: number };
  };
  assert.equal([asterisk.ok, database.ok, trunk.configured, trunk.detail], [true, true, true, null]);
  assert.match(asterisk.version, /^\d+/);
  assert.ok(trunk.host.length > 0);
  assert.ok(disk.used > 0 && disk.limit > disk.used);
  assert.equal(events, { keep_days: 730 });
  assert.equal(recordings, { keep_days: 90, max_size: 20e9 });
  assert.ok(policy.max_call_minutes > 0 && policy.calls_in_last_hour >= 0);
});

test('a flow is tried without being stored, and the call ends before the queue', async () => {
  const steps = [
    { id: 'wait', type: 'WAIT', timeout: 1 },
    { id: 'pin', type: 'DTMF', dtmf: '1', secret: true },
    { id: 'queue', type: 'HOLD' },
  ];
  const number = '+12025550108';
  await client.refuses(400, 'POST', '/api/v1/call-flows/try', 'step "pin"', {
    body: { number, steps: [{ id: 'pin', type: 'DTMF' }] },
  });
  await client.refuses(400, 'POST', '/api/v1/call-flows/try', 'allowed_countries', {
    body: { number: '+442079460000', steps },
  });
  const placed = await client.expect(201, 'POST', '/api/v1/call-flows/try', { body: { number, steps } });
  const path = `/api/v1/calls/${String(placed.body['call_id'])}`;
  await eventually('the end of the trial', async () =>
    ['ended', 'failed'].includes(String((await client.expect(200, 'GET', path)).body['status'])),
  );
  const { body: call } = await client.expect(200, 'GET', path);
  assert.equal([call['status'], call['end_reason']], ['ended', 'trial_complete'], String(call['error']));
  const { body: story } = await client.expect(200, 'GET', `${path}/events`);
  const types = (story['events'] as { type: string }[]).map(({ type }) => type);
  assert.ok(types.includes('ivr_dtmf_sent') && !types.includes('hold_detected'));
});

test("a token that may only place calls sends a flow's secret digits to the flow's own number only", async () => {
  const { body: made } = await client.expect(201, 'POST', '/api/v1/tokens', {
    body: { name: 'caller', scope: 'calls' },
  });
  const token = String(made['token']);
  const steps = [
    { id: 'pin', type: 'DTMF', dtmf: '948372', secret: true },
    { id: 'queue', type: 'HOLD' },
  ];
  const { body: flow } = await client.expect(201, 'POST', '/api/v1/call-flows', {
    body: { name: 'Secret', phone_number: '+12025550141', steps },
  });
  const elsewhere = '+12025550108';
  await client.refuses(400, 'POST', '/api/v1/call-flows/try', 'secret digits', {
    token,
    body: { number: elsewhere, steps: flow['steps'], flow_id: flow['id'] },
  });
  await client.refuses(400, 'POST', '/api/v1/calls/hold-slayer', 'secret digits', {
    token,
    body: { number: elsewhere, call_flow_id: flow['id'] },
  });
  await client.expect(200, 'DELETE', `/api/v1/tokens/${String(made['id'])}`);
  await client.expect(200, 'DELETE', `/api/v1/call-flows/${String(flow['id'])}`);
});

test.after(leaveStage);
test.run();
