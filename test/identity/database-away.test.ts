import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { ConfirmedCredentials } from '../../src/identity/confirmed-credentials.ts';
import type { Recognised } from '../../src/identity/gate.ts';
import { bearer, Browser, json, sessionCookie, startGateway, type TestGateway } from './rig.ts';
import { createToken, fakeRequest, statusWith } from './token-rig.ts';
import { until } from '../rig/until.ts';

const test = suite('credentials while the database is away');

const hourMs = 3_600_000;

const owner: Recognised = {
  ...{ credentialId: 'sess_x', kind: 'session', isOwner: true, scope: 'admin', tokenId: null },
  ...{ name: 'owner', subject: null, email: null, expiresAtMs: Infinity },
};

type Reading = () => Promise<never>;
const fails: Reading = () => Promise.reject(new AppError('unavailable', 'the disk fails'));
const hangs: Reading = () => new Promise(() => undefined);

/** From now on no credential can be read. @returns the function that ends this. */
function takeAway({ store }: TestGateway, reading = fails): () => void {
  const instead = {
    tokens: { findByDigest: reading, findUsable: fails },
    sessions: { find: reading, findUsable: fails },
  };
  Object.assign(store.tokens, instead.tokens);
  Object.assign(store.sessions, instead.sessions);
  return () => {
    for (const name of Object.keys(instead.tokens)) Reflect.deleteProperty(store.tokens, name);
    for (const name of Object.keys(instead.sessions)) Reflect.deleteProperty(store.sessions, name);
  };
}

async function signedIn(gateway: TestGateway, token: string): Promise<Browser> {
  const browser = new Browser();
  const body = JSON.stringify({ token });
  const headers = { 'content-type': 'application/json', origin: gateway.url };
  const answer = await browser.send(`${gateway.url}/auth/session`, { method: 'POST', headers, body });
  assert.is(answer.status, 200);
  return browser;
}

const reaches = async (gateway: TestGateway, browser: Browser): Promise<number> =>
  (await browser.get(`${gateway.url}/api/v1/calls`)).status;

for (const [how, reading] of [
  ['cannot be read', fails],
  ['does not answer', hangs],
] as const)
  test(`a database that ${how}: whoever was let in before is let in, nobody else`, async () => {
    await using gateway = await startGateway();
    const first = (await gateway.identity.createFirstToken()) ?? '';
    const unused = (await json(createToken(gateway, first, { name: 'unused' }))).token;
    const browser = await signedIn(gateway, first);
    assert.is(await reaches(gateway, browser), 200);
    const giveBack = takeAway(gateway, reading);
    assert.is(await statusWith(gateway, bearer(first)), 200);
    assert.is(await reaches(gateway, browser), 200);
    const me = await json(browser.get(`${gateway.url}/auth/me`));
    assert.equal([me.authenticated, me.owner], [true, true]);
    if (reading === hangs) return giveBack(); // nobody else gets an answer
    assert.is(await statusWith(gateway, bearer(unused)), 503);
    const cookie = browser.cookies.get(sessionCookie(gateway)) ?? '';
    assert.is(await statusWith(gateway, bearer(cookie)), 503);
    const forged = `${cookie.slice(0, -3)}${cookie.endsWith('abc') ? 'abd' : 'abc'}`;
    assert.is(await statusWith(gateway, { cookie: `${sessionCookie(gateway)}=${forged}` }), 503);
    giveBack();
    assert.is(await statusWith(gateway, bearer(unused)), 200);
  });

test('a confirmed credential counts until it expires, for four hours at most', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const short = (await json(createToken(gateway, first, { name: 'short', expires_in_days: 1 }))).token;
  gateway.clock.nowMs += 23 * hourMs;
  for (const token of [first, short]) assert.is(await statusWith(gateway, bearer(token)), 200);
  takeAway(gateway);
  gateway.clock.nowMs += hourMs;
  assert.is(await statusWith(gateway, bearer(short)), 503);
  gateway.clock.nowMs += 3 * hourMs - 1;
  assert.is(await statusWith(gateway, bearer(first)), 200);
  gateway.clock.nowMs += 1;
  assert.is(await statusWith(gateway, bearer(first)), 503);
});

test('four hours are four hours, although the clock is set back or the machine sleeps', async () => {
  const clock = { nowMs: 100 * hourMs, monotonicMs: 0 };
  const watch = { watch: () => () => undefined };
  const confirmed = new ConfirmedCredentials({
    watch,
    now: () => clock.nowMs,
    monotonicMs: () => clock.monotonicMs,
  });
  const ask = (answer: () => Promise<Recognised>) => confirmed.recognise('bearer', 'the token', answer);
  const isKnown = () =>
    ask(fails).then(
      () => true,
      () => false,
    );
  const confirm = () => ask(() => Promise.resolve(owner));
  await confirm();
  clock.nowMs -= 24 * hourMs;
  clock.monotonicMs += 4 * hourMs - 1;
  assert.is(await isKnown(), true, 'a call goes on, and its owner may end it');
  clock.monotonicMs += 1;
  assert.is(await isKnown(), false);
  await confirm();
  clock.nowMs += 4 * hourMs;
  assert.is(await isKnown(), false, 'the other clock stands still while the machine sleeps');
});

