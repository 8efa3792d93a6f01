import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { bearer, Browser } from '../identity/rig.ts';
import { Host } from '../mcp/clients.ts';
import { startEdge, type Edge } from '../mcp/edge.ts';

const test = suite('attacks: a token that takes all it can get');

async function readToken(edge: Edge): Promise<string> {
  return (await edge.identity.tokens.create('lost', { scope: 'read' })).secret;
}

function beginSession(edge: Edge, token: string): Promise<Response> {
  return fetch(`${edge.url}/mcp/`, {
    method: 'POST',
    headers: {
      ...bearer(token),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }),
  });
}

async function detailOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { detail: string }).detail;
}

test('MCP: streams that it holds open leave the sessions of other tokens alone, and room for more', async () => {
  await using edge = await startEdge();
  await using before = await Host.connect('streamable', edge.url, edge.token);
  const token = await readToken(edge);
  const leaving = new AbortController();
  const opened = await Promise.all(
    Array.from({ length: 220 }, () =>
      fetch(`${edge.url}/mcp/`, { headers: bearer(token), signal: leaving.signal }),
    ),
  );
  const refused = opened.filter(({ status }) => status !== 200);
  assert.equal([...new Set(refused.map(({ status }) => status))], [503]);
  assert.match(await detailOf(refused[0]!), 'this token has 50 open MCP sessions');
  assert.is(edge.mcp.sessionCount, 1 + 50);
  await using after = await Host.connect('sse', edge.url, edge.token);
  for (const host of [before, after]) assert.not.ok((await host.call('list_calls')).isError);
  leaving.abort();
});

test('MCP: sessions that it begins and leaves replace its own, not the idle ones of other tokens', async () => {
  await using edge = await startEdge();
  await using idle = await Host.connect('streamable', edge.url, edge.token);
  const token = await readToken(edge);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => beginSession(edge, token)));
    assert.ok(answers.every(({ status }) => status === 200));
  }
  assert.ok(edge.mcp.sessionCount <= 1 + 50, `${edge.mcp.sessionCount} sessions`);
  assert.not.ok((await idle.call('list_calls')).isError);
});

test('event streams: it has a quarter of them at most, those of its browser sessions included', async () => {
  await using edge = await startEdge({ http: { stream: { maxClients: 40 } } });
  const token = await readToken(edge);
  const browser = new Browser();
  await browser.send(`${edge.url}/auth/session`, {
    method: 'POST',
    headers: { origin: edge.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sockets: WebSocket[] = [];
  const open = async (headers: Record<string, string>): Promise<number> => {
    const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/ws/events`, { headers });
    sockets.push(socket);
    socket.on('error', () => undefined);
    return Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, answer]) => (answer as IncomingMessage).statusCode ?? 0),
    ]);
  };
  const asPage = { cookie, origin: edge.url };
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, n) => open(n % 2 === 0 ? bearer(token) : asPage)),
  );
  assert.is(statuses.filter((status) => status === 101).length, 10);
  assert.is(statuses.filter((status) => status === 503).length, 50);
  assert.is(await open(bearer(edge.token)), 101, 'the owner');
  for (const socket of sockets) socket.terminate();
});

test('connections: those that it keeps leave enough for the owner', async () => {
  await using edge = await startEdge();
  const token = await readToken(edge);
  const agents: Agent[] = [];
  const ask = (): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const agent = new Agent({ keepAlive: true });
      agents.push(agent);
      const asked = httpRequest(`${edge.url}/api/v1/devices`, { agent, headers: bearer(token) });
      asked.on('error', reject).on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      asked.end();
    });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  // Not all at once: until their token is looked up, they are strangers.
  while (answers.length < 520) answers.push(...(await Promise.all(Array.from({ length: 52 }, ask))));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal([refused.length, refused[0]?.status], [20, 503]);
  assert.match(refused[0]?.text ?? '', 'too many open connections');
  assert.is((await fetch(`${edge.url}/api/v1/devices`, { headers: bearer(edge.token) })).status, 200);
  for (const agent of agents) agent.destroy();
});

test.run();
