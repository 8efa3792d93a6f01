import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beginSignIn, passProvider, signInAs, startPair } from './provider-rig.ts';
import { bearer, Browser, json, sessionCookie } from './rig.ts';
import { meOf, reaches } from './signed-in.ts';

const test = suite('signing in with an identity provider');

test('the owner, named by subject, signs in and reaches the gateway', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const response = await signInAs(pair, browser, 'owner');
  assert.equal([response.status, response.headers.get('location')], [303, '/']);
  const me = await meOf(pair, browser);
  assert.equal([me.authenticated, me.owner, me.subject, me.method], [true, true, 'owner', 'session']);
  assert.is(await reaches(pair, browser), 200);
});

test('the sign-in uses code, PKCE, state and nonce, and its cookie is for this browser alone', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const { searchParams } = await beginSignIn(pair, browser);
  assert.is(searchParams.get('response_type'), 'code');
  assert.is(searchParams.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce', 'code_challenge'])
    assert.ok((searchParams.get(name) ?? '').length >= 43);
  assert.match(
    browser.received[0] ?? '',
    /^holdfast_sign_in_\d+=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  for (const name of ['state', 'nonce'])
    assert.not.match(browser.received[0] ?? '', searchParams.get(name) ?? '');
});

test('the session from before ends with the sign-in, although the way back from another site does not bring its cookie', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const former = browser.cookies.get(sessionCookie(pair.gateway)) ?? '';
  const at = await beginSignIn(pair, browser);
  browser.cookies.delete(sessionCookie(pair.gateway));
  const callback = await passProvider(browser, at, 'owner');
  assert.is((await browser.get(callback.href)).status, 303);
  assert.is.not(browser.cookies.get(sessionCookie(pair.gateway)), former);
  assert.is(await reaches(pair, browser), 200);
  browser.cookies.set(sessionCookie(pair.gateway), former);
  assert.is(await reaches(pair, browser), 401);
});

test('the owner, named by a verified e-mail address in any case, signs in', async () => {
  await using pair = await startPair({ owner: 'Anna@Example.com' });
  const browser = new Browser();
  assert.is((await signInAs(pair, browser, 'anna')).status, 303);
  assert.is(await reaches(pair, browser), 200);
});

test('an address that the provider did not verify makes nobody the owner', async () => {
  await using pair = await startPair({ owner: 'unverified@example.com' });
  const browser = new Browser();
  const refused = await signInAs(pair, browser, 'unverified');
  assert.is(refused.status, 403);
  assert.match((await json(refused)).detail, 'no verified e-mail address');
  assert.is(await reaches(pair, browser), 401);
});

test('an address as somebody else’s subject makes nobody the owner, in a sign-in or in an access token', async () => {
  for (const owner of ['anna@example.com', 'email:anna@example.com']) {
    await using pair = await startPair({ owner });
    const browser = new Browser();
    // At this provider people choose their subjects.
    assert.is((await signInAs(pair, browser, 'anna@example.com')).status, 403, owner);
    assert.is(await reaches(pair, browser), 401);
    const token = await pair.provider.sign({
      sub: owner.replace('email:', ''),
      email: 'x@x',
      email_verified: true,
    });
    const answer = await fetch(`${pair.gateway.url}/api/v1/calls`, { headers: bearer(token) });
    assert.is(answer.status, 403, owner);
    assert.is((await signInAs(pair, new Browser(), 'anna')).status, 303, 'the owner herself');
  }
});

test('a subject that looks like an address is named with sub:, and then no address counts', async () => {
  await using pair = await startPair({ owner: 'sub:anna@example.com' });
  assert.is((await signInAs(pair, new Browser(), 'anna@example.com')).status, 303);
  assert.is((await signInAs(pair, new Browser(), 'anna')).status, 403);
});

test('a plain subject is never compared with an address', async () => {
  await using pair = await startPair({ owner: 'email:owner@example.com' });
  assert.is((await signInAs(pair, new Browser(), 'owner')).status, 303);
  await using bySubject = await startPair({ owner: 'sub:owner' });
  assert.is((await signInAs(bySubject, new Browser(), 'owner')).status, 303);
  assert.is((await signInAs(bySubject, new Browser(), 'stranger')).status, 403);
});

test('someone else at the same provider is refused with 403 and gets no session', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const response = await signInAs(pair, browser, 'stranger');
  assert.is(response.status, 403);
  assert.match((await json(response)).detail, 'not as the owner');
  assert.not.ok([...browser.cookies.keys()].some((name) => name.includes('holdfast')));
  assert.is(await pair.gateway.store.prisma.browserSession.count(), 0);
});

