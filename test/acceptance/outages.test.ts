import { createClient } from '@libsql/client';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EventMessage } from '../../rig/gateway-client.ts';
import { readLiveRecord } from '../../src/embedded/asterisk-process.ts';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { assertEvents, assertStatusChain } from './event-shapes.ts';
import { items } from './http-client.ts';
import { eventually, leaveStage, openFrailGateway, pause } from './stage.ts';

const test = suite('outages');
const { gateway, client } = await openFrailGateway();
const route = '/api/v1/calls/hold-slayer';
const number = '+12025550124';

async function place(): Promise<string> {
  const { body } = await client.expect(201, 'POST', route, { body: { number } });
  return String(body['call_id']);
}

/** Another process of the owner's (a backup, a database browser) that holds the database's lock. */
async function withLockedDatabase<T>(work: () => Promise<T>): Promise<T> {
  const other = createClient({ url: `file:${path.join(gateway.dataDir, 'holdfast.db')}` });
  await eventually('lock', async () => {
    try {
      await other.execute('BEGIN EXCLUSIVE');
      return true;
    } catch {
      return undefined; // the service is writing just now
    }
  });
  try {
    return await work();
  } finally {
    await other.execute('ROLLBACK');
    other.close();
  }
}

test('a locked database delays writes and loses nothing of a call', async () => {
  const id = await place();
  await gateway.waitForEvent(({ call_id, data }) => call_id === id && data['to'] === 'on_hold', 'on_hold');
  const during = await withLockedDatabase(async () => {
    const beganMs = performance.now();
    const [asked, hungUp] = await Promise.all([
      client.ask('POST', route, { body: { number } }),
      client.ask('POST', `/api/v1/calls/${id}/hangup`),
      pause(1),
    ]);
    assert.ok(performance.now() - beganMs < 30_000, 'nothing hangs');
    return { asked, hungUp };
  });
  const { asked, hungUp } = during;
  assert.ok([201, 503].includes(asked.status), asked.text);
  assert.is(hungUp.status, 200, hungUp.text);
  assert.is(hungUp.body['status'], 'ended');
  if (asked.status === 503) assert.equal(Object.keys(asked.body), ['detail']);
  else await client.expect(200, 'POST', `/api/v1/calls/${String(asked.body['call_id'])}/hangup`);

  await gateway.waitForEvent(({ call_id, type }) => call_id === id && type === 'call_ended', 'call_ended');
  const { body } = await client.expect(200, 'GET', `/api/v1/calls/${id}`);
  assert.equal([body['status'], body['end_reason']], ['ended', 'hangup_api']);
  const events = items(
    await client.expect(200, 'GET', `/api/v1/calls/${id}/events?limit=1000`),
    'events',
  ) as unknown as EventMessage[];
  assertEvents(events, id);
  assertStatusChain(events);
  assert.is(events.at(0)?.type, 'call_started');
  assert.ok(events.some(({ type }) => type === 'call_ended'));
  const health = await eventually('healthy database', async () => {
    const { body: report } = await client.ask('GET', '/health');
    return report['status'] === 'ok' ? report : undefined;
  });
  assert.equal(health['database'], { ok: true });
});

test('a call requested while the database stays locked is dialled later or refused with 503, never both', async () => {
  const before = (await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'];
  const answer = await withLockedDatabase(() => client.ask('POST', route, { body: { number } }));
  assert.is(answer.status, 503, answer.text);
  assert.equal(Object.keys(answer.body), ['detail']);
  await pause(1);
  assert.is((await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'], before);
  assert.is(await gateway.leftovers(), '');
});

test('Asterisk dies: calls end with the reason, dials are 503, /health says so; then all works again', async () => {
  const id = await place();
  await gateway.waitForEvent(({ call_id, data }) => call_id === id && data['to'] === 'on_hold', 'on_hold');
  const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
  assert.ok(record);
  process.kill(record.process.pid, 'SIGKILL');
  const health = await eventually('word of it in /health', async () => {
    const { body } = await client.expect(200, 'GET', '/health', { token: null });
    return body['status'] === 'degraded' ? body : undefined;
  });
  await client.refuses(503, 'POST', route, /Asterisk/, { body: { number } });
  await client.refuses(503, 'POST', '/api/v1/calls/outbound', /Asterisk/, { body: { number } });
  const { ok, detail } = health['asterisk'] as { ok: boolean; detail: string };
  assert.is(ok, false);
  assert.match(detail, /Asterisk/);
  assert.equal(health['database'], { ok: true });

  await gateway.waitForEvent(
    ({ call_id, type }) => call_id === id && type === 'call_failed',
    'the end of the call',
  );
  const { body } = await client.expect(200, 'GET', `/api/v1/calls/${id}`);
  assert.equal([body['status'], body['end_reason']], ['failed', 'gateway_error']);
  assert.ok(String(body['error']) !== '');
  await eventually('health', async () => (await client.ask('GET', '/health')).body['status'] === 'ok');
  const next = await place();
  await gateway.waitForEvent(
    ({ call_id, data }) => call_id === next && data['to'] === 'on_hold',
    'the next call on hold',
  );
  await client.expect(200, 'POST', `/api/v1/calls/${next}/hangup`);
  assert.is(await gateway.leftovers(), '');
});

test.after(leaveStage);

test.run();
