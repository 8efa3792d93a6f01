import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gatedRequests } from '../http/hostile-requests.ts';
import { Browser } from '../identity/rig.ts';
import { findFault, openTarget, type HostileRequest, type Target } from './target.ts';

const test = suite('attacks: credentials');

const gated = [
  ...gatedRequests,
  ...['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'].flatMap((method) =>
    ['/mcp', '/mcp/', '/mcp/?sessionId=00000000-0000-4000-8000-000000000000'].map((path) => ({
      method,
      path,
    })),
  ),
];

/** Every place but the right one. */
function placesFor({
  token,
  port,
}: Pick<Target, 'token' | 'port'>): { name: string; headers?: HostileRequest['headers']; query?: string }[] {
  return [
    { name: 'nowhere' },
    {
      name: 'as Basic',
      headers: { authorization: `Basic ${Buffer.from(`owner:${token}`).toString('base64')}` },
    },
    { name: 'as Token', headers: { authorization: `Token ${token}` } },
    { name: 'without a scheme', headers: { authorization: token } },
    { name: 'in two Authorization headers', headers: { authorization: ['Bearer x', `Bearer ${token}`] } },
    { name: 'twice in one header', headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
    {
      name: 'with a space within',
      headers: { authorization: `Bearer ${token.slice(0, 20)} ${token.slice(20)}` },
    },
    { name: 'in X-Authorization', headers: { 'x-authorization': `Bearer ${token}` } },
    { name: 'in X-Api-Key', headers: { 'x-api-key': token } },
    { name: 'in Proxy-Authorization', headers: { 'proxy-authorization': `Bearer ${token}` } },
    { name: 'in a cookie of another name', headers: { cookie: `token=${token}; access_token=${token}` } },
    {
      name: 'in the session cookie',
      headers: { cookie: `holdfast_session=${token}; holdfast_session_${port}=${token}` },
    },
    { name: 'in the URL as token', query: `token=${token}` },
    { name: 'in the URL as access_token', query: `access_token=${token}` },
    { name: 'in the URL as authorization', query: `authorization=Bearer%20${token}` },
    {
      name: 'behind a method override',
      headers: { 'x-http-method-override': 'GET', 'x-forwarded-for': '127.0.0.1' },
    },
    { name: 'behind a rewritten path', headers: { 'x-original-url': '/health', 'x-rewrite-url': '/health' } },
    { name: 'as a user of the proxy', headers: { 'x-forwarded-user': 'owner', 'remote-user': 'owner' } },
  ];
}

async function attack(target: Target, requests: { what: string; request: HostileRequest }[]): Promise<void> {
  const before = await target.callCount();
  const faults: string[] = [];
  for (const { what, request } of requests) {
    const answer = await target.send(request);
    const fault = findFault(what, answer, [401]);
    if (fault !== undefined) faults.push(fault);
    else if (!(answer.headers['www-authenticate'] ?? '').startsWith('Bearer'))
      faults.push(`${what}: no WWW-Authenticate`);
  }
  assert.equal(faults, []);
  assert.is(await target.callCount(), before);
  assert.ok(await target.isAlive());
}

test('no route of any surface opens to an expired credential or one that only looks valid', async () => {
  await using target = await openTarget();
  const requests = Object.entries(target.stolen).flatMap(([name, secret]) =>
    gated.map(({ method, path }) => ({
      what: `${name}: ${method} ${path}`,
      request: { method, path, headers: { authorization: `Bearer ${secret}` } },
    })),
  );
  assert.ok(requests.length > 1_000);
  await attack(target, requests);
});

test('a good token in any other place opens nothing', async () => {
  await using target = await openTarget();
  const paths = ['/api/v1/calls', '/api/v1/tokens', '/mcp/', '/ws/events'];
  await attack(
    target,
    placesFor(target).flatMap(({ name, headers = {}, query }) =>
      paths.map((path) => ({
        what: `${name}: ${path}`,
        request: { path: query === undefined ? path : `${path}?${query}`, headers },
      })),
    ),
  );
});

test('cookies of every shape that belong to no session open nothing', async () => {
  await using target = await openTarget();
  const [id, secret] = ['sess_0123456789ABCDEFGHIJ', 'A'.repeat(43)];
  const cookies = [
    `${id}.${secret}`,
    `${id}.`,
    `.${secret}`,
    id,
    `${id}.${secret}.${secret}`,
    `${id}.${secret}x`,
    `sess_'OR'1'='1.${secret}`,
    `__proto__.${secret}`,
    '%00',
    '%E0%A4%A',
    '"quoted"',
    'x'.repeat(8_000),
  ];
  await attack(
    target,
    cookies.flatMap((cookie) =>
      [
        `holdfast_session_${target.port}`,
        'holdfast_session',
        '__Host-holdfast_session',
        'HOLDFAST_SESSION',
      ].map((name) => ({
        what: `${name}=${cookie.slice(0, 60)}`,
        request: { path: '/api/v1/calls', headers: { cookie: `${name}=${cookie}` } },
      })),
    ),
  );
});

test('a session cookie writes from no foreign page, reads no MCP, and opens no foreign WebSocket', async () => {
  await using target = await openTarget();
  const browser = new Browser();
  const signedIn = await browser.send(`${target.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: target.url },
    body: JSON.stringify({ token: target.token }),
  });
  assert.is(signedIn.status, 200);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const origins = [
    undefined,
    'null',
    'https://evil.example',
    `${target.url}.evil.example`,
    target.url.replace('http:', 'https:'),
    `${target.url}/`,
    `${target.url}:80`,
    target.url.replace(/:\d+$/, ''),
    'file://',
    `http://evil.example@127.0.0.1:${target.port}`,
  ];
  const writes = ['/api/v1/calls/outbound', '/api/v1/call-flows', '/api/v1/devices', '/api/v1/tokens'];
  const body = '{"number":"+12025550100"}';
  const faults: (string | undefined)[] = [];
  const before = await target.callCount();
  for (const origin of origins) {
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) };
    for (const path of writes) {
      const request = {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      };
      faults.push(findFault(`POST ${path} from ${origin}`, await target.send(request), [403]));
    }
    const form = { ...headers, 'content-type': 'text/plain' };
    const simple = { method: 'POST', path: '/api/v1/calls/outbound', headers: form, body };
    faults.push(findFault(`a form from ${origin}`, await target.send(simple), [403]));
    faults.push(findFault(`MCP from ${origin}`, await target.send({ path: '/mcp/', headers }), [401]));
    const upgrade = {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    faults.push(
      findFault(
        `WebSocket from ${origin}`,
        await target.send({ path: '/ws/events', headers: upgrade }),
        [403],
      ),
    );
  }
  assert.equal(
    faults.filter((fault) => fault !== undefined),
    [],
  );
  assert.is(await target.callCount(), before);
});

