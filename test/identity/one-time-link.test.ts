import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Browser, json, sessionCookie, startGateway, type TestGateway } from './rig.ts';

const test = suite('one-time sign-in links');

const minuteMs = 60_000;

function secretOf(link: string): string {
  return new URL(link).hash.replace('#link=', '');
}

async function redeem(gateway: TestGateway, link: string, browser = new Browser()): Promise<Response> {
  return browser.send(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url, 'user-agent': 'Test\u00ff browser' },
    body: JSON.stringify({ link: secretOf(link) }),
  });
}

test('a link opens one session, which may do everything', async () => {
  await using gateway = await startGateway();
  const link = await gateway.identity.createLink();
  assert.match(link, new RegExp(`^${gateway.url}/sign-in#link=hf_link_[\\w-]{43}$`));
  const browser = new Browser();
  const answer = await redeem(gateway, link, browser);
  assert.is(answer.status, 200);
  const me = await json<{ method: string; scope: string; owner: boolean }>(answer);
  assert.equal([me.method, me.scope, me.owner], ['session', 'admin', true]);
  const made = await browser.send(`${gateway.url}/api/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url },
    body: '{"name":"made in the page"}',
  });
  assert.is(made.status, 201);

  const again = new Browser();
  const refused = await redeem(gateway, link, again);
  assert.is(refused.status, 401);
  assert.match((await json(refused)).detail, 'used before');
  assert.is(again.cookies.size, 0);
  assert.is((await browser.get(`${gateway.url}/api/v1/x`)).status, 200, 'the first goes on');
});

test('of two browsers that open it at once one gets in', async () => {
  await using gateway = await startGateway();
  const link = await gateway.identity.createLink();
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(gateway, link)));
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
});

test('fetching the link, as previews do, neither uses it nor shows its secret to the service', async () => {
  await using gateway = await startGateway();
  const link = await gateway.identity.createLink();
  for (const method of ['GET', 'HEAD']) await fetch(link, { method });
  assert.not.ok(new Request(link).url.split('#')[0]?.includes('hf_link_'));
  assert.is((await redeem(gateway, link)).status, 200);
});

test('it is good for ten minutes', async () => {
  await using gateway = await startGateway();
  const [link, late] = [await gateway.identity.createLink(), await gateway.identity.createLink()];
  gateway.clock.nowMs += 10 * minuteMs - 1;
  assert.is((await redeem(gateway, link)).status, 200);
  gateway.clock.nowMs += 1;
  assert.is((await redeem(gateway, late)).status, 401);
});

test('a clock that is set back makes no link last longer; one that is corrected by seconds changes nothing', async () => {
  await using gateway = await startGateway();
  const [link, kept] = [await gateway.identity.createLink(), await gateway.identity.createLink()];
  gateway.clock.nowMs -= 30_000;
  assert.is((await redeem(gateway, link)).status, 200);
  gateway.clock.nowMs -= 60 * minuteMs;
  assert.is((await redeem(gateway, kept)).status, 401);
});

test('the database stores only its digest, and the link survives a restart', async () => {
  await using gateway = await startGateway();
  const link = await gateway.identity.createLink();
  const rows = await gateway.store.prisma.signInLink.findMany();
  assert.is(rows.length, 1);
  assert.not.ok(JSON.stringify(rows).includes(secretOf(link).slice(-20)));
});

test('a foreign page cannot use it up', async () => {
  await using gateway = await startGateway();
  const link = await gateway.identity.createLink();
  const foreign = await fetch(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ link: secretOf(link) }),
  });
  assert.is(foreign.status, 403);
  assert.is((await redeem(gateway, link)).status, 200);
});

test('sessions are listed with what opened them, and one ends by its id with its streams', async () => {
  await using gateway = await startGateway({ revocationIntervalMs: 20 });
  const [desk, phone] = [new Browser(), new Browser()];
  await redeem(gateway, await gateway.identity.createLink(), desk);
  gateway.clock.nowMs += 2 * minuteMs;
  await redeem(gateway, await gateway.identity.createLink(), phone);
  type Listed = { id: string; is_current: boolean; opened_by: string; user_agent: string; token_id: null };
  const list = async () =>
    (await json<{ sessions: Listed[] }>(desk.get(`${gateway.url}/api/v1/sessions`))).sessions;
  const before = await list();
  const current = before.find(({ is_current }) => is_current);
  const other = before.find(({ is_current }) => !is_current);
  assert.is(before.length, 2);
  for (const each of [current, other])
    assert.equal([each?.opened_by, each?.user_agent, each?.token_id], ['link', 'Test browser', null]);
  const idOf = (browser: Browser) => browser.cookies.get(sessionCookie(gateway))?.split('.')[0];
  assert.equal([current?.id, other?.id], [idOf(desk), idOf(phone)]);
  const cookie = `${sessionCookie(gateway)}=${phone.cookies.get(sessionCookie(gateway))}`;
  const request = { method: 'GET', headers: { cookie, origin: gateway.url }, rawHeaders: [] } as never;
  const who = await gateway.identity.authenticator.identify(request, 'websocket');
  const told = new Promise<void>((resolve) => who.onRevoked(resolve));
  const end = (id = '') =>
    desk.send(`${gateway.url}/api/v1/sessions/${id}`, { method: 'DELETE', headers: { origin: gateway.url } });
  assert.is((await end(other?.id)).status, 200);
  await told;
  assert.is((await phone.get(`${gateway.url}/api/v1/x`)).status, 401);
  assert.is((await end(other?.id)).status, 404);
  assert.is((await list()).length, 1);
});

test('a session of a token with a lower scope cannot end others', async () => {
  await using gateway = await startGateway();
  const { secret } = await gateway.identity.tokens.create('shortcut', { scope: 'calls' });
  const small = await fetch(`${gateway.url}/api/v1/sessions/sess_x`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secret}` },
  });
  assert.is(small.status, 403);
});

test.run();
