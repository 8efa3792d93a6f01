import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openTarget, sendBytes } from './target.ts';

const test = suite('attacks: bytes that no client sends');

const call = '{"number":"+12025550100"}';
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Whole requests; TOKEN is the owner's. Each would dial if it were read in the attacker's way. */
const requests: [what: string, bytes: string][] = [
  ['both lengths', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(call)}0\r\n\r\n`],
  [
    'both lengths, the other order',
    `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunk(call)}0\r\n\r\n`,
  ],
  ['two lengths', `Content-Length: ${call.length}\r\nContent-Length: 0\r\n\r\n${call}`],
  ['a list of lengths', `Content-Length: ${call.length}, 0\r\n\r\n${call}`],
  ['a signed length', `Content-Length: +${call.length}\r\n\r\n${call}`],
  ['a negative length', `Content-Length: -1\r\n\r\n${call}`],
  ['a hexadecimal length', `Content-Length: 0x19\r\n\r\n${call}`],
  ['a length with a space within', `Content-Length: 2 5\r\n\r\n${call}`],
  ['a length of Arabic digits', `Content-Length: ٢٥\r\n\r\n${call}`],
  ['an unknown coding', `Transfer-Encoding: xchunked\r\n\r\n${chunk(call)}0\r\n\r\n`],
  [
    'chunked twice',
    `Transfer-Encoding: chunked, chunked\r\nContent-Length: 1\r\n\r\n${chunk(call)}0\r\n\r\n`,
  ],
  ['chunked but not last', `Transfer-Encoding: chunked, identity\r\n\r\n${chunk(call)}0\r\n\r\n`],
  ['another coding within', `Transfer-Encoding: gzip, chunked\r\n\r\n${chunk(call)}0\r\n\r\n`],
  [
    'another coding in a header of its own',
    `Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(call)}0\r\n\r\n`,
  ],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n${chunk(call)}0\r\n\r\n`],
  ['a folded header', `X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n${chunk(call)}0\r\n\r\n`],
  ['a chunk size of letters', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk size that overflows', 'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\n{}\r\n0\r\n\r\n'],
  ['a negative chunk size', 'Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n'],
  ['a NUL in a header', `X-A: a\u0000b\r\nContent-Length: ${call.length}\r\n\r\n${call}`],
  ['a bare carriage return in a header', `X-A: a\rb\r\nContent-Length: ${call.length}\r\n\r\n${call}`],
  ['a header without a name', `: x\r\nContent-Length: ${call.length}\r\n\r\n${call}`],
  ['a header without a colon', `Nonsense\r\nContent-Length: ${call.length}\r\n\r\n${call}`],
];

/** Anything that is not a status line of a refusal is a fault. */
function assertRefused(what: string, text: string): void {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  assert.ok(
    statuses.every((status) => status >= 400 && status < 500),
    `${what}: ${text.slice(0, 200)}`,
  );
}

test('requests whose length two readers would see differently are refused, and nothing is dialled', async () => {
  await using target = await openTarget();
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\nAccept: application/json\r\nConnection: close\r\n`;
  const before = await target.callCount();
  for (const path of ['/api/v1/calls/outbound', '/mcp/'])
    for (const [what, rest] of requests) {
      const text = await sendBytes(target.port, head(path) + rest);
      assert.match(text, /^HTTP\/1\.1 4\d\d /, `${what} at ${path}`);
      assertRefused(what, text);
    }
  assert.is(await target.callCount(), before);
  assert.ok(await target.isAlive());
});

test('a second request hidden in the body of a refused one is not answered', async () => {
  await using target = await openTarget();
  const hidden = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
  const before = await target.callCount();
  for (const head of [
    `POST /api/v1/calls HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /auth/session HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n`,
    'GET /health HTTP/1.1\r\nHost: x\r\nX: y\rContent-Length: 0\r\n\r\n',
  ])
    assert.is((await sendBytes(target.port, head + hidden)).match(/HTTP\/1\.1 \d/g)?.length, 1, head);
  assert.is(await target.callCount(), before);
});

test('bodies that end early, and connections that break, leave nothing behind', async () => {
  await using target = await openTarget();
  const before = await target.callCount();
  const head = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\n`;
  const { connect } = await import('node:net');
  for (const bytes of [
    `${head}Content-Length: 500\r\n\r\n${call}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n${chunk(call)}`,
    `${head}Content-Length: ${call.length}\r\nExpect: 100-continue\r\n\r\n`,
    head,
    'POST',
  ])
    await new Promise<void>((resolve) => {
      const socket = connect(target.port, '127.0.0.1', () => socket.end(bytes, () => socket.destroy()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  assert.is(await target.callCount(), before);
  assert.ok(await target.isAlive());
});

test('line ends in what is echoed make no header', async () => {
  await using target = await openTarget();
  for (const path of [
    '/auth/login?return_to=%0d%0aSet-Cookie:%20evil=1',
    '/auth/callback?error=%0d%0aSet-Cookie:%20evil=1&state=x',
    '/api/v1/calls/%0d%0aSet-Cookie:%20evil=1',
    '/%0d%0aSet-Cookie:%20evil=1',
  ]) {
    const { headers } = await target.send({ path, headers: { authorization: `Bearer ${target.token}` } });
    assert.not.match(JSON.stringify(headers), 'evil=1', path);
  }
});

test('too many headers and a line that is too long are refused', async () => {
  await using target = await openTarget();
  const many = Array.from({ length: 3_000 }, (_, n) => `X-${n}: ${n}\r\n`).join('');
  assertRefused('many', await sendBytes(target.port, `GET /api/v1/calls HTTP/1.1\r\nHost: x\r\n${many}\r\n`));
  const long = `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  assertRefused('long', await sendBytes(target.port, long));
  assert.ok(await target.isAlive());
});

test('many connections that say nothing do not keep anyone out', async () => {
  await using target = await openTarget();
  const { connect } = await import('node:net');
  const sockets = await Promise.all(
    Array.from(
      { length: 200 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(target.port, '127.0.0.1', () => resolve(socket));
          socket.on('error', () => undefined);
        }),
    ),
  );
  assert.ok(await target.isAlive());
  for (const socket of sockets) socket.destroy();
});

test.run();
