import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, Browser, json, startGateway } from './rig.ts';
import { createToken, fakeRequest, runTerminal, statusWith } from './token-rig.ts';
import { until } from '../rig/until.ts';

const test = suite('personal access tokens');

test('the first start makes one token, the second none', async () => {
  await using gateway = await startGateway();
  const first = await gateway.identity.createFirstToken();
  assert.match(first ?? '', /^hf_pat_[A-Za-z0-9_-]{43}$/);
  assert.is(await gateway.identity.createFirstToken(), undefined);
  assert.is(await statusWith(gateway, bearer(first ?? '')), 200);
});

test('no first token is made again after every token was revoked', async () => {
  await using gateway = await startGateway();
  await gateway.identity.createFirstToken();
  for (const { id } of await gateway.identity.tokens.list()) await gateway.identity.tokens.revoke(id);
  assert.is(await gateway.identity.createFirstToken(), undefined);
});

test('a token is shown once, kept as its SHA-256, listed, used and revoked', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const made = await createToken(gateway, first, { name: 'shortcut' });
  assert.is(made.status, 201);
  const body = await json(made);
  assert.is(made.headers.get('location'), `/api/v1/tokens/${body.id}`);
  assert.is(made.headers.get('cache-control'), 'no-store');
  assert.match(body.token, /^hf_pat_[A-Za-z0-9_-]{43}$/);
  assert.is(body.last_used_at, null);
  const stored = await gateway.store.prisma.personalAccessToken.findUniqueOrThrow({ where: { id: body.id } });
  assert.is(stored.digest, createHash('sha256').update(body.token).digest('hex'));
  assert.not.match(JSON.stringify(stored), body.token);

  const listed = await json<{ tokens: { name: string }[] }>(
    fetch(`${gateway.url}/api/v1/tokens`, { headers: bearer(body.token) }),
  );
  assert.equal(listed.tokens.map((token) => token.name).sort(), ['first start', 'shortcut']);
  assert.not.ok(listed.tokens.some((token) => 'token' in token));

  const gone = await fetch(`${gateway.url}/api/v1/tokens/${body.id}`, {
    method: 'DELETE',
    headers: bearer(first),
  });
  assert.equal([gone.status, await gone.json()], [200, { id: body.id, deleted: true }]);
  assert.is(await statusWith(gateway, bearer(body.token)), 401);
  const again = await fetch(`${gateway.url}/api/v1/tokens/${body.id}`, {
    method: 'DELETE',
    headers: bearer(first),
  });
  assert.is(again.status, 404);
});

test('a token may revoke itself, and is refused right after', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const [row] = await gateway.identity.tokens.list();
  const gone = await fetch(`${gateway.url}/api/v1/tokens/${row?.id}`, {
    method: 'DELETE',
    headers: bearer(first),
  });
  assert.is(gone.status, 200);
  assert.is(await statusWith(gateway, bearer(first)), 401);
});

test('a token expires when it says', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const made = await json(createToken(gateway, first, { name: 'short', expires_in_days: 2 }));
  assert.is(Date.parse(made.expires_at) - Date.parse(made.created_at), 2 * 86_400_000);
  gateway.clock.nowMs += 2 * 86_400_000 - 1;
  assert.is(await statusWith(gateway, bearer(made.token)), 200);
  gateway.clock.nowMs += 1;
  assert.is(await statusWith(gateway, bearer(made.token)), 401);
});

