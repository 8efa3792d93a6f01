import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCookie } from '../../src/identity/sessions/cookies.ts';
import type { SessionDesk } from '../../src/identity/sessions/session-desk.ts';
import { SessionEnder } from '../../src/identity/sessions/session-ender.ts';
import { bearer, Browser, json, sessionCookie, silentLog, startGateway, type TestGateway } from './rig.ts';
import { until } from '../rig/until.ts';

const test = suite('browser sessions');

const dayMs = 86_400_000;

async function signIn(gateway: TestGateway, token: string, browser = new Browser()): Promise<Browser> {
  const response = await postSession(gateway, browser, { token });
  assert.is(response.status, 200);
  return browser;
}

async function postSession(
  gateway: TestGateway,
  browser: Browser,
  body: unknown,
  headers: Record<string, string> = { origin: gateway.url },
): Promise<Response> {
  return browser.send(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('a token opens a session that serves REST and ends with the sign-out', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const browser = await signIn(gateway, token);
  const [line = ''] = browser.received;
  assert.match(
    line,
    /^holdfast_session_\d+=sess_\w{20}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const me = await json(browser.get(`${gateway.url}/auth/me`));
  assert.equal([me.authenticated, me.owner, me.method], [true, true, 'session']);
  assert.is((await browser.get(`${gateway.url}/api/v1/calls`)).status, 200);

  const cookie = browser.cookies.get(sessionCookie(gateway)) ?? '';
  const out = await browser.get(`${gateway.url}/auth/logout`);
  assert.equal([out.status, out.headers.get('location')], [303, '/']);
  assert.is(browser.cookies.size, 0);
  await gateway.identity.close();
  const stolen = await fetch(`${gateway.url}/api/v1/calls`, {
    headers: { cookie: `${sessionCookie(gateway)}=${cookie}` },
  });
  assert.is(stolen.status, 401);
});

test('a token keeps fifty sessions: one more ends the one that was unused for longest', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const reached = async (browser: Browser) => (await browser.get(`${gateway.url}/api/v1/calls`)).status;
  const oldest = await signIn(gateway, token);
  gateway.clock.nowMs += 3_000;
  const next = await signIn(gateway, token);
  for (let others = 2; others <= 50; others++) {
    assert.is(await reached(oldest), 200, `with ${others}`);
    gateway.clock.nowMs += 3_000; // the limit of requests to /auth/session
    await signIn(gateway, token);
  }
  assert.equal([await reached(oldest), await reached(next)], [200, 401], 'the oldest was used meanwhile');
  assert.is(await gateway.store.prisma.browserSession.count(), 50);
});

test('two gateways at one host do not sign each other’s browser out', async () => {
  await using gateway = await startGateway();
  await using demo = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  await browser.get(`${demo.url}/auth/me`); // its page asks who is there, and clears a cookie that is nobody's
  await signIn(demo, (await demo.identity.createFirstToken()) ?? '', browser);
  for (const { url } of [gateway, demo])
    assert.is((await json(browser.get(`${url}/auth/me`))).authenticated, true, url);
});

test('the cookies of the usual ports have no port in their name', () => {
  const nameAt = (url: string): string => createCookie('holdfast_session', new URL(url), 'strict').name;
  assert.is(nameAt('http://127.0.0.1:8080'), 'holdfast_session');
  assert.is(nameAt('https://hold.example'), '__Host-holdfast_session');
  assert.is(nameAt('https://hold.example:8443'), '__Host-holdfast_session_8443');
});

test('the database keeps only a digest of the cookie', async () => {
  await using gateway = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  const secret = browser.cookies.get(sessionCookie(gateway))?.split('.')[1] ?? '';
  const rows = JSON.stringify(await gateway.store.prisma.browserSession.findMany());
  assert.ok(secret.length === 43 && !rows.includes(secret));
});

test('over https the cookie is Secure and bound to the host', async () => {
  await using gateway = await startGateway({ publicUrl: 'https://hold.example' });
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '', new Browser());
  assert.match(
    browser.received[0] ?? '',
    /^__Host-holdfast_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
});

for (const [why, body, status] of [
  ['an unknown token', { token: `hf_pat_${'A'.repeat(43)}` }, 401],
  ['no token', {}, 400],
  ['a token and a link', { token: 'x', link: 'y' }, 400],
  ['an unknown link', { link: `hf_link_${'A'.repeat(43)}` }, 401],
  ['a token as a link', { link: 'OWNER' }, 401],
  ['a token that is no text', { token: ['x'] }, 400],
  ['a further field', { token: 'x', admin: true }, 400],
  ['no object', 'x', 400],
] as const)
  test(`${why} opens no session`, async () => {
    await using gateway = await startGateway();
    await gateway.identity.createFirstToken();
    const browser = new Browser();
    const refused = await postSession(gateway, browser, body);
    assert.is(refused.status, status);
    assert.is(typeof (await json(refused)).detail, 'string');
    assert.is(browser.cookies.size, 0);
  });

test('a foreign page cannot sign the browser in', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const browser = new Browser();
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: gateway.url, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    assert.is(
      (await postSession(gateway, browser, { token }, headers as Record<string, string>)).status,
      403,
    );
  assert.is(browser.cookies.size, 0);
});

