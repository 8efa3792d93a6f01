import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGuardedServer } from '../../src/listening/guarded-server.ts';
import { MediaServer } from '../../src/media/media-server.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { memoryLog } from '../store/fixtures.ts';
import { openTarget, sendBytes } from './target.ts';

const test = suite('attacks: heads that the parser lets through');

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** What may stand for TARGET in `GET TARGET HTTP/1.1`. */
const targets = [
  '//',
  '///',
  '//[',
  '/%zz',
  '/%',
  '/\\..\\',
  '*',
  'http://[',
  'http://[::1',
  'http://x:99999999/',
  'http://%zz/',
  'http://xn--a/',
  'http:',
  'http://',
  'ws://x/ws/events',
  'ftp://x/',
  'x:80',
  'javascript:1',
  'http://[::ffff:1.2.3.4.5]/',
];

const hosts = ['[', '[::1', 'a@[', 'a b', 'x:y', 'x/..', 'x\t', 'http://x', '[::1]x', ':', '"'];

/** Handshakes with one thing wrong. */
const handshakes = [
  'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  'Connection: Upgrade\r\nUpgrade: \u0080\r\n',
  upgrade.replace('dGhl', ''),
  upgrade.replace('dGhlIHNhbXBsZSBub25jZQ==', '=\u00ff'),
  upgrade.replace('13', '999999999999999999999'),
  upgrade.replace('13', '8, 13'),
  `${upgrade}Sec-WebSocket-Protocol: ,,\r\n`,
  `${upgrade}Sec-WebSocket-Protocol: bearer\r\n`,
  `${upgrade}Sec-WebSocket-Protocol: bearer, "\r\n`,
  `${upgrade}Sec-WebSocket-Protocol: media, media\r\n`,
  `${upgrade}Sec-WebSocket-Extensions: permessage-deflate; x=;;\r\n`,
  `${upgrade}Sec-WebSocket-Key: again\r\n`,
  `${upgrade}Content-Length: 5\r\n`,
  `${upgrade}Transfer-Encoding: chunked\r\n`,
  `${upgrade}Expect: 100-continue\r\n`,
];

