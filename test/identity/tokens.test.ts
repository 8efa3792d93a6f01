import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, Browser, json, startGateway, type TestGateway } from './rig.ts';

const test = suite('personal access tokens');

async function createToken(gateway: TestGateway, secret: string, body: object): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/tokens`, {
    method: 'POST',
    headers: { ...bearer(secret), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function statusWith(gateway: TestGateway, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v1/anything`, { headers });
  await response.body?.cancel();
  return response.status;
}

test('the first start makes one token, the second none', async () => {
  await using gateway = await startGateway();
  const first = await gateway.identity.start();
  assert.match(first ?? '', /^hf_pat_[A-Za-z0-9_-]{43}$/);
  assert.is(await gateway.identity.start(), undefined);
  assert.is(await statusWith(gateway, bearer(first ?? '')), 200);
});

test('no first token is made again after every token was revoked', async () => {
  await using gateway = await startGateway();
  await gateway.identity.start();
  for (const { id } of await gateway.identity.tokens.list()) await gateway.identity.tokens.revoke(id);
  assert.is(await gateway.identity.start(), undefined);
});

test('a token is shown once, kept as its SHA-256, listed, used and revoked', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.start()) ?? '';
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
  const first = (await gateway.identity.start()) ?? '';
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
  const first = (await gateway.identity.start()) ?? '';
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
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['an unknown field', { name: 'a', scopes: ['read'] }, 'scopes'],
  ['a scope that there is not', { name: 'a', scope: 'all' }, 'scope'],
  ['an expiry in the past', { name: 'a', expires_in_days: 0 }, 'expires_in_days'],
  ['an expiry as text', { name: 'a', expires_in_days: '7' }, 'expires_in_days'],
] as const)
  test(`${why} is refused and makes no token`, async () => {
    await using gateway = await startGateway();
    const first = (await gateway.identity.start()) ?? '';
    const refused = await createToken(gateway, first, body);
    assert.is(refused.status, 400);
    assert.match((await json(refused)).detail, field);
    assert.is((await gateway.identity.tokens.list()).length, 1);
  });

