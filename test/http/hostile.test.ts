import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { badCredentials, gatedRequests, hostileRequests } from './hostile-requests.ts';
import { foreignToken, ownerToken, type Rig, withRig } from './rig.ts';

const test = suite('hostile requests');

function assertOneField(body: unknown, what: string): void {
  assert.equal(Object.keys(body as object), ['detail'], what);
  assert.type((body as { detail: unknown }).detail, 'string', what);
}

/** Sends bytes that no HTTP client would; resolves with what came back until the peer closed. */
function sendRaw(rig: Rig, ...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(rig.port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('each is refused with its status, one field, and nothing is dialled', () =>
  withRig(async (rig) => {
    const faults: string[] = [];
    for (const request of hostileRequests) {
      // What a URL parser would tidy up is sent as it stands.
      const answer = await rig.send(request.method ?? 'GET', request.path, {
        body: request.body,
        headers: { Authorization: `Bearer ${ownerToken}`, ...request.headers },
      });
      const detail = answer.body?.detail;
      if (answer.status !== request.status)
        faults.push(`${request.name}: ${answer.status}, not ${request.status}: ${detail}`);
      else if (typeof detail !== 'string' || Object.keys(answer.body).length !== 1)
        faults.push(`${request.name}: body ${JSON.stringify(answer.body)}`);
      else if (!detail.includes(request.names ?? ''))
        faults.push(`${request.name}: "${detail}" does not name ${request.names}`);
      else if (request.status === 405 && answer.headers['allow'] === undefined)
        faults.push(`${request.name}: no Allow`);
    }
    assert.equal(faults, []);
    assert.ok(hostileRequests.length >= 150, `${hostileRequests.length}`);
    assert.equal(rig.calls.placed, []);
    assert.is((await rig.fetch('/health')).status, 200);
  }));

test('without a valid token 401 comes before everything, with WWW-Authenticate', () =>
  withRig(async (rig) => {
    for (const { method, path } of gatedRequests) {
      const answer = await rig.send(method, path, {
        body: method === 'POST' ? '{"number": 7' : undefined,
        headers: {},
      });
      assert.is(answer.status, 401, `${method} ${path}`);
      assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer /);
      if (method !== 'HEAD') assertOneField(answer.body, `${method} ${path}`);
    }
    for (const authorization of badCredentials) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      assert.is((await rig.send('GET', '/api/v1/calls', { headers })).status, 401, String(authorization));
    }
  }));

test('a valid token of somebody else is 403 everywhere', () =>
  withRig(async (rig) => {
    for (const { method, path } of gatedRequests) {
      const answer = await rig.send(method, path, { headers: { Authorization: `Bearer ${foreignToken}` } });
      assert.is(answer.status, 403, `${method} ${path}`);
    }
  }));

test('a body that comes too slowly is cut off, and the service goes on', () =>
  withRig(
    async (rig) => {
      const head = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ownerToken}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
      const text = await sendRaw(rig, head, '{"number"');
      assert.match(text, /^HTTP\/1.1 408 /);
      assert.match(text, /\{"detail":"[^"]+"\}$/);
      assert.is((await rig.fetch('/health')).status, 200);
      assert.equal(rig.calls.placed, []);
    },
    { timeouts: { requestMs: 300, headersMs: 200, checkMs: 50 } },
  ));

test('headers that come too slowly are cut off', () =>
  withRig(
    async (rig) => {
      assert.match(await sendRaw(rig, 'GET /api/v1/calls HTTP/1.1\r\nHost: x\r\nX-A: '), /^HTTP\/1.1 408 /);
    },
    { timeouts: { requestMs: 300, headersMs: 200, checkMs: 50 } },
  ));

test('anything but HTTP, or two requests in one, is 400 and closes the connection', () =>
  withRig(async (rig) => {
    const auth = `Authorization: Bearer ${ownerToken}\r\nContent-Type: application/json\r\n`;
    const smuggled = 'GET /api/v1/calls HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const request of [
      'HELLO\r\n\r\n',
      'GET /api/v1/calls HTTP/9.9\r\n\r\n',
      'GET /api/v1/calls HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n',
      `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}${smuggled}`,
      `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\n${auth}Transfer-Encoding: xchunked\r\n\r\n${smuggled}`,
      `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: -1\r\n\r\n`,
      `GET /api/v1/calls HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n`,
    ]) {
      const text = await sendRaw(rig, request);
      assert.match(text, /^HTTP\/1.1 400 /, JSON.stringify(request.slice(0, 80)));
      assert.match(text, /\{"detail":"[^"]+"\}$/);
      assert.is(text.match(/HTTP\/1\.1 \d/g)?.length, 1, 'one answer only');
    }
    const long = await sendRaw(rig, `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`);
    assert.match(long, /^HTTP\/1.1 431 /);
    assert.equal(rig.calls.placed, []);
  }));

test('an endless chunked body is 413 as soon as it is too large, and the connection ends', () =>
  withRig(async (rig) => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const head = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ownerToken}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const text = await sendRaw(rig, head, ...Array.from({ length: 9 }, () => chunk), '0\r\n\r\n');
    assert.match(text, /^HTTP\/1.1 413 /);
    assert.match(text, /\r\nConnection: close\r\n/i);
  }));

