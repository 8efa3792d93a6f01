import { request } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Host, transports } from './clients.ts';
import { type Edge, startEdge } from './edge.ts';
import { until } from '../rig/until.ts';

const test = suite('a token that ends while it is used');

/** A busy machine takes a while; on its own the wait lasts 50 s. */
const soonSeconds = 40;

async function aCall(edge: Edge): Promise<string> {
  const answer = await fetch(`${edge.url}/api/v1/calls/outbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${edge.token}`, 'content-type': 'application/json' },
    body: '{"number":"+12025550100"}',
  });
  return ((await answer.json()) as { call_id: string }).call_id;
}

for (const kind of transports)
  test(`${kind}: wait_for_call ends with the token that began it`, async () => {
    await using edge = await startEdge();
    const callId = await aCall(edge);
    const { row, secret } = await edge.identity.tokens.create('lost');
    const host = await Host.connect(kind, edge.url, secret);
    const began = performance.now();
    const waiting = host.call('wait_for_call', { call_id: callId, timeout: 50 }).then(
      () => 'answered',
      () => 'ended',
    );
    await until(() => edge.calls.waits.includes(callId));
    assert.is(edge.mcp.sessionCount, 1);
    assert.equal(edge.calls.abandonedWaits, []);
    await edge.identity.tokens.revoke(row.id);
    await until(() => edge.calls.abandonedWaits.includes(callId), soonSeconds);
    assert.is(edge.mcp.sessionCount, 0);
    await host.client.close();
    assert.is(await waiting, 'ended');
    assert.ok(performance.now() - began < 45_000);
    assert.is((await edge.calls.get(callId)).status, 'trying', 'the call itself goes on');
  });

test('without a session: the wait is over, and its request answered 401', async () => {
  await using edge = await startEdge();
  const callId = await aCall(edge);
  const { row, secret } = await edge.identity.tokens.create('lost');
  const params = { name: 'wait_for_call', arguments: { call_id: callId, timeout: 50 } };
  const waiting = fetch(`${edge.url}/mcp/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  await until(() => edge.calls.waits.includes(callId));
  await edge.identity.tokens.revoke(row.id);
  const answer = await waiting;
  assert.is(answer.status, 401);
  assert.equal(Object.keys((await answer.json()) as object), ['detail']);
  await until(() => edge.calls.abandonedWaits.includes(callId), soonSeconds);
});

const drawnOut: [path: string, body: string][] = [
  ['/api/v1/calls/outbound', '{"number":"+12025550100"}'],
  [
    '/mcp/',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_call","arguments":{"number":"+12025550100","mode":"direct"}}}',
  ],
];
for (const [path, body] of drawnOut)
  test(`${path}: a body that was begun before the token ended and comes after it dials nothing`, async () => {
    await using edge = await startEdge();
    const { row, secret } = await edge.identity.tokens.create('lost');
    const headers = {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${edge.url}${path}`, { method: 'POST', headers });
    const status = new Promise<number | undefined>((resolve) => {
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.on('error', () => resolve(undefined));
    });
    sent.write(body.slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await edge.identity.tokens.revoke(row.id);
    sent.end(body.slice(20));
    assert.ok([401, undefined].includes(await status));
    assert.equal(edge.calls.placed, []);
  });

test.run();