test('a token has the scope that it was made with, calls unless said otherwise', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.start()) ?? '';
  for (const [body, scope] of [
    [{ name: 'a' }, 'calls'],
    [{ name: 'b', scope: 'read' }, 'read'],
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
  const first = (await gateway.identity.start()) ?? '';
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
  const first = (await gateway.identity.start()) ?? '';
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

test('what OWNER_TOKEN had made ends with it', async () => {
  const ownerToken = 'a'.repeat(32);
  await using gateway = await startGateway({ ownerToken });
  await gateway.identity.start();
  const child = await json(createToken(gateway, ownerToken, { name: 'child' }));
  assert.is(await gateway.identity.tokens.adoptConfigured('b'.repeat(32)), 'active');
  assert.is(await statusWith(gateway, bearer(child.token)), 401);
  assert.is(await statusWith(gateway, bearer('b'.repeat(32))), 200);
});

test('last used is stored, but not at every use', async () => {
  await using gateway = await startGateway();
  const first = (await gateway.identity.start()) ?? '';
  const lastUsed = async () => {
    const [row] = await gateway.identity.tokens.list();
    return row?.lastUsedAtMs ?? undefined;
  };
  const firstUseMs = gateway.clock.nowMs;
  await statusWith(gateway, bearer(first));
  await until(async () => (await lastUsed()) === firstUseMs);
  gateway.clock.nowMs += 59_000;
  await statusWith(gateway, bearer(first));
  gateway.clock.nowMs += 1_000;
  await statusWith(gateway, bearer(first));
  await until(async () => (await lastUsed()) === firstUseMs + 60_000);
});

test('OWNER_TOKEN is a token, also when it has another shape', async () => {
  const ownerToken = 'x,'.repeat(20);
  await using gateway = await startGateway({ ownerToken });
  assert.is(await gateway.identity.start(), undefined);
  assert.is(await statusWith(gateway, bearer(ownerToken)), 200);
  assert.is(await statusWith(gateway, bearer(ownerToken.slice(1))), 401);
});

test('OWNER_TOKEN that was revoked stays so at the next start', async () => {
  const ownerToken = 'o'.repeat(32);
  await using gateway = await startGateway({ ownerToken });
  await gateway.identity.start();
  await gateway.identity.tokens.revoke('pat_configured');
  await gateway.identity.start();
  assert.is(await statusWith(gateway, bearer(ownerToken)), 401);
});

test('an earlier OWNER_TOKEN ends when the configuration names another one, or none', async () => {
  await using gateway = await startGateway();
  const { tokens } = gateway.identity;
  assert.is(await tokens.adoptConfigured('a'.repeat(32)), 'active');
  assert.is(await tokens.adoptConfigured('b'.repeat(32)), 'active');
  assert.is(await statusWith(gateway, bearer('a'.repeat(32))), 401);
  assert.is(await statusWith(gateway, bearer('b'.repeat(32))), 200);
  assert.is(await tokens.adoptConfigured(undefined), 'none');
  assert.is(await statusWith(gateway, bearer('b'.repeat(32))), 401);
});

test('revoking tells at once what the token had opened, and nobody else', async () => {
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

test('what another process revokes in the database is told within the interval, and an expiry too', async () => {
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

test('the terminal makes and revokes tokens beside the running service', async () => {
  await using gateway = await startGateway({ revocationIntervalMs: 20 });
  const made = await runTerminal(gateway, ['create', '--name', 'shortcut', '--expires-days', '30']);
  assert.is(made.code, 0);
  const secret = made.stdout.trim();
  assert.is(await statusWith(gateway, bearer(secret)), 200);
  const told = new Promise<void>((resolve) => {
    gateway.identity.authenticator
      .identify(fakeRequest(secret), 'mcp')
      .then((who) => who.onRevoked(resolve), assert.unreachable);
  });
  const [row] = await gateway.identity.tokens.list();
  const listed = await runTerminal(gateway, ['list']);
  assert.match(listed.stdout, `${row?.id}  shortcut  calls  `);
  assert.not.match(listed.stdout + listed.stderr, secret);
  const revoked = await runTerminal(gateway, ['revoke', row?.id ?? '']);
  assert.is(revoked.code, 0);
  await told;
  assert.is(await statusWith(gateway, bearer(secret)), 401);
  const again = await runTerminal(gateway, ['revoke', row?.id ?? '']);
  assert.is(again.code, 1);
  assert.match(again.stderr, 'there is no token');
});

test('the terminal makes a link that signs a browser of the running service in', async () => {
  await using gateway = await startGateway();
  const made = await runTerminal(gateway, ['link']);
  assert.equal([made.code, made.stdout.split('\n').length], [0, 2], made.stderr);
  const answer = await new Browser().send(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(made.stdout.trim()).hash.replace('#link=', '') }),
  });
  assert.is(answer.status, 200);
});

for (const argv of [
  [],
  ['create'],
  ['create', '--name'],
  ['create', '--name', 'a', '--expires-days', '-1'],
  ['create', '--name', 'a', '--scope', 'all'],
  ['list', '--scope', 'read'],
  ['list', 'x'],
  ['link', 'x'],
  ['link', '--name', 'x'],
  ['revoke'],
  ['list', '--name', 'x'],
  ['create', '--name', 'a', '--expires-days', '٣'],
])
  test(`the terminal refuses "${argv.join(' ')}" and shows what it takes`, async () => {
    const { readArguments } = await import('../../src/token-command/arguments.ts');
    assert.throws(() => readArguments(argv), /npm run token|--expires-days/);
  });

function fakeRequest(secret: string) {
  const headers = bearer(secret);
  // The authenticator reads headers only.
  return { method: 'GET', headers, rawHeaders: ['Authorization', headers.authorization] } as never;
}

async function runTerminal(gateway: TestGateway, argv: string[]) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'src/token-command/main.ts'), ...argv],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: gateway.databaseUrl,
        DATA_DIR: path.dirname(fileURLToPath(gateway.databaseUrl)),
      },
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, stdout, stderr };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) assert.unreachable('it did not happen within 20 s');
    await wait(5);
  }
}

test.run();
