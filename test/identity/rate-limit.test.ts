import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import type { Context } from 'koa';
import { AppError } from '../../src/domain/errors.ts';
import { FixedWindow, limitRate, requestsPerSession } from '../../src/identity/rate-limit.ts';
import { Browser, json, sessionCookie, startGateway } from './rig.ts';

const test = suite('rate limit of the unauthenticated edge');

for (const path of ['/auth/me', '/auth/callback', '/auth/refresh-callback', '/auth/session'])
  test(`the 31st ${path} within a minute is refused, whatever X-Forwarded-For says`, async () => {
    await using gateway = await startGateway();
    const get = (from: number) =>
      fetch(gateway.url + path, {
        headers: { 'x-forwarded-for': `192.0.2.${from}`, forwarded: `for=192.0.2.${from}` },
      });
    for (let count = 1; count <= 30; count += 1) {
      const within = await get(count);
      assert.is.not(within.status, 429, `request ${count}`);
      assert.is(within.headers.get('retry-after'), null);
    }
    const refused = await get(31);
    assert.is(refused.status, 429);
    assert.is(refused.headers.get('retry-after'), '60');
    assert.equal(Object.keys(await json<object>(refused)), ['detail']);
    gateway.clock.nowMs += 59_999;
    assert.is((await get(32)).status, 429);
    gateway.clock.nowMs += 1;
    assert.is.not((await get(33)).status, 429);
  });

test('beyond the limit no body is read, of whatever kind and size it says it is', async () => {
  await using gateway = await startGateway();
  const post = (body: string, type: string) =>
    fetch(`${gateway.url}/auth/session`, { method: 'POST', headers: { 'content-type': type }, body });
  const statuses: number[] = [];
  for (let count = 1; count <= 30; count += 1)
    statuses.push((await post(count % 2 === 0 ? '{"token":"x"}' : 'x', 'application/json')).status);
  assert.equal([...new Set(statuses)], [400, 401]);
  assert.is((await post('token=x', 'text/plain')).status, 429);
  assert.is((await post('{', 'application/json')).status, 429);
  assert.is((await post(JSON.stringify('x'.repeat(300_000)), 'application/json')).status, 429);
});

test('each route has its own count, and what is not named has none', async () => {
  await using gateway = await startGateway();
  const statuses = async (path: string, times: number) => {
    const seen = new Set<number>();
    for (let count = 0; count < times; count += 1)
      seen.add((await fetch(gateway.url + path, { redirect: 'manual' })).status);
    return [...seen];
  };
  assert.equal(await statuses('/auth/me', 31), [200, 429]);
  assert.equal(await statuses('/auth/callback', 30), [404]);
  assert.equal(await statuses('/auth/logout', 40), [303]);
  assert.equal(await statuses('/auth/login', 40), [404]);
  assert.equal(await statuses('/api/v1/calls', 40), [401]);
});

test('a signed-in browser asks who it is as often as it loads, whatever strangers at its address did', async () => {
  await using gateway = await startGateway();
  const browser = new Browser();
  const token = (await gateway.identity.createFirstToken()) ?? '';
  const opened = await browser.send(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url },
    body: JSON.stringify({ token }),
  });
  assert.is(opened.status, 200);
  const me = `${gateway.url}/auth/me`;
  const ask = async (times: number, headers: Record<string, string>) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) statuses.push((await fetch(me, { headers })).status);
    return statuses;
  };
  assert.is((await browser.get(me)).status, 200);
  const cookie = `${sessionCookie(gateway)}=${browser.cookies.get(sessionCookie(gateway)) ?? ''}`;
  // Its first request was still counted as a stranger's.
  assert.equal(await ask(30, {}), [...Array<number>(29).fill(200), 429]);
  const forged = `${cookie.slice(0, -43)}${'A'.repeat(43)}`;
  assert.equal(await ask(2, { cookie: forged }), [429, 429], 'a guess is a stranger');
  const owner = await ask(requestsPerSession + 1, { cookie });
  assert.equal(new Set(owner.slice(0, -1)), new Set([200]));
  assert.is(owner.at(-1), 429, 'a script that never stops is stopped');

  gateway.clock.nowMs += 60_000;
  await browser.get(`${gateway.url}/auth/logout`);
  await gateway.identity.close();
  await ask(30, {});
  assert.equal(await ask(1, { cookie }), [429], 'an ended session is a stranger');
});

