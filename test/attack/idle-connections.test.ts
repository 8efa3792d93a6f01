import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { MediaServer } from '../../src/media/media-server.ts';
import { startEdge } from '../mcp/edge.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { patienceSeconds } from '../rig/patience.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('attacks: connections that are held open');

const times = { requestMs: 600, headersMs: 300, checkMs: 50, writeMs: 400, keepAliveMs: 200 };
const host = 'Host: 127.0.0.1\r\n';
const largeFile = '/api/docs/swagger-ui-bundle.js';

/** A peer that sends its bytes and from then on neither reads nor closes. */
async function hold(port: number, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/**
 * Connections to the port that this machine's programs still hold on the listening side. Those that a program let go of have
 * no inode, whatever state the kernel keeps them in.
 */
async function heldAt(port: number): Promise<number> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  return lines.filter((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const isListener = state === '0A';
    return Number.parseInt(local.split(':')[1] ?? '', 16) === port && !isListener && inode !== '0';
  }).length;
}

async function untilNoneHeld(port: number): Promise<number> {
  const deadline = performance.now() + patienceSeconds * 1000;
  let held = await heldAt(port);
  while (held > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    held = await heldAt(port);
  }
  return held;
}

/** Ends the request that was begun. */
function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    for (const end of ['end', 'error', 'close']) socket.once(end, () => resolve(false));
    if (socket.destroyed || socket.readableEnded) resolve(false);
    socket.resume();
    socket.write(` HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
  });
}

const held: [what: string, bytes: string][] = [
  ['say nothing', ''],
  ['never end their headers', `GET /health HTTP/1.1\r\n${host}X-A: `],
  [
    'never end their body',
    `POST /auth/session HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
  ],
  ['never read', `GET ${largeFile} HTTP/1.1\r\n${host}\r\n`.repeat(20)],
  [
    'never read the refusal of an upgrade',
    `GET /ws/events HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  ['never read the refusal of nonsense', 'NONSENSE\r\n\r\n'],
  ['never use the connection that is kept for them', `GET /health HTTP/1.1\r\n${host}\r\n`],
];

for (const [what, bytes] of held)
  test(`HTTP: 40 connections that ${what} are ended`, async () => {
    await using edge = await startEdge({ http: { timeouts: times } });
    const sockets = await Promise.all(Array.from({ length: 40 }, () => hold(edge.port, bytes)));
    const stillHeld = await untilNoneHeld(edge.port);
    for (const socket of sockets) socket.destroy();
    assert.is(stillHeld, 0);
    assert.is((await fetch(`${edge.url}/health`)).status, 200);
  });

test('the media port: connections that are held open are ended', async () => {
  const port = await findFreePorts();
  const server = await MediaServer.listen({
    ...{ host: '127.0.0.1', port, username: 'a', password: 'b', log: memoryLog() },
    times,
  });
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\n`;
  try {
    const sockets = await Promise.all(
      [
        '',
        'GET /',
        `GET /media HTTP/1.1\r\n${host}\r\n`,
        `GET /media HTTP/1.1\r\n${host}${upgrade}\r\n`,
      ].flatMap((bytes) => Array.from({ length: 20 }, () => hold(port, bytes))),
    );
    const stillHeld = await untilNoneHeld(port);
    for (const socket of sockets) socket.destroy();
    assert.is(stillHeld, 0);
  } finally {
    await server.close();
  }
});

test('HTTP: a blank line now and then keeps no connection for a stranger', async () => {
  await using edge = await startEdge({ http: { timeouts: times, strangers: { lifetimeMs: 1_500 } } });
  const sockets = await Promise.all(held.map(([, bytes]) => hold(edge.port, bytes)));
  const dribble = setInterval(() => {
    for (const socket of sockets) socket.write('\r\n');
  }, 50);
  const stillHeld = await untilNoneHeld(edge.port);
  clearInterval(dribble);
  for (const socket of sockets) socket.destroy();
  assert.is(stillHeld, 0);
});

test('a long-silent stream that is being read stays open', async () => {
  await using edge = await startEdge({ http: { timeouts: times, stream: { heartbeatMs: 1_000 } } });
  const headers = { authorization: `Bearer ${edge.token}` };
  const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/ws/events`, { headers });
  await once(socket, 'open');
  const sse = await fetch(`${edge.url}/mcp/`, { headers: { ...headers, accept: 'text/event-stream' } });
  const reader = (sse.body as ReadableStream<Uint8Array>).getReader();
  await reader.read(); // the address for messages; then nothing comes
  let sseEnded = false;
  void reader.read().then(
    ({ done }) => (sseEnded = done),
    () => (sseEnded = true),
  );
  await new Promise((resolve) => setTimeout(resolve, 5 * times.requestMs));
  assert.is(socket.readyState, WebSocket.OPEN);
  assert.not.ok(sseEnded);
  assert.is(edge.mcp.sessionCount, 1);
  socket.terminate();
  await reader.cancel();
});

test('an answer that is read slowly arrives whole', async () => {
  const writeMs = 2_000;
  await using edge = await startEdge({ http: { timeouts: { ...times, writeMs } } });
  const socket = connect({ port: edge.port, host: '127.0.0.1' });
  socket.write(`GET ${largeFile} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
  let bytes = 0;
  let pauses = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    // Far below what the service may send in its time-out, for longer than that.
    if (++pauses < 20) await new Promise((resolve) => setTimeout(resolve, writeMs / 10));
  }
  const whole = await (await fetch(`${edge.url}${largeFile}`)).arrayBuffer();
  assert.ok(bytes > whole.byteLength, `${bytes} of ${whole.byteLength}`);
});

test('strangers are bounded, the oldest go first, and known clients are not counted', async () => {
  await using edge = await startEdge({ http: { strangers: { perAddress: 20, total: 40 } } });
  const headers = { authorization: `Bearer ${edge.token}` };
  const owners: WebSocket[] = [];
  for (let n = 0; n < 30; n++) {
    const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/ws/events`, { headers });
    await once(socket, 'open');
    owners.push(socket);
  }
  const strangers: Socket[] = [];
  for (let n = 0; n < 60; n++) strangers.push(await hold(edge.port, 'GET /'));
  assert.is((await fetch(`${edge.url}/health`)).status, 200);
  const alive = await Promise.all(strangers.map(isAnswered));
  assert.not.ok(alive.slice(0, 35).includes(true), 'the oldest are gone');
  assert.ok(alive.slice(-15).every(Boolean), 'the newest are served');
  assert.ok(
    owners.every((socket) => socket.readyState === WebSocket.OPEN),
    'the owner',
  );
  for (const socket of owners) socket.terminate();
  for (const socket of strangers) socket.destroy();
});

test.run();