function heads(): string[] {
  const methods = ['GET', 'POST', 'OPTIONS', 'HEAD'];
  return [
    ...targets.flatMap((target) =>
      methods.flatMap((method) =>
        ['', upgrade].map((headers) => `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
      ),
    ),
    ...hosts.flatMap((host) =>
      ['', upgrade].map((headers) => `GET /media HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`),
    ),
    ...handshakes.flatMap((handshake) =>
      ['/ws/events', '/media', '//', '/mcp/'].map(
        (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${handshake}\r\n`,
      ),
    ),
    'GET /\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n',
    'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT [ HTTP/1.1\r\nHost: x\r\n\r\n',
  ];
}

/** What would have ended the process, were it the service's. */
function catchFaults(): { faults: string[]; [Symbol.dispose](): void } {
  const faults: string[] = [];
  const note = (error: Error): void => void faults.push(error.message);
  process.on('uncaughtException', note);
  return { faults, [Symbol.dispose]: () => void process.off('uncaughtException', note) };
}

const closing = (head: string): string => head.replace(/\r\n\r\n$/, '\r\nX-End: 1\r\n\r\n');

test('HTTP: each is answered by a status below 500 with the one-field body, and the service lives', async () => {
  using caught = catchFaults();
  await using target = await openTarget();
  const wrong: string[] = [];
  for (const head of heads()) {
    // A head that is an answer of 2xx keeps its connection; the nonsense behind it ends it.
    const answer = await sendBytes(target.port, closing(head), 'NONSENSE\r\n\r\n');
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const isHead = head.startsWith('HEAD');
    const isRefusal = (statuses[0] ?? 0) >= 400 && (statuses[0] ?? 0) < 500;
    if (statuses.length === 0 || statuses.some((status) => status >= 500))
      wrong.push(`${JSON.stringify(head)}: ${answer.slice(0, 60)}`);
    else if (isRefusal && !isHead && !/\{"detail":"[^{]+"\}/.test(answer))
      wrong.push(`${JSON.stringify(head)} has no detail: ${answer.slice(0, 60)}`);
  }
  assert.equal(wrong, []);
  assert.equal(caught.faults, []);
  assert.ok(await target.isAlive());
});

test('HTTP: a malformed request is 400, as JSON', async () => {
  await using target = await openTarget();
  for (const head of [
    ...['http://[', 'http://[::1', 'http://xn--a/', 'http://x:99999999/', '*', 'x:80'].map(
      (malformed) => `GET ${malformed} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
    ...hosts
      .filter((host) => host !== ':' && host !== 'x\t')
      .map((host) => `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    'GET /\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  ]) {
    const answer = await sendBytes(target.port, head);
    assert.match(answer, /^HTTP\/1\.1 400 /, JSON.stringify(head));
    assert.match(answer, /\{"detail":"[^"]+"\}\s*(0\s*)?$/, JSON.stringify(head));
  }
});

test('HTTP: a target in absolute form is the path that it names', async () => {
  await using target = await openTarget();
  const ask = (url: string): Promise<string> =>
    sendBytes(target.port, `GET ${url} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n`);
  assert.match(await ask('http://127.0.0.1/health'), /^HTTP\/1\.1 200 /);
  assert.match(await ask('http://127.0.0.1/api/v1/calls'), /^HTTP\/1\.1 401 /);
});

test('HTTP: an offer to speak something else than WebSocket is answered in HTTP/1.1, its body read', async () => {
  await using target = await openTarget();
  const offer =
    'HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  const answer = await sendBytes(target.port, `GET /health ${offer}\r\n`);
  assert.match(answer, /^HTTP\/1\.1 200 .+Connection: close.+"status":/s);
  const body = '{"token":"x"}';
  const typed = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const refused = await sendBytes(target.port, `POST /auth/session ${offer}${typed}\r\n${body}`);
  assert.match(refused, /^HTTP\/1\.1 401 .+the token is not valid/s);
});

test('HTTP/1.0 has no upgrades: an offer is ignored, and the connection closed after the answer', async () => {
  await using target = await openTarget();
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${target.token}\r\n`;
  const answer = await sendBytes(target.port, `GET /ws/events HTTP/1.0\r\n${head}${upgrade}\r\n`);
  assert.match(answer, /^HTTP\/1\.1 400 .+Connection: close.+is a WebSocket; send an upgrade/s);
});

test('HTTP: bytes after a declined upgrade are not a request, even where they read like one', async () => {
  const handled: string[] = [];
  const answers: ServerResponse[] = [];
  const server = createGuardedServer({
    times: { requestMs: 5_000, headersMs: 5_000, checkMs: 1_000, writeMs: 5_000, keepAliveMs: 5_000 },
    strangers: { perAddress: 10, total: 10, lifetimeMs: 5_000 },
    maxConnections: 10,
    log: memoryLog(),
    handle(request, response) {
      handled.push(String(request.url));
      answers.push(response);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const answered = text(socket);
    const head = 'HTTP/1.1\r\nHost: x\r\n';
    const offer = `GET /a ${head}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    socket.write(`${offer}POST /note ${head}Content-Length: 90\r\n\r\n{"note":"`);
    while (handled.length === 0) await once(server, 'request');
    socket.write(`GET /smuggled ${head}\r\n`);
    await once(server, 'request');
    socket.write('"} no head at all\r\n\r\n');
    await once(server, 'clientError');
    answers[0]?.end('for a');
    assert.match(await answered, /^HTTP\/1\.1 200 [^]+for a[^]{0,9}$/);
    assert.equal(handled, ['/a']);
  } finally {
    server.close();
  }
});

test('the media port: nobody without the password gets further than a refusal, and it goes on', async () => {
  using caught = catchFaults();
  const port = await findFreePorts();
  const log = memoryLog();
  const server = await MediaServer.listen({ host: '127.0.0.1', port, username: 'a', password: 'b', log });
  try {
    for (const head of heads()) {
      const answer = await sendBytes(port, head, 'NONSENSE\r\n\r\n');
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, JSON.stringify(head));
    }
    const knowing = `Authorization: Basic ${Buffer.from('a:b').toString('base64')}\r\n`;
    for (const head of heads()) {
      const answer = await sendBytes(
        port,
        head.replace('\r\n\r\n', `\r\n${knowing}\r\n`),
        '\u00ff\u00ff\u00ff\u00ff',
      );
      assert.not.match(answer, /^HTTP\/1\.1 5\d\d /, JSON.stringify(head));
    }
    assert.match(
      await sendBytes(port, 'GET // HTTP/1.1\r\nHost: x\r\n', upgrade, '\r\n'),
      /^HTTP\/1\.1 401 /,
    );
    assert.equal(caught.faults, []);
    assert.equal(
      log.lines.filter(({ level }) => level === 'error'),
      [],
    );
  } finally {
    await server.close();
  }
});

test.run();
