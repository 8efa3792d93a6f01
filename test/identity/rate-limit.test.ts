import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { FixedWindow } from '../../src/identity/rate-limit.ts';
import { json, startGateway } from './rig.ts';

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

test('other spellings of a limited path reach no handler', async () => {
  await using gateway = await startGateway();
  for (const path of ['/auth/me/', '/auth/ME', '//auth/me', '/auth//me', '/auth/%6de', '/auth/./me'])
    for (let count = 0; count < 31; count += 1) {
      const response = await fetch(gateway.url + path);
      const limited = response.url.endsWith('/auth/me');
      assert.ok(limited || response.status === 401, `${path}: ${response.status}`);
    }
});

test('the window is fixed: it begins with its first request and does not slide', () => {
  const window = new FixedWindow({ limit: 2, windowMs: 60_000, maxKeys: 10 });
  assert.equal(
    [0, 59_000, 59_500, 60_000, 60_001, 60_002, 119_999, 120_000].map((atMs) => window.take('a', atMs)),
    [true, true, false, true, true, false, false, true],
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