for (const [why, body, field] of [
  ['no name', {}, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a name that is no text', { name: 7 }, 'name'],
  ['a name of more than 100 characters', { name: 'x'.repeat(101) }, '100 characters'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['an unknown field', { name: 'a', scopes: ['read'] }, 'scopes'],
  ['a scope that there is not', { name: 'a', scope: 'all' }, 'scope'],
  ['an expiry in the past', { name: 'a', expires_in_days: 0 }, 'expires_in_days'],
  ['an expiry as text', { name: 'a', expires_in_days: '7' }, 'expires_in_days'],
] as const)
  test(`${why} is refused and makes no token`, async () => {
    await using gateway = await startGateway();
    const first = (await gateway.identity.createFirstToken()) ?? '';
    const refused = await createToken(gateway, first, body);
    assert.is(refused.status, 400);
    assert.match((await json(refused)).detail, field);
    assert.is((await gateway.identity.tokens.list()).length, 1);
  });

test('a token has the scope that it was made with, calls unless said otherwise', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  for (const [body, scope] of [
    [{ name: 'a' }, 'calls'],
    [{ name: 'b'.repeat(100), scope: 'read' }, 'read'],
    [{ name: 'c', scope: 'admin' }, 'admin'],
  ] as const) {
    const made = await json<{ scope: string; token: string; parent_id: string }>(
      createToken(gateway, first, body),
    );
    const [root] = (await gateway.identity.tokens.list()).filter(({ name }) => name === 'first start');
    assert.equal([made.scope, made.parent_id], [scope, root?.id]);
    const child = await createToken(gateway, made.token, { name: 'child' });
    assert.is(child.status, scope === 'admin' ? 201 : 403, scope);
  }
});

test('a token made with another never outlives it, whatever it asks for, generation after generation', async () => {
  await using gateway = await startGateway();
  const { row, secret } = await gateway.identity.tokens.create('a day', { scope: 'admin', expiresInDays: 1 });
  let parent = secret;
  for (const body of [{}, { expires_in_days: 3650 }, { expires_in_days: 1 }]) {
    gateway.clock.nowMs += 1_000;
    const made = await json(createToken(gateway, parent, { name: 'child', scope: 'admin', ...body }));
    assert.is(Date.parse(made.expires_at), row.expiresAtMs, JSON.stringify(body));
    parent = made.token;
  }
  gateway.clock.nowMs = row.expiresAtMs ?? 0;
  assert.is(await statusWith(gateway, bearer(parent)), 401);
});

test('revoking a token revokes what it had made, and what that had made, at once; and nothing else', async () => {
  await using gateway = await startGateway();
  const { tokens, authenticator } = gateway.identity;
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const root = await json(createToken(gateway, first, { name: 'root', scope: 'admin' }));
  const other = await json(createToken(gateway, first, { name: 'other', scope: 'admin' }));
  const family = [root];
  for (let generation = 0; generation < 4; generation += 1)
    family.push(
      await json(createToken(gateway, family.at(-1)?.token ?? '', { name: 'child', scope: 'admin' })),
    );
  const twin = await json(createToken(gateway, root.token, { name: 'twin' }));
  family.push(twin);
  const told: string[] = [];
  for (const { id, token } of family)
    (await authenticator.identify(fakeRequest(token), 'mcp')).onRevoked(() => told.push(id));
  const revoked = await tokens.revoke(root.id);
  const ids = family.map(({ id }) => id).sort();
  assert.equal([revoked[0], [...revoked].sort(), told.sort()], [root.id, ids, ids]);
  for (const { token } of family) assert.is(await statusWith(gateway, bearer(token)), 401);
  assert.is(await statusWith(gateway, bearer(other.token)), 200);
  assert.is(await statusWith(gateway, bearer(first)), 200);
});

test('a token that a session makes is revoked with the token that opened the session', async () => {
  await using gateway = await startGateway();
  const { row, secret } = await gateway.identity.tokens.create('dashboard', {
    scope: 'admin',
    expiresInDays: 9,
  });
  const browser = new Browser();
  const headers = { origin: gateway.url, 'content-type': 'application/json' };
  const body = JSON.stringify({ token: secret });
  await browser.send(`${gateway.url}/auth/session`, { method: 'POST', headers, body });
  const made = await json(
    browser.send(`${gateway.url}/api/v1/tokens`, { method: 'POST', headers, body: '{"name":"child"}' }),
  );
  assert.is(Date.parse(made.expires_at), row.expiresAtMs);
  await gateway.identity.tokens.revoke(row.id);
  assert.is(await statusWith(gateway, bearer(made.token)), 401);
});

test('tokens that are made while their parent is revoked do not live on', async () => {
  await using gateway = await startGateway();
  const { row, secret } = await gateway.identity.tokens.create('stolen', { scope: 'admin' });
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, n) => createToken(gateway, secret, { name: `child ${n}` }))),
    gateway.identity.tokens.revoke(row.id),
  ]);
  for (const answer of answers) {
    assert.ok([201, 401].includes(answer.status), String(answer.status));
    const { token } = await json(answer);
    if (answer.status === 201) assert.is(await statusWith(gateway, bearer(token)), 401);
  }
  assert.equal(await gateway.identity.tokens.list(), []);
});

