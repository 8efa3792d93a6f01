import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocketServer } from 'ws';
import { followCall } from '../../demo/call.ts';
import { GatewayClient } from '../../rig/gateway-client.ts';

const startedAt = '2026-01-01T00:00:00.000Z';

/** A gateway that places the demo's call, and in which another call ends at that moment. */
async function withGateway(
  placed: (become: (callId: string, to: string) => void) => void,
  use: (client: GatewayClient) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST') return response.end('{"flows":[{"id":"flow_demo_acme"}]}');
    become('call_other', 'ended');
    response.end(JSON.stringify({ call_id: 'call_own', status: 'trying', started_at: startedAt }));
    return placed(become);
  });
  const events = new WebSocketServer({ server });
  const become = (callId: string, to: string): void => {
    const event = { id: 1, type: 'call_status', call_id: callId, timestamp: startedAt, data: { to } };
    for (const client of events.clients) client.send(JSON.stringify(event));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await use(new GatewayClient(`http://127.0.0.1:${port}`, 'token'));
  } finally {
    for (const client of events.clients) client.terminate();
    server.close();
    server.closeAllConnections();
  }
}

test('the demo tells of its own call, whatever becomes of others', async () => {
  const lines: string[] = [];
  await withGateway(
    (become) => setTimeout(() => become('call_own', 'connected'), 100),
    async (client) => {
      const { signal } = new AbortController();
      const call = { number: '+12025550100', say: (line: string) => void lines.push(line), signal };
      assert.is(await followCall(client, { ...call, hangsUpAfterwards: false }), true);
    },
  );
  assert.equal(
    lines.filter((line) => line.includes('status')),
    ['   0.0 s  status   connected'],
  );
});

test('it stops where it is when it is interrupted, also before the call is placed', async () => {
  for (const afterMs of [0, 300]) {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), afterMs);
    await withGateway(
      () => undefined,
      async (client) => {
        const call = { number: '+12025550100', say: () => undefined, signal: ending.signal };
        const fault = await followCall(client, { ...call, hangsUpAfterwards: false }).catch(
          (error: Error) => error.name,
        );
        assert.is(fault, 'AbortError');
      },
    );
  }
});

test.run();