test('signing in ends the session that was planted before, and takes no id from outside', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const planted = await signIn(gateway, token);
  const plantedCookie = planted.cookies.get(sessionCookie(gateway)) ?? '';
  const victim = new Browser();
  victim.cookies.set(sessionCookie(gateway), plantedCookie);
  await signIn(gateway, token, victim);
  assert.is.not(victim.cookies.get(sessionCookie(gateway)), plantedCookie);
  assert.is((await planted.get(`${gateway.url}/api/v1/calls`)).status, 401);
  assert.is((await victim.get(`${gateway.url}/api/v1/calls`)).status, 200);
});

const writes = [
  ['a page of its own', { origin: 'SELF' }, 200],
  ['its own page by the loopback name', { origin: 'LOCALHOST' }, 200],
  ['its own page, told by Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }, 200],
  ['a foreign page', { origin: 'https://evil.example' }, 403],
  ['a foreign page of the same site', { origin: 'SELF', 'sec-fetch-site': 'same-site' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['an origin that only begins like its own', { origin: 'SELF.evil.example' }, 403],
  ['an origin with credentials in it', { origin: 'http://127.0.0.1@evil.example' }, 403],
  ['another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['https where it is http', { origin: 'HTTPS' }, 403],
  ['nobody knows which page', {}, 403],
] as const;
for (const [from, headers, status] of writes)
  test(`a cookie write from ${from}: ${status}`, async () => {
    await using gateway = await startGateway();
    const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value
          .replace('SELF', gateway.url)
          .replace('LOCALHOST', gateway.url.replace('127.0.0.1', 'localhost'))
          .replace('HTTPS', gateway.url.replace('http:', 'https:')),
      ]),
    );
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await browser.send(`${gateway.url}/api/v1/anything`, { method, headers: given });
      assert.is(answer.status, status, method);
    }
  });

test('a bearer token needs no origin, and a good cookie does not make up for a bad one', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const foreign = { origin: 'https://automation.example', ...bearer(token) };
  assert.is((await fetch(`${gateway.url}/api/v1/x`, { method: 'POST', headers: foreign })).status, 200);
  const browser = await signIn(gateway, token);
  const bad = await browser.get(`${gateway.url}/api/v1/x`, bearer(`${token}x`));
  assert.is(bad.status, 401);
});

test('MCP takes no cookie', async () => {
  await using gateway = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  assert.is((await browser.get(`${gateway.url}/mcp/`, { origin: gateway.url })).status, 401);
});

test('on the event stream a cookie needs an own Origin, even to read', async () => {
  await using gateway = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  const status = async (headers: Record<string, string>) =>
    (await browser.get(`${gateway.url}/ws/events`, headers)).status;
  assert.is(await status({ origin: gateway.url }), 200);
  assert.is(await status({ origin: 'https://evil.example' }), 403);
  assert.is(await status({}), 403);
});

test('on the event stream the pair of subprotocols carries a token, elsewhere it does not', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const status = async (path: string, protocols: string) =>
    (await fetch(gateway.url + path, { headers: { 'sec-websocket-protocol': protocols } })).status;
  assert.is(await status('/ws/events', `bearer, ${token}`), 200);
  assert.is(await status('/ws/events', `events.v1, bearer, ${token}`), 200);
  assert.is(await status('/ws/events', `bearer, ${token}x`), 401);
  assert.is(await status('/ws/events', 'bearer'), 401);
  assert.is(await status('/ws/events', token), 401);
  assert.is(await status('/api/v1/x', `bearer, ${token}`), 401);
});

test('a session ends after a week without use, and after a month with it', async () => {
  await using gateway = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  const status = async () => (await browser.get(`${gateway.url}/api/v1/x`)).status;
  const beganAtMs = gateway.clock.nowMs;
  const idle = await signIn(gateway, (await gateway.identity.tokens.create('idle')).secret);
  for (const day of [6, 12, 18, 24, 29]) {
    gateway.clock.nowMs = beganAtMs + day * dayMs;
    assert.is(await status(), 200, `day ${day}`);
    await settled(gateway, gateway.clock.nowMs);
  }
  assert.is((await idle.get(`${gateway.url}/api/v1/x`)).status, 401);
  gateway.clock.nowMs = beganAtMs + 30 * dayMs;
  assert.is(await status(), 401);
});

