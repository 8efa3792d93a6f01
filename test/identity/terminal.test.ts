import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { recordService } from '../../src/wiring/process/running-service.ts';
import { readArguments } from '../../src/token-command/arguments.ts';
import { bearer, Browser, startGateway } from './rig.ts';
import { fakeRequest, runTerminal, statusWith } from './token-rig.ts';

const test = suite('tokens and links from the terminal');

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
  assert.match(listed.stdout, ', expires 20');
  const revoked = await runTerminal(gateway, ['revoke', row?.id ?? '']);
  assert.is(revoked.code, 0);
  await told;
  assert.is(await statusWith(gateway, bearer(secret)), 401);
  const again = await runTerminal(gateway, ['revoke', row?.id ?? '']);
  assert.is(again.code, 1);
  assert.match(again.stderr, 'there is no token');
});

test('a token that no longer opens anything is listed as one that expired', async () => {
  await using gateway = await startGateway();
  await gateway.identity.tokens.create('yesterday', { expiresInDays: 1 });
  const expiresAt = new Date(Date.now() - 60_000);
  await gateway.store.prisma.personalAccessToken.updateMany({ data: { expiresAt } });
  assert.match((await runTerminal(gateway, ['list'])).stdout, ', expired 20');
});

test('the command prints its usage, and says when DATA_DIR cannot be created', async () => {
  await using gateway = await startGateway();
  const help = await runTerminal(gateway, ['--help']);
  assert.equal([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, 'npm run token -- create --name NAME');
  const nowhere = await runTerminal(gateway, ['list'], { DATA_DIR: '/proc/none' });
  assert.is(nowhere.code, 1);
  assert.match(nowhere.stderr, /^DATA_DIR=\/proc\/none cannot be made: ENOENT/);
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

test('a link is for the service of the data folder: the command says that none runs, or where its demo does', async () => {
  await using gateway = await startGateway();
  const dataDir = path.dirname(fileURLToPath(gateway.databaseUrl));
  const alone = await runTerminal(gateway, ['link']);
  assert.match(alone.stderr, `No service runs on ${dataDir} on this machine now.\n`);
  const demo = path.join(dataDir, 'demo');
  await mkdir(demo);
  const endDemo = await recordService(demo, { publicUrl: 'http://127.0.0.1:8093' });
  const beside = await runTerminal(gateway, ['link']);
  assert.match(beside.stderr, 'The demo at http://127.0.0.1:8093 takes links of its own: DATA_DIR=');
  assert.match(
    (await runTerminal(gateway, ['link'], { DATA_DIR: demo })).stdout,
    /^http:\/\/127\.0\.0\.1:8093\//,
  );
  await endDemo();
  const end = await recordService(dataDir, { publicUrl: 'http://127.0.0.1:8094' });
  const running = await runTerminal(gateway, ['link']);
  assert.match(running.stdout, /^http:\/\/127\.0\.0\.1:8094\//);
  assert.not.match(running.stderr, 'No service runs');
  await end();
});

for (const [argv, refusal] of [
  [['create'], '--name is required'],
  [['create', '--name', ''], '--name must not be empty'],
  [['create', '--name', 'a', '--scope', 'all'], '--scope must be one of [read, calls, admin]'],
  [['create', '--name', 'home', 'automation'], '"automation" is no option; quote a name of several words'],
  [['create', '--name', 'a', '--expires-days', '0'], '--expires-days must be greater than or equal to 1'],
] as const)
  test(`the refusal of "${argv.join(' ')}" names the option`, () => {
    assert.throws(
      () => readArguments(argv),
      (error: unknown) => error instanceof AppError && error.detail.startsWith(`${refusal}\n`),
    );
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

test.run();