test('a body far too large is taken in, so that its 413 arrives, but not for ever', () =>
  withRig(async (rig) => {
    const megabytes = 8;
    const head = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ownerToken}\r\nContent-Type: application/json\r\n`;
    const length = `Content-Length: ${megabytes * 2 ** 20}\r\n\r\n`;
    const socket = connect(rig.port, '127.0.0.1');
    // As clients that look for an answer only when they have sent everything.
    socket.write(head + length);
    for (let n = 0; n < megabytes; n++)
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(Buffer.alloc(2 ** 20, 'x'), (error) => (error ? reject(error) : resolve()));
      });
    const told = (await socket.toArray()).join('');
    assert.match(
      told,
      /^HTTP\/1.1 413 [^]*\r\nConnection: close\r\n[^]*\{"detail":"the body is larger than 256 KiB"\}$/i,
    );
    const endless = connect(rig.port, '127.0.0.1');
    endless.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const sending = setInterval(() => endless.write(`8000\r\n${'x'.repeat(0x8000)}\r\n`), 5);
    endless.on('error', () => clearInterval(sending));
    await new Promise<void>((resolve) => endless.resume().once('close', () => resolve()));
    clearInterval(sending);
  }));

test('a body that is announced as too large is refused before it is sent', () =>
  withRig(async (rig) => {
    const head = `POST /api/v1/calls/outbound HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ownerToken}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`;
    const large = await sendRaw(rig, `${head}Content-Length: 300000\r\n\r\n`);
    assert.match(large, /^HTTP\/1.1 413 [^]*\{"detail":"the body is larger than 256 KiB"\}$/);
    const body = JSON.stringify({ number: '+12025550100' });
    const small = await sendRaw(
      rig,
      `${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      body,
    );
    assert.match(small, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
  }));

test('an empty chunked body, as tunnels send it, counts as none; one of another type stays 415', () =>
  withRig(async (rig) => {
    const head = `HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${ownerToken}\r\nTransfer-Encoding: chunked\r\n`;
    assert.match(await sendRaw(rig, `GET /api/v1/calls ${head}\r\n0\r\n\r\n`), /^HTTP\/1.1 200 /);
    const hangUp = await sendRaw(rig, `POST /api/v1/calls/call_none/hangup ${head}\r\n0\r\n\r\n`);
    assert.match(hangUp, /^HTTP\/1.1 404 /);
    const typed = `POST /api/v1/calls/outbound ${head}Content-Type: text/plain\r\n\r\n1\r\nx\r\n0\r\n\r\n`;
    assert.match(await sendRaw(rig, typed), /^HTTP\/1.1 415 /);
  }));

test('X-Forwarded-For is ignored: the access log has the socket peer, the path without its query, and no token', () =>
  withRig(async (rig) => {
    await rig.ask('GET', '/api/v1/calls?state=all', undefined, { 'X-Forwarded-For': '203.0.113.9' });
    await rig.fetch('/api/v1/calls?secret=hush');
    const lines = rig.log.lines.filter(({ message }) => message === 'request');
    assert.equal(
      lines.map(({ fields }) => [fields['method'], fields['path'], fields['status'], fields['client']]),
      [
        ['GET', '/api/v1/calls', 200, '127.0.0.1'],
        ['GET', '/api/v1/calls', 401, '127.0.0.1'],
      ],
    );
    const text = JSON.stringify(rig.log.lines);
    for (const secret of [ownerToken, 'hush', '203.0.113.9']) assert.not.ok(text.includes(secret), secret);
  }));

test('an unforeseen failure is 500 without internals, and is logged', () =>
  withRig(async (rig) => {
    rig.calls.list = () => Promise.reject(new Error('SELECT * FROM secrets at /srv/file.ts:1'));
    const answer = await rig.ask('GET', '/api/v1/calls');
    assert.is(answer.status, 500);
    assert.equal(answer.body, { detail: 'internal server error' });
    assert.ok(
      rig.log.lines.some(
        ({ level, fields }) => level === 'error' && String(fields['why']).includes('SELECT'),
      ),
    );
  }));

test('a locked database or a full disk is 503 with the reason, reading goes on, and nothing is half done', () =>
  withRig(async (rig) => {
    const flow = { name: 'x', phone_number: '+12025550100', steps: [{ id: 'a', type: 'HOLD' }] };
    await rig.store.prisma.$executeRawUnsafe('PRAGMA max_page_count = 1');
    const full = await rig.ask('POST', '/api/v1/call-flows', { ...flow, steps: bigSteps() });
    assert.equal([full.status, full.body.detail], [503, 'the disk is full']);
    assert.equal((await rig.ask('GET', '/api/v1/call-flows')).body, { flows: [] });
    await rig.store.prisma.$executeRawUnsafe('PRAGMA max_page_count = 4294967294');
    assert.is((await rig.ask('POST', '/api/v1/call-flows', flow)).status, 201);
  }));

/** More than fits into the pages that are there. */
function bigSteps(): unknown[] {
  return Array.from({ length: 200 }, (_, n) => ({ id: `s${n}`, type: 'HOLD', description: 'x'.repeat(450) }));
}

test('every answer carries the security headers', () =>
  withRig(async (rig) => {
    for (const path of ['/', '/health', '/api/docs', '/api/v1/calls', '/api/nothing']) {
      const { headers } = await rig.fetch(path);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path);
      assert.is(headers.get('x-content-type-options'), 'nosniff', path);
      assert.is(headers.get('x-powered-by'), null, path);
      assert.is(headers.get('access-control-allow-origin'), null, path);
    }
  }));

test.run();