test('revoking the token ends the session that it opened and tells its streams', async () => {
  await using gateway = await startGateway();
  const { row, secret } = await gateway.identity.tokens.create('dashboard');
  const browser = await signIn(gateway, secret);
  await gateway.identity.tokens.revoke(row.id);
  assert.is((await browser.get(`${gateway.url}/api/v1/x`)).status, 401);
});

test('a session does not outlive the token that opened it', async () => {
  await using gateway = await startGateway();
  const { secret } = await gateway.identity.tokens.create('short', { expiresInDays: 3 });
  const browser = await signIn(gateway, secret);
  gateway.clock.nowMs += 3 * dayMs;
  assert.is((await browser.get(`${gateway.url}/api/v1/x`)).status, 401);
});

test('/auth/me: nobody is 200, a bad token 401, a cookie that ended 200 and cleared', async () => {
  await using gateway = await startGateway();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const nobody = await fetch(`${gateway.url}/auth/me`);
  assert.equal(
    [nobody.status, await nobody.json()],
    [200, { authenticated: false, owner: false, sign_in: ['token'] }],
  );
  assert.is((await fetch(`${gateway.url}/auth/me`, { headers: bearer('nonsense') })).status, 401);
  assert.is((await json(fetch(`${gateway.url}/auth/me`, { headers: bearer(token) }))).method, 'token');
  const browser = new Browser();
  browser.cookies.set(sessionCookie(gateway), `sess_${'a'.repeat(20)}.${'b'.repeat(43)}`);
  const stale = await browser.get(`${gateway.url}/auth/me`);
  assert.equal([stale.status, (await json(stale)).authenticated], [200, false]);
  assert.is(browser.cookies.size, 0);
});

test('without a provider its three routes say so with 404', async () => {
  await using gateway = await startGateway();
  for (const path of ['/auth/login', '/auth/callback?code=x&state=y', '/auth/refresh-callback']) {
    const response = await fetch(gateway.url + path, { redirect: 'manual' });
    assert.is(response.status, 404, path);
    assert.match((await json(response)).detail, 'no identity provider is configured');
  }
});

test('a foreign page cannot sign anybody out', async () => {
  await using gateway = await startGateway();
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  for (const site of ['cross-site', 'same-site']) {
    const led = await browser.get(`${gateway.url}/auth/logout`, { 'sec-fetch-site': site });
    assert.equal([led.status, led.headers.getSetCookie()], [303, []]);
  }
  assert.is((await browser.get(`${gateway.url}/api/v1/x`)).status, 200);
});

test('nor without https, where browsers do not say which site a request comes from, and only leave its cookie out', async () => {
  await using gateway = await startGateway();
  const led = await new Browser().get(`${gateway.url}/auth/logout`);
  assert.equal([led.status, led.headers.get('location'), led.headers.getSetCookie()], [303, '/', []]);
});

test('the stream of a signed-out session ends', async () => {
  await using gateway = await startGateway({ revocationIntervalMs: 20 });
  const browser = await signIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  const cookie = `${sessionCookie(gateway)}=${browser.cookies.get(sessionCookie(gateway))}`;
  const request = { method: 'GET', headers: { cookie, origin: gateway.url }, rawHeaders: [] } as never;
  const who = await gateway.identity.authenticator.identify(request, 'websocket');
  const told = new Promise<void>((resolve) => who.onRevoked(resolve));
  await browser.get(`${gateway.url}/auth/logout`);
  await told;
});

/** Waits until the use at `seenAtMs` is stored: it is written beside the request. */
async function settled(gateway: TestGateway, seenAtMs: number): Promise<void> {
  const seenAt = new Date(seenAtMs);
  const { browserSession } = gateway.store.prisma;
  await until(async () => (await browserSession.count({ where: { lastSeenAt: seenAt } })) > 0);
}

test('a sign-out that comes just as the one before it is done is not left waiting', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const ended: string[] = [];
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    const sessions = {
      idIn: (cookie: string) => cookie,
      find: (cookie: string) => Promise.resolve({ state: 'live', row: { id: cookie } }),
      async end(id: string) {
        ended.push(id);
        isDone();
      },
    } as unknown as SessionDesk;
    const ender = new SessionEnder({ sessions, log: silentLog });
    ender.end('first', true);
    await done;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    ender.end('second', true);
    await new Promise(setImmediate);
    assert.equal(ended, ['first', 'second'], `${turns} turns later`);
  }
});

test.run();