test('a credential revoked, ended or signed out no longer counts, though the database cannot record it', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const [ended, out] = [await signedIn(gateway, first), await signedIn(gateway, first)];
  for (const browser of [ended, out]) assert.is(await reaches(gateway, browser), 200);
  assert.is(await statusWith(gateway, bearer(first)), 200);
  takeAway(gateway);
  const { tokens, sessions } = gateway.store;
  tokens.revoke = fails;
  sessions.end = fails;
  const sessionOf = (browser: Browser): string => browser.cookies.get(sessionCookie(gateway)) ?? '';
  const cookies = [ended, out].map((browser) => ({
    cookie: `${sessionCookie(gateway)}=${sessionOf(browser)}`,
  }));
  await gateway.identity.sessions.end(sessionOf(ended).split('.')[0] ?? '').catch(() => undefined);
  await out.get(`${gateway.url}/auth/logout`);
  assert.is(await statusWith(gateway, cookies[0] ?? {}), 503);
  assert.is(await statusWith(gateway, cookies[1] ?? {}), 401);
  assert.is(await statusWith(gateway, bearer(first)), 200);
  await gateway.identity.tokens.revoke('pat_other').catch(() => undefined);
  assert.is(await statusWith(gateway, bearer(first)), 503, 'it may have been made with the other');
});

test('who signs out while the database is away is signed out in it as soon as it is back', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const [out, stays] = [await signedIn(gateway, first), await signedIn(gateway, first)];
  const cookie = { cookie: `${sessionCookie(gateway)}=${out.cookies.get(sessionCookie(gateway)) ?? ''}` };
  const giveBack = takeAway(gateway);
  assert.is((await out.get(`${gateway.url}/auth/logout`)).status, 303);
  assert.is(await statusWith(gateway, cookie), 401);
  giveBack();
  assert.is(await statusWith(gateway, cookie), 401, 'also before the database was asked again');
  const count = (): Promise<number> => gateway.store.prisma.browserSession.count();
  await until(async () => (await count()) === 1);
  assert.is(await statusWith(gateway, cookie), 401);
  assert.is(await reaches(gateway, stays), 200);
});

test('sign-outs with made-up cookies take no room from that of a session that was seen', async () => {
  await using gateway = await startGateway();
  const out = await signedIn(gateway, (await gateway.identity.createFirstToken()) ?? '');
  assert.is(await reaches(gateway, out), 200);
  const cookie = { cookie: `${sessionCookie(gateway)}=${out.cookies.get(sessionCookie(gateway)) ?? ''}` };
  takeAway(gateway);
  const signOut = async (number: number): Promise<void> => {
    const madeUp = `sess_${String(number).padStart(20, '0')}.${'x'.repeat(43)}`;
    const headers = { cookie: `${sessionCookie(gateway)}=${madeUp}` };
    const answer = await fetch(`${gateway.url}/auth/logout`, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
  };
  for (let sent = 0; sent < 1_000; sent += 50)
    await Promise.all(Array.from({ length: 50 }, (_each, index) => signOut(sent + index)));
  await out.get(`${gateway.url}/auth/logout`);
  assert.is(await statusWith(gateway, cookie), 401, 'not 503: it waits to be ended');
});

test('a service that stops tries once more to end who signed out', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const out = await signedIn(gateway, first);
  const giveBack = takeAway(gateway);
  await out.get(`${gateway.url}/auth/logout`);
  giveBack();
  await gateway.identity.close();
  assert.is(await gateway.store.prisma.browserSession.count(), 0);
});

test('whoever signs out with made-up cookies keeps nobody else from being remembered', async () => {
  const watch = { watch: () => () => undefined };
  const confirmed = new ConfirmedCredentials({ watch, now: () => 0 });
  let answer: (who: Recognised) => void = () => undefined;
  const asking = confirmed.recognise(
    'cookie',
    'the owner',
    () => new Promise((resolve) => (answer = resolve)),
  );
  confirmed.forget('cookie', 'made up');
  answer(owner);
  await asking;
  assert.type(confirmed.find('cookie', 'the owner'), 'string');
  confirmed.forget('cookie', 'the owner');
  assert.is(confirmed.find('cookie', 'the owner'), undefined);
});

test('a credential that another process revoked before the outage no longer counts', async () => {
  await using gateway = await startGateway({ revocationIntervalMs: 20 });
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const { token, id } = await json(createToken(gateway, first, { name: 'lost' }));
  assert.is(await statusWith(gateway, bearer(token)), 200);
  let isTold = false;
  const who = await gateway.identity.authenticator.identify(fakeRequest(token), 'mcp');
  who.onRevoked(() => (isTold = true));
  const revokedAt = new Date(gateway.clock.nowMs);
  await gateway.store.prisma.personalAccessToken.update({ where: { id }, data: { revokedAt } });
  await until(() => isTold);
  takeAway(gateway);
  assert.is(await statusWith(gateway, bearer(token)), 503);
});

test.run();