test('other spellings of a limited path reach no handler', async () => {
  await using gateway = await startGateway();
  for (const path of ['/auth/me/', '/auth/ME', '//auth/me', '/auth//me', '/auth/%6de', '/auth/./me'])
    for (let count = 0; count < 31; count += 1) {
      const response = await fetch(gateway.url + path);
      const limited = response.url.endsWith('/auth/me');
      assert.ok(limited || response.status === 401, `${path}: ${response.status}`);
    }
});

test('the addresses of one IPv6 /64 share a count; an IPv4-mapped address is the IPv4 address', async () => {
  const limit = limitRate(
    () => 0,
    () => undefined,
  );
  /** @returns how many of the requests, one from each address, get through. */
  const admitted = async (addresses: string[]) => {
    let through = 0;
    const pass = () => Promise.resolve((through += 1));
    for (const remoteAddress of addresses) {
      const ctx = { path: '/auth/me', req: { socket: { remoteAddress } }, set: () => undefined };
      await Promise.resolve(limit(ctx as unknown as Context, pass)).catch((error: unknown) => {
        assert.instance(error, AppError);
      });
    }
    return through;
  };
  const forty = Array.from({ length: 40 }, (_, at) => at.toString(16));
  assert.is(await admitted(forty.map((at) => `2001:db8:0:1::${at}`)), 30);
  assert.is(await admitted(forty.map((at) => `2001:db8:0:1:${at}:ffff:0:1`)), 0, 'however they are written');
  assert.is(await admitted(forty.map((at) => `2001:db8:0:2${at}::1`)), 40, 'other subscribers');
  assert.is(await admitted(forty.map(() => '192.0.2.7')), 30);
  assert.is(await admitted(['::ffff:192.0.2.7', '::ffff:c000:207']), 0);
  assert.is(await admitted(forty.map((_, at) => `::ffff:192.0.2.${100 + at}`)), 40, 'they are no /64');
  assert.is(await admitted(forty.map((at) => `fe80::${at}%eth0`)), 30);
});

test('the window is fixed: it begins with its first request and does not slide', () => {
  const window = new FixedWindow({ limit: 2, windowMs: 60_000, maxKeys: 10 });
  assert.equal(
    [0, 59_000, 59_500, 60_000, 60_001, 60_002, 119_999, 120_000].map((atMs) => window.take('a', atMs)),
    [true, true, false, true, true, false, false, true],
  );
});

test('a clock that was set back begins another window, and shuts nobody out until it has caught up', () => {
  const window = new FixedWindow({ limit: 1, windowMs: 60_000, maxKeys: 10 });
  assert.equal(
    [7_200_000, 7_200_001, 1_000, 1_001, 61_000].map((atMs) => window.take('a', atMs)),
    [true, false, true, false, true],
  );
});

test('the store is bounded and forgets the oldest window first', () => {
  const window = new FixedWindow({ limit: 1, windowMs: 60_000, maxKeys: 2 });
  assert.ok(window.take('oldest', 0) && window.take('older', 1) && window.take('new', 2));
  assert.is(window.size, 2);
  assert.not.ok(window.take('older', 3));
  assert.not.ok(window.take('new', 3));
  assert.ok(window.take('oldest', 3), 'it was forgotten, so it begins anew');
});

test('no order of requests passes the limit within a window or grows the store', () => {
  const requests = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 40 })), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(requests, (steps) => {
      const window = new FixedWindow({ limit: 3, windowMs: 100, maxKeys: 16 });
      const allowed = new Map<string, number[]>();
      let nowMs = 0;
      for (const [client, waitMs] of steps) {
        nowMs += waitMs;
        const key = `client ${client}`;
        if (window.take(key, nowMs)) allowed.set(key, [...(allowed.get(key) ?? []), nowMs]);
      }
      // A fixed window lets twice its limit through around an edge, never more.
      for (const times of allowed.values())
        for (let at = 6; at < times.length; at += 1)
          assert.ok((times[at] ?? 0) - (times[at - 6] ?? 0) >= 100);
      assert.ok(window.size <= 16);
    }),
  );
});

test.run();