test('there are a hundred live tokens at most; one that was revoked or expired makes room', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const answers = await Promise.all(
    Array.from({ length: 105 }, (_, n) => createToken(gateway, first, { name: `t${n}`, expires_in_days: 1 })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal([answers.filter(({ status }) => status === 201).length, refused.length], [99, 6]);
  assert.match((await json(refused[0] as Response)).detail, /there are 100 tokens already; revoke one/);
  const terminal = await runTerminal(gateway, ['create', '--name', 'one more']);
  assert.equal([terminal.code, terminal.stdout], [1, '']);
  assert.match(terminal.stderr, 'there are 100 tokens already');
  const made = await json(answers.find(({ status }) => status === 201) as Response);
  await gateway.identity.tokens.revoke(made.id);
  assert.is((await createToken(gateway, first, { name: 'again' })).status, 201);
  assert.is((await createToken(gateway, first, { name: 'again' })).status, 409);
  gateway.clock.nowMs += 86_400_000;
  assert.is((await createToken(gateway, first, { name: 'again' })).status, 201);
});

test('last use is stored, but not on every use, also after the clock was set back', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.createFirstToken()) ?? '';
  const lastUsed = async () => {
    const [row] = await gateway.identity.tokens.list();
    return row?.lastUsedAtMs ?? undefined;
  };
  const firstUseMs = gateway.clock.nowMs;
  await statusWith(gateway, bearer(first));
  await until(async () => (await lastUsed()) === firstUseMs);
  gateway.clock.nowMs += 59_000;
  await statusWith(gateway, bearer(first));
  assert.is(await lastUsed(), firstUseMs, 'less than a minute later');
  gateway.clock.nowMs += 1_000;
  await statusWith(gateway, bearer(first));
  await until(async () => (await lastUsed()) === firstUseMs + 60_000);
  gateway.clock.nowMs -= 86_400_000;
  await statusWith(gateway, bearer(first));
  await until(async () => (await lastUsed()) === gateway.clock.nowMs);
});

test('revoking ends what the token had opened, at once, and nothing else', async () => {
  await using gateway = await startGateway();
  const { tokens, authenticator } = gateway.identity;
  const [kept, lost] = [await tokens.create('kept'), await tokens.create('lost')];
  const told: string[] = [];
  for (const { row, secret } of [kept, lost]) {
    const who = await authenticator.identify(fakeRequest(secret), 'mcp');
    who.onRevoked(() => told.push(row.id));
    who.onRevoked(() => told.push('unsubscribed'))();
  }
  await tokens.revoke(lost.row.id);
  assert.equal(told, [lost.row.id]);
});

test('a revocation by another process takes effect within the interval, and so does an expiry', async () => {
  await using gateway = await startGateway({ revocationIntervalMs: 20 });
  const { tokens, authenticator } = gateway.identity;
  const [revoked, expiring] = [
    await tokens.create('revoked'),
    await tokens.create('expiring', { expiresInDays: 1 }),
  ];
  const told = new Set<string>();
  for (const { row, secret } of [revoked, expiring])
    (await authenticator.identify(fakeRequest(secret), 'mcp')).onRevoked(() => told.add(row.name));
  await gateway.store.prisma.personalAccessToken.update({
    where: { id: revoked.row.id },
    data: { revokedAt: new Date() },
  });
  await until(() => told.has('revoked'));
  assert.not.ok(told.has('expiring'));
  gateway.clock.nowMs += 86_400_000;
  await until(() => told.has('expiring'));
});

test.run();
