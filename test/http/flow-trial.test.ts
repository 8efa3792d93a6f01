import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startEdge } from '../mcp/edge.ts';

const number = '+12025550100';

test('a repeated trial gives the same call, even if the flow that it was made from is gone by now', async () => {
  await using edge = await startEdge();
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${edge.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${edge.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const steps = [{ id: 'queue', type: 'HOLD' }];
  const made = await ask('POST', '/call-flows', { id: 'flow_x', name: 'x', phone_number: number, steps });
  assert.is(made.status, 201);
  const wanted = { number, steps, flow_id: 'flow_x' };
  const key = { 'idempotency-key': 'trial-1' };
  const first = await ask('POST', '/call-flows/try', wanted, key);
  assert.is(first.status, 201);
  assert.is((await ask('DELETE', '/call-flows/flow_x')).status, 200);
  const again = await ask('POST', '/call-flows/try', wanted, key);
  assert.equal([again.status, again.body['call_id']], [201, first.body['call_id']]);
  assert.is(edge.calls.placed.length, 1);
  assert.is((await ask('POST', '/call-flows/try', { number, steps }, key)).status, 409);
});

test.run();