test('no secret reaches the log, whatever place it was put in', async () => {
  await using target = await openTarget();
  if (target.edge === undefined) return;
  const places = placesFor(target).filter(({ name }) => name !== 'nowhere');
  for (const { headers = {}, query = '' } of places) {
    await target.send({ path: `/api/v1/calls?${query}`, headers });
    await target.send({ path: `/auth/callback?code=${target.token}&state=${target.token}`, headers });
    await target.send({ path: '/mcp/', headers });
  }
  await target.send({
    method: 'POST',
    path: '/auth/session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: target.token }),
  });
  assert.ok(target.edge.log.length > 50);
  const secretPart = target.token.slice(-20);
  for (const line of target.edge.log)
    assert.not.ok(JSON.stringify(line).includes(secretPart), JSON.stringify(line));
  assert.not.ok(JSON.stringify(target.edge.log).includes('holdfast_session'));
});

test('429s reach the access log with the peer address, and say when to come back', async () => {
  await using target = await openTarget();
  let refused: { status: number; headers: Record<string, unknown> } | undefined;
  for (let count = 0; count <= 30; count += 1)
    refused = await target.send({ path: '/auth/me', headers: { 'x-forwarded-for': `192.0.2.${count}` } });
  assert.equal([refused?.status, refused?.headers['retry-after']], [429, '60']);
  if (target.edge === undefined) return;
  const line = target.edge.log.findLast(({ message }) => message === 'request');
  assert.equal(
    [line?.fields['path'], line?.fields['status'], line?.fields['client']],
    ['/auth/me', 429, '127.0.0.1'],
  );
});

test.run();
