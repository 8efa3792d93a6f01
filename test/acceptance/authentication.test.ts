import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { badCredentials, gatedRequests } from '../http/hostile-requests.ts';
import { EventSocket, refusal } from './event-socket.ts';
import { items } from './http-client.ts';
import { assertShape, deletion, isFilled, isId, isInstant, orNull, oneOf } from './shapes.ts';
import { leaveStage, openQuietGateway } from './stage.ts';

const test = suite('who may ask');
const { gateway, client } = await openQuietGateway();

const tokenView = {
  id: isId('pat'),
  name: isFilled,
  scope: oneOf('read', 'calls', 'admin'),
  parent_id: orNull(isId('pat')),
  created_at: isInstant,
  last_used_at: orNull(isInstant),
  expires_at: orNull(isInstant),
};

test('without a token every route and method is 401 before its body, its id or its path is looked at', async () => {
  for (const { method, path } of gatedRequests) {
    const body = method === 'POST' || method === 'PUT' ? '{"broken' : undefined;
    const answer = await client.expect(401, method, path, { token: null, body });
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer\b/, `${method} ${path}`);
    if (method !== 'HEAD') assert.equal(Object.keys(answer.body), ['detail'], `${method} ${path}`);
  }
});

test('an invalid bearer token is 401, and a token in the URL is ignored', async () => {
  const credentials = [...badCredentials, `Bearer ${gateway.token}x`, `Bearer ${gateway.token.slice(0, -1)}`];
  for (const authorization of credentials) {
    const headers = authorization === undefined ? {} : { authorization };
    await client.refuses(401, 'GET', '/api/v1/calls', '', { token: null, headers });
  }
  for (const name of ['token', 'access_token', 'bearer', 'authorization'])
    await client.refuses(401, 'GET', `/api/v1/calls?${name}=${gateway.token}`, '', { token: null });
  await client.expect(200, 'GET', '/api/v1/calls', {
    token: null,
    headers: { authorization: `bearer ${gateway.token}` },
  });
});

test('a personal access token is shown once, works, expires, and opens nothing once revoked', async () => {
  const made = await client.expect(201, 'POST', '/api/v1/tokens', {
    body: { name: 'shortcut', expires_in_days: 30 },
  });
  assertShape(made.body, { ...tokenView, token: isFilled }, 'POST /tokens');
  const { id, token, created_at: created, expires_at: expires } = made.body;
  assert.match(String(token), /^hf_pat_[A-Za-z0-9_-]{43}$/);
  assert.is(Date.parse(String(expires)) - Date.parse(String(created)), 30 * 86_400_000);
  assert.is(made.headers.location, `/api/v1/tokens/${String(id)}`);

  const list = await client.expect(200, 'GET', '/api/v1/tokens');
  assert.not.match(list.text, String(token));
  const listed = items(list, 'tokens');
  for (const each of listed) assertShape(each, tokenView, 'GET /tokens');
  assert.ok(listed.some((each) => each['id'] === id));

  await client.expect(200, 'GET', '/api/v1/calls', { token: String(token) });
  const tooLittle = await client.refuses(403, 'POST', '/api/v1/tokens', 'scope "admin"', {
    token: String(token),
    body: { name: 'child' },
  });
  assert.match(tooLittle.headers['www-authenticate'] ?? '', 'error="insufficient_scope", scope="admin"');
  const stream = await EventSocket.open(gateway, { token: String(token) });
  const closed = once(stream.socket, 'close');
  const gone = await client.expect(200, 'DELETE', `/api/v1/tokens/${String(id)}`);
  assertShape(gone.body, deletion(String(id)), 'DELETE /tokens');
  await closed;
  await client.refuses(401, 'GET', '/api/v1/calls', '', { token: String(token) });
  assert.is((await refusal(gateway, { token: String(token) })).status, 401);
  await client.refuses(404, 'DELETE', '/api/v1/tokens/pat_none');
  await client.refuses(400, 'POST', '/api/v1/tokens', 'name', { body: {} });
  await client.refuses(400, 'POST', '/api/v1/tokens', 'scope', { body: { name: 'x', scope: 'all' } });
});

test('/auth/me says who asks; /auth/login and the callbacks say that there is no identity provider', async () => {
  const nobody = await client.expect(200, 'GET', '/auth/me', { token: null });
  assert.is(nobody.body['authenticated'], false);
  const owner = await client.expect(200, 'GET', '/auth/me');
  assert.is(owner.body['authenticated'], true);
  await client.refuses(401, 'GET', '/auth/me', '', { token: 'hf_pat_wrong' });
  for (const path of ['/auth/login', '/auth/callback', '/auth/refresh-callback'])
    await client.refuses(404, 'GET', path, 'identity provider', { token: null });
});