test('a sign-in returns to where it began, but never to another host', async () => {
  await using pair = await startPair();
  for (const [asked, to] of [
    ['/calls/call_1?tab=audio#end', '/calls/call_1?tab=audio#end'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['/a/..//evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['javascript:alert(1)', '/'],
  ] as const) {
    const browser = new Browser();
    const start = await beginSignIn(pair, browser, `?return_to=${encodeURIComponent(asked)}`);
    const callback = await passProvider(browser, start, 'owner');
    assert.is((await browser.get(callback.href)).headers.get('location'), to, asked);
  }
});

test('a sign-in that begins under another name of this service goes on under PUBLIC_URL, to which the provider leads', async () => {
  await using pair = await startPair();
  const { url } = pair.gateway;
  const browser = new Browser();
  const elsewhere = url.replace('127.0.0.1', 'localhost');
  const moved = await browser.get(`${elsewhere}/auth/login?return_to=%2Fhistory%3Fq%3Da%26b`);
  assert.is(moved.status, 303);
  const there = new URL(moved.headers.get('location') ?? '');
  assert.is(there.origin, url);
  assert.equal([...browser.cookies], []);
  const callback = await passProvider(browser, await beginSignIn(pair, browser, there.search), 'owner');
  assert.is((await browser.get(callback.href)).headers.get('location'), '/history?q=a&b');
  // A proxy that changes the name changes it again.
  const onward = await browser.get(`${elsewhere}/auth/login${there.search}`);
  assert.is(new URL(onward.headers.get('location') ?? '').origin, pair.provider.issuer);
});

test('a path that would make the cookie too long for browsers leads to the dashboard', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const longest = `/calls?q=${'x'.repeat(2_039)}`;
  await beginSignIn(pair, browser, `?return_to=${longest}`);
  const asked = `/calls?q=${'ж'.repeat(1_000)}`; // written with 6 characters each
  const start = await beginSignIn(pair, browser, `?return_to=${encodeURIComponent(asked)}`);
  for (const received of browser.received)
    assert.ok((received.split(';')[0] ?? '').length <= 4_096, 'browsers drop longer ones');
  const callback = await passProvider(browser, start, 'owner');
  assert.is((await browser.get(callback.href)).headers.get('location'), '/');
});

test('a callback with another state is refused before the provider is asked', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const callback = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  callback.searchParams.set('state', 'somebody-elses');
  const asked = pair.provider.asked.length;
  const response = await browser.get(callback.href);
  assert.is(response.status, 400);
  assert.match((await json(response)).detail, 'state');
  assert.is(pair.provider.asked.length, asked);
  assert.is(await reaches(pair, browser), 401);
});

test('of two sign-ins in one browser the one that began last goes on, though the other comes back first', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const first = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  const second = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  assert.is((await browser.get(first.href)).status, 400);
  assert.is((await browser.get(second.href)).status, 303);
  assert.is(await reaches(pair, browser), 200);
});

test("a callback in a browser that did not begin the sign-in is refused (the victim is given the thief's code)", async () => {
  await using pair = await startPair();
  const [thief, victim] = [new Browser(), new Browser()];
  const callback = await passProvider(thief, await beginSignIn(pair, thief), 'owner');
  assert.is((await victim.get(callback.href)).status, 400);
  await beginSignIn(pair, victim);
  assert.is((await victim.get(callback.href)).status, 400);
  assert.is(await reaches(pair, victim), 401);
});

test('an ID token with another nonce is refused', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const start = await beginSignIn(pair, browser);
  start.searchParams.set('nonce', 'a-nonce-of-somebody-elses-sign-in');
  const callback = await passProvider(browser, start, 'owner');
  const response = await browser.get(callback.href);
  assert.is(response.status, 400);
  assert.match((await json(response)).detail, 'does not belong to this sign-in');
  assert.is(await reaches(pair, browser), 401);
});

test('a provider whose clock is wrong: 502 that says so, for the one who sets clocks', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const callback = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  const exp = Math.floor(Date.now() / 1000) - 300;
  const issued = await pair.provider.sign({ exp, iat: exp - 60 }, { typ: 'JWT' });
  pair.provider.replaceBy((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: issued })),
  );
  const answer = await browser.get(callback.href);
  assert.is(answer.status, 502);
  assert.match((await json(answer)).detail, 'clocks');
  assert.is(await reaches(pair, browser), 401);
});

test('a replayed code is refused, also with the cookie of its sign-in', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const callback = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  const copy = new Browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  assert.is((await browser.get(callback.href)).status, 303);
  assert.is((await browser.get(callback.href)).status, 400);
  const replayed = await copy.get(callback.href);
  assert.is(replayed.status, 400);
  assert.match((await json(replayed)).detail, 'code');
  assert.is(await reaches(pair, copy), 401);
});

test('an invalid code, and a sign-in that began too long ago, are refused', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const callback = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  const late = new Browser();
  for (const [name, value] of browser.cookies) late.cookies.set(name, value);
  const forged = new URL(callback);
  forged.searchParams.set('code', 'x'.repeat(43));
  assert.is((await browser.get(forged.href)).status, 400);
  pair.gateway.clock.nowMs += 601_000;
  assert.is((await late.get(callback.href)).status, 400);
});

test("the provider's refusal is reported, not echoed", async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const { searchParams } = await beginSignIn(pair, browser);
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: '<script>alert(1)</script>',
    state: searchParams.get('state') ?? '',
    iss: pair.provider.issuer,
  });
  const response = await browser.get(`${pair.gateway.url}/auth/callback?${query.toString()}`);
  assert.is(response.status, 400);
  const { detail } = await json(response);
  assert.match(detail, 'access_denied');
  assert.not.match(detail, 'script');
});

test.run();
