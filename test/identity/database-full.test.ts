import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/domain/ids.ts';
import { signInAs, startPair } from './provider-rig.ts';
import { bearer, Browser, json, sessionCookie, startGateway, type TestGateway } from './rig.ts';

const test = suite('signing in while the database cannot be written');

/** SQLite itself refuses to change the file, or to make it longer. @returns the function that ends this. */
type Obstacle = (gateway: TestGateway) => Promise<() => Promise<unknown>>;

const readOnly: Obstacle = async ({ store: { prisma } }) => {
  await prisma.$queryRawUnsafe('PRAGMA query_only = ON');
  return () => prisma.$queryRawUnsafe('PRAGMA query_only = OFF');
};

/** Shorter than a session of this test, so that none fits any more once these do not. */
const filling = { subject: '', userAgent: '', openedBy: '', scope: '' };

const full: Obstacle = async ({ store: { prisma } }) => {
  const [size] = await prisma.$queryRawUnsafe<{ page_count: bigint }[]>('PRAGMA page_count');
  await prisma.$queryRawUnsafe(`PRAGMA max_page_count = ${Number(size?.page_count)}`);
  const at = new Date(0);
  const times = { createdAt: at, lastSeenAt: at, idleExpiresAt: at, expiresAt: at };
  // Ids are in no order, so that one page may still have room for one when others have none.
  for (let refusals = 0; refusals < 50;)
    await prisma.browserSession
      .create({ data: { ...filling, ...times, id: newId('sess'), digest: newId('sess') } })
      .then(
        () => (refusals = 0),
        () => (refusals += 1),
      );
  return () => prisma.$queryRawUnsafe('PRAGMA max_page_count = 4294967294');
};

async function present(gateway: TestGateway, body: object): Promise<[number, string | null, string]> {
  const answer = await new Browser().send(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url },
    body: JSON.stringify(body),
  });
  const { detail } = await json(answer);
  return [answer.status, answer.headers.get('retry-after'), detail];
}

for (const [how, obstruct] of [
  ['the database is read-only', readOnly],
  ['the disk is full', full],
] as const) {
  const refused = [503, '5', `${how}; try again in a moment`];

  test(`${how}: a token and a one-time link are refused for now, and open a session later`, async () => {
    await using gateway = await startGateway();
    const token = (await gateway.identity.createFirstToken()) ?? '';
    const link = new URL(await gateway.identity.createLink()).hash.replace('#link=', '');
    const giveBack = await obstruct(gateway);
    assert.equal(await present(gateway, { token }), refused);
    assert.equal(await present(gateway, { link }), refused);
    const { headers } = await fetch(`${gateway.url}/api/v1/calls`, { headers: bearer(token) });
    assert.is(headers.get('retry-after'), null, 'the token itself counts');
    await giveBack();
    assert.is((await present(gateway, { token }))[0], 200);
    assert.is((await present(gateway, { link }))[0], 200, 'the link is not used up');
    assert.is((await present(gateway, { link }))[0], 401, 'and works once');
  });

  test(`${how}: a sign-in at the provider is refused for now, and works later`, async () => {
    await using pair = await startPair();
    const giveBack = await obstruct(pair.gateway);
    const browser = new Browser();
    const answer = await signInAs(pair, browser, 'owner');
    assert.equal([answer.status, answer.headers.get('retry-after'), (await json(answer)).detail], refused);
    assert.is(browser.cookies.has(sessionCookie(pair.gateway)), false);
    await giveBack();
    assert.is((await signInAs(pair, browser, 'owner')).status, 303);
    assert.is(browser.cookies.has(sessionCookie(pair.gateway)), true);
  });
}

test('a refresh that cannot be stored does not show the provider its old refresh token again', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  await signInAs(pair, browser, 'owner');
  const refresh = () => browser.get(`${pair.gateway.url}/auth/refresh-callback`);
  const giveBack = await readOnly(pair.gateway);
  const refused = await refresh();
  assert.equal([refused.status, refused.headers.get('retry-after')], [503, '5']);
  await giveBack();
  assert.is((await refresh()).status, 200);
  assert.is((await refresh()).status, 200, 'with the refresh token of the one before');
});

test.run();
