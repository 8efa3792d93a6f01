import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signInAs, startPair } from './provider-rig.ts';
import { Browser, json, sessionCookie } from './rig.ts';
import { meOf, reaches } from './signed-in.ts';

const test = suite('a session with a provider behind it');

test('a refresh gives the session a new secret; the old one no longer opens anything', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const before = browser.cookies.get(sessionCookie(pair.gateway));
  const response = await browser.get(`${pair.gateway.url}/auth/refresh-callback`);
  assert.equal([response.status, (await json(response)).owner], [200, true]);
  assert.is.not(browser.cookies.get(sessionCookie(pair.gateway)), before);
  assert.is(await reaches(pair, browser), 200);
  const old = new Browser();
  old.cookies.set(sessionCookie(pair.gateway), before ?? '');
  assert.is(await reaches(pair, old), 401);
  assert.is(await reaches(pair, browser), 200);
  assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 200, 'and again');
});

test('refreshing with an old secret ends the session for both who have one', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const thief = new Browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 200);
  pair.gateway.clock.nowMs += 61_000;
  assert.is((await thief.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 401);
  assert.is(await reaches(pair, browser), 401);
  assert.is(await pair.gateway.store.prisma.browserSession.count(), 0);
});

test('a page that lost the response to a refresh gets it again with the secret of before, for a minute', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const name = sessionCookie(pair.gateway);
  const url = `${pair.gateway.url}/auth/refresh-callback`;
  const unaware = new Browser();
  unaware.cookies.set(name, browser.cookies.get(name) ?? '');
  const first = browser.cookies.get(name) ?? '';
  assert.is((await browser.get(url)).status, 200);
  pair.gateway.clock.nowMs += 50_000;
  assert.is((await unaware.get(url)).status, 200);
  assert.is(unaware.cookies.get(name), browser.cookies.get(name));
  assert.is(await reaches(pair, unaware), 200);
  assert.is((await browser.get(url)).status, 200);
  unaware.cookies.set(name, first);
  assert.is((await unaware.get(url)).status, 401, 'the secret before the one before');
  assert.is(await reaches(pair, browser), 401);
});

test('a made-up secret refreshes nothing and ends no session: everyone who may read knows the ids', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const [id] = (browser.cookies.get(sessionCookie(pair.gateway)) ?? '').split('.');
  const forger = new Browser();
  forger.cookies.set(sessionCookie(pair.gateway), `${id}.${'x'.repeat(43)}`);
  const refused = await forger.get(`${pair.gateway.url}/auth/refresh-callback`);
  assert.is(refused.status, 401);
  assert.is(await reaches(pair, browser), 200);
});

test('an earlier secret is known for one after any number of refreshes', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const thief = new Browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  for (let refreshes = 0; refreshes < 2; refreshes++)
    assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 200);
  assert.is((await thief.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 401);
  assert.is(await reaches(pair, browser), 401);
});

test('a session that an earlier version began is refreshed, and then tells its earlier secrets from made-up ones', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  await pair.gateway.store.prisma.browserSession.updateMany({ data: { familyDigest: null } });
  assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 200);
  const { familyDigest } = await pair.gateway.store.prisma.browserSession.findFirstOrThrow();
  assert.match(familyDigest ?? '', /^[0-9a-f]{64}$/);
});

test('two tabs that refresh at once are one refresh', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const cookie = `${sessionCookie(pair.gateway)}=${browser.cookies.get(sessionCookie(pair.gateway))}`;
  const url = `${pair.gateway.url}/auth/refresh-callback`;
  const answers = await Promise.all([1, 2, 3].map(() => fetch(url, { headers: { cookie } })));
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.is(new Set(answers.map(({ headers }) => headers.getSetCookie()[0])).size, 1);
});

test('a refresh token that the provider revoked ends the session', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  pair.provider.replaceBy((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
  );
  assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 401);
  assert.is(browser.cookies.has(sessionCookie(pair.gateway)), false);
  assert.is(await pair.gateway.store.prisma.browserSession.count(), 0);
});

test('a provider that is away for the refresh ends no session', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  pair.provider.replaceBy((_request, response) => response.writeHead(503).end());
  assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 503);
  assert.is(await reaches(pair, browser), 200);
});

test('without a session, and from a foreign page, nothing is refreshed', async () => {
  await using pair = await startPair();
  const url = `${pair.gateway.url}/auth/refresh-callback`;
  const led = await fetch(url);
  assert.equal([led.status, led.headers.getSetCookie()], [401, []], 'it is not signed out either');
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  assert.is((await browser.get(url, { 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.is(await reaches(pair, browser), 200);
});

test("the provider's refresh token is not in the database", async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const { providerRefreshToken } = await pair.gateway.store.prisma.browserSession.findFirstOrThrow();
  assert.match(providerRefreshToken ?? '', /^sealed:v1:[0-9a-f]{8}:[\w-]+$/);
});

test('a session whose refresh token an earlier version sealed goes on, without a refresh', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const earlier = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..MTIzNDU2Nzg5MDEy.AAAA.MTIzNDU2Nzg5MDEyMzQ1Ng';
  await pair.gateway.store.prisma.browserSession.updateMany({ data: { providerRefreshToken: earlier } });
  const refreshed = await browser.get(`${pair.gateway.url}/auth/refresh-callback`);
  assert.equal(
    [refreshed.status, (await json(refreshed)).detail],
    [409, 'this session has nothing to refresh; sign in again when it ends'],
  );
  assert.is(await reaches(pair, browser), 200);
});

test('signing out leads to the end-session page of the provider, without a token in the URL', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const asked = pair.provider.asked.length;
  const response = await browser.get(`${pair.gateway.url}/auth/logout`);
  const to = new URL(response.headers.get('location') ?? '');
  assert.is(to.origin, pair.provider.issuer);
  assert.equal([...to.searchParams.keys()].sort(), ['client_id', 'post_logout_redirect_uri']);
  assert.is(to.searchParams.get('post_logout_redirect_uri'), `${pair.gateway.url}/`);
  assert.is(pair.provider.asked.length, asked, 'no request to the provider');
  assert.is((await browser.get(to.href)).status, 200, 'the provider accepts it');
});

test('an owner who is no longer named loses the session at the next use', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  await pair.gateway.store.prisma.browserSession.updateMany({ data: { subject: 'former' } });
  assert.is(await reaches(pair, browser), 403);
  const me = await meOf(pair, browser);
  assert.equal([me.authenticated, me.owner], [true, false]);
});

test.run();
