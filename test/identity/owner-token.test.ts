import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, json, startGateway } from './rig.ts';
import { createToken, statusWith } from './token-rig.ts';

const test = suite('the token of the configuration');

test('everything made with OWNER_TOKEN ends with it', async () => {
  const ownerToken = 'a'.repeat(32);
  await using gateway = await startGateway({ ownerToken });
  await gateway.identity.start();
  const child = await json(createToken(gateway, ownerToken, { name: 'child' }));
  assert.is(await gateway.identity.tokens.adoptConfigured('b'.repeat(32)), 'active');
  assert.is(await statusWith(gateway, bearer(child.token)), 401);
  assert.is(await statusWith(gateway, bearer('b'.repeat(32))), 200);
});

test('OWNER_TOKEN is a token, also when it has another shape', async () => {
  const ownerToken = 'x,'.repeat(20);
  await using gateway = await startGateway({ ownerToken });
  await gateway.identity.start();
  assert.is(await gateway.identity.createFirstToken(), undefined);
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

test.run();