test('a session cookie serves REST and events from pages of this service only; signing out ends it', async () => {
  const signedIn = await client.expect(200, 'POST', '/auth/session', {
    token: null,
    body: { token: gateway.token },
  });
  const [setCookie = ''] = signedIn.headers['set-cookie'] ?? [];
  assert.match(setCookie, /;\s*HttpOnly/i);
  assert.match(setCookie, /;\s*SameSite=Strict/i);
  const cookie = setCookie.split(';', 1)[0] ?? '';
  const own = { cookie, origin: gateway.url };
  const foreign = { cookie, origin: 'https://elsewhere.example' };
  const wrong = { name: '' };

  await client.expect(200, 'GET', '/api/v1/calls', { token: null, headers: { cookie } });
  await client.refuses(400, 'POST', '/api/v1/tokens', 'name', { token: null, headers: own, body: wrong });
  for (const headers of [foreign, { ...own, 'sec-fetch-site': 'cross-site' }, { cookie }])
    await client.refuses(403, 'POST', '/api/v1/tokens', '', { token: null, headers, body: wrong });
  const stream = await EventSocket.open(gateway, { token: null, headers: own });
  const closed = once(stream.socket, 'close');
  assert.is((await refusal(gateway, { token: null, headers: foreign })).status, 403);
  assert.is((await refusal(gateway, { token: null, headers: { cookie } })).status, 403);

  const left = await client.ask('GET', '/auth/logout', { token: null, headers: { cookie } });
  assert.is(left.status, 303);
  assert.is(left.headers.location, '/');
  const cleared = (left.headers['set-cookie'] ?? []).find((each) =>
    each.startsWith(`${cookie.split('=')[0]}=`),
  );
  assert.match(cleared ?? '', /Max-Age=0|Expires=Thu, 01 Jan 1970/i);
  await client.refuses(401, 'GET', '/api/v1/calls', '', { token: null, headers: { cookie } });
  assert.is((await closed)[0], 4401);
});

test('a page of another origin can neither frame a page of this service nor read its answers', async () => {
  for (const path of ['/', '/api/docs', '/api/v1/calls', '/auth/me', '/no-such-page']) {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await client.ask('GET', path, { token: null, headers });
    const policy = String(answer.headers['content-security-policy'] ?? '');
    assert.match(policy, /(^|;)frame-ancestors 'none'(;|$)/, path);
    assert.match(policy, /(^|;)default-src 'none'(;|$)/, path);
    assert.not.match(policy, 'unsafe');
    assert.is(answer.headers['x-frame-options'], 'DENY', path);
    assert.match(String(answer.headers['permissions-policy']), /(^|, )microphone=\(self\)(,|$)/, path);
    assert.is(answer.headers['cross-origin-resource-policy'], 'same-origin', path);
    assert.is(answer.headers['access-control-allow-origin'], undefined, path);
    const preflight = await client.ask('OPTIONS', path, {
      token: null,
      headers: { ...headers, 'access-control-request-method': 'POST' },
    });
    assert.is(preflight.headers['access-control-allow-origin'], undefined, path);
  }
});

test('the dashboard and /health need no token', async () => {
  const page = await client.expect(200, 'GET', '/', { token: null, headers: { accept: 'application/json' } });
  assert.match(page.headers['content-type'] ?? '', /^text\/html/);
  await client.expect(200, 'GET', '/health', { token: null });
});

test('the 31st request within a minute is refused on each limited route, and on no other', async () => {
  for (const path of ['/auth/callback', '/auth/refresh-callback']) {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}` };
      statuses.push((await client.ask('GET', path, { token: null, headers })).status);
    }
    // The tests before this one asked the route once.
    assert.equal(statuses, [...Array<number>(29).fill(404), 429, 429], path);
    const answer = await client.refuses(429, 'GET', path, '', { token: null });
    assert.is(answer.headers['retry-after'], '60');
  }
  await client.expect(200, 'GET', '/auth/me', { token: null });
  for (let n = 0; n < 40; n++) await client.expect(303, 'GET', '/auth/logout', { token: null });
  for (let n = 0; n < 40; n++) await client.expect(200, 'GET', '/api/v1/devices');
  const logged = gateway.output.filter(
    (line) => line.includes('/auth/callback') && line.includes('"status":429'),
  );
  assert.is(logged.length, 3);
  for (const line of logged) assert.match(line, /127\.0\.0\.1/);
});

test('no secret is ever logged', () => {
  assert.ok(gateway.output.some((line) => line.includes('/api/v1/tokens')));
  for (const line of gateway.output) {
    assert.not.match(line, gateway.token);
    assert.not.match(line, /hf_pat_[A-Za-z0-9_-]{20}/);
  }
});

test.after(leaveStage);

test.run();
