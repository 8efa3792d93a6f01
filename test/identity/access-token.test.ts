import {
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import * as client from 'openid-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { passProvider, signInAs, startPair, type Pair } from './provider-rig.ts';
import { bearer, Browser, json } from './rig.ts';

const test = suite('access tokens of the identity provider');

async function statusOf(pair: Pair, token: string): Promise<number> {
  const response = await fetch(`${pair.gateway.url}/api/v1/calls`, { headers: bearer(token) });
  await response.body?.cancel();
  return response.status;
}

/** An access token for this service that the provider itself issued, by its own code flow. */
async function realToken(pair: Pair, login: string): Promise<client.TokenEndpointResponse> {
  const config = await client.discovery(
    new URL(pair.provider.issuer),
    'holdfast',
    'a client secret that nobody guesses',
    undefined,
    { execute: [client.allowInsecureRequests] },
  );
  const codeVerifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${pair.gateway.url}/auth/callback`,
    scope: 'openid calls',
    resource: pair.gateway.url,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  const callback = await passProvider(new Browser(), url, login);
  return client.authorizationCodeGrant(
    config,
    callback,
    { pkceCodeVerifier: codeVerifier, expectedNonce: nonce },
    { resource: pair.gateway.url },
  );
}

test("the owner's token opens REST, MCP and events; someone else's is 403 on each", async () => {
  await using pair = await startPair();
  const own = (await realToken(pair, 'owner')).access_token;
  const foreign = (await realToken(pair, 'stranger')).access_token;
  for (const path of ['/api/v1/calls', '/mcp/', '/ws/events']) {
    const status = async (token: string) =>
      (await fetch(pair.gateway.url + path, { headers: bearer(token) })).status;
    assert.is(await status(own), 200, path);
    assert.is(await status(foreign), 403, path);
  }
  const me = await json(fetch(`${pair.gateway.url}/auth/me`, { headers: bearer(own) }));
  assert.equal([me.method, me.owner, me.subject], ['access_token', true, 'owner']);
  const stranger = await json(fetch(`${pair.gateway.url}/auth/me`, { headers: bearer(foreign) }));
  assert.equal([stranger.authenticated, stranger.owner], [true, false]);
});

test('an ID token is not an access token, although the same key signed it', async () => {
  await using pair = await startPair();
  const { id_token: idToken = '' } = await realToken(pair, 'owner');
  assert.match(idToken, /^eyJ/);
  assert.is(await statusOf(pair, idToken), 401);
});

test('an ID token that carries none of the claims that mark one is refused all the same', async () => {
  await using pair = await startPair();
  // Without a nonce, which the code flow allows, and without a hash of the access token.
  const { id_token: idToken = '' } = await realToken(pair, 'owner');
  const { nonce: _nonce, at_hash: _hash, ...claims } = decodeJwt(idToken);
  const { typ } = decodeProtectedHeader(idToken);
  assert.is(claims.aud, 'holdfast');
  const plain = await pair.provider.sign(claims, { typ: typ ?? 'JWT' });
  assert.is(await statusOf(pair, plain), 401);
});

const kindCases: [string, JWTPayload, string, number][] = [
  ['for the client id, of the plain type', {}, 'JWT', 401],
  ['for the client id among others, of the plain type', { aud: ['other', 'holdfast'] }, 'JWT', 401],
  ['for the client id, of the plain type, with a scope', { scope: 'openid email' }, 'JWT', 401],
  ['for the client id, of the plain type, that says Bearer', { typ: 'Bearer' }, 'JWT', 200],
  ['for the client id, of the type of RFC 9068', {}, 'application/at+jwt', 200],
  ['of the type of RFC 9068 with the claims of an ID token', { at_hash: 'x' }, 'at+jwt', 401],
  ['of a logout', {}, 'logout+jwt', 401],
];
for (const [what, claims, typ, status] of kindCases)
  test(`a token ${what}: ${status}`, async () => {
    await using pair = await startPair();
    assert.is(await statusOf(pair, await pair.provider.sign(claims, { typ })), status);
  });

test("a token of the plain type is taken for the service's address, but not for the client id beside it", async () => {
  await using pair = await startPair();
  const aud = pair.gateway.url;
  const sign = (claims: JWTPayload) => pair.provider.sign(claims, { typ: 'JWT' });
  assert.is(await statusOf(pair, await sign({ aud })), 200);
  assert.is(await statusOf(pair, await sign({ aud: `${aud}/` })), 200);
  assert.is(await statusOf(pair, await sign({ aud: [aud, 'holdfast'] })), 401);
});

test("the provider's scopes bound the token where they are the service's; without them it is the owner's", async () => {
  await using pair = await startPair();
  const scopeOf = async (claims: JWTPayload) => {
    const headers = bearer(await pair.provider.sign(claims));
    return (await json<{ scope: string }>(fetch(`${pair.gateway.url}/auth/me`, { headers }))).scope;
  };
  assert.is(await scopeOf({}), 'admin');
  assert.is(await scopeOf({ scope: 'openid email' }), 'admin');
  assert.is(await scopeOf({ scope: 'openid read' }), 'read');
  assert.is(await scopeOf({ scope: 'calls read' }), 'calls');
});

test('a token created with an access token ends with it', async () => {
  await using pair = await startPair();
  const exp = now() + 120;
  const make = (name: string, token: string) =>
    fetch(`${pair.gateway.url}/api/v1/tokens`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
  const made = await json(make('child', await pair.provider.sign({ exp })));
  assert.is(Date.parse(made.expires_at), exp * 1000);
  assert.is((await make('child', await pair.provider.sign({ exp, scope: 'calls' }))).status, 403);
});

const now = () => Math.floor(Date.now() / 1000);
const claimCases: [string, JWTPayload, number][] = [
  ['for the client id', {}, 200],
  ['for the service among others', { aud: ['other', 'holdfast'] }, 200],
  ['of someone else', { sub: 'stranger' }, 403],
  [
    'whose e-mail address is the subject of the owner',
    { sub: 'x', email: 'owner', email_verified: true },
    403,
  ],
  ['with an e-mail address that nobody verified', { sub: 'x', email: 'owner' }, 403],
  ['that expired', { exp: now() - 60 }, 401],
  ['that is not valid yet', { nbf: now() + 300 }, 401],
  ['for another service', { aud: 'other' }, 401],
  ['of another issuer', { iss: 'https://evil.example' }, 401],
  ['with a nonce, so an ID token', { nonce: 'x' }, 401],
  ['that says it is an ID token', { typ: 'ID' }, 401],
  ['that says it is a refresh token', { typ: 'Refresh' }, 401],
  ['that says it is a bearer token', { typ: 'Bearer' }, 200],
];
for (const [what, claims, status] of claimCases)
  test(`a token ${what}: ${status}`, async () => {
    await using pair = await startPair();
    assert.is(await statusOf(pair, await pair.provider.sign(claims)), status);
  });

test('a token without a subject or an expiry is refused', async () => {
  await using pair = await startPair();
  const { privateKey, kid } = pair.provider.currentKey();
  const base = { iss: pair.provider.issuer, aud: 'holdfast' };
  const header = { alg: 'RS256', typ: 'at+jwt', kid };
  const noExpiry = await new SignJWT({ ...base, sub: 'owner' }).setProtectedHeader(header).sign(privateKey);
  const noSubject = await new SignJWT(base)
    .setProtectedHeader(header)
    .setExpirationTime('5m')
    .sign(privateKey);
  assert.equal([await statusOf(pair, noExpiry), await statusOf(pair, noSubject)], [401, 401]);
});

test('another key under the same id, no signature, and the public key as a password are refused', async () => {
  await using pair = await startPair();
  const { kid } = pair.provider.currentKey();
  const { privateKey } = await generateKeyPair('RS256');
  assert.is(await statusOf(pair, await pair.provider.sign({}, {}, { kid, privateKey })), 401);
  const claims = { iss: pair.provider.issuer, aud: 'holdfast', sub: 'owner', exp: now() + 60 };
  assert.is(await statusOf(pair, new UnsecuredJWT(claims).encode()), 401);
  const jwks = await (await fetch(`${pair.provider.issuer}/jwks`)).text();
  for (const password of [jwks, 'secret'])
    assert.is(
      await statusOf(
        pair,
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
          .sign(new TextEncoder().encode(password.padEnd(32))),
      ),
      401,
    );
});

test('a token with a single changed character in any part is refused', async () => {
  await using pair = await startPair();
  const token = await pair.provider.sign({});
  for (const part of [0, 1, 2]) {
    const parts = token.split('.');
    const text = parts[part] ?? '';
    const at = Math.floor(text.length / 2);
    parts[part] = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    assert.is(await statusOf(pair, parts.join('.')), 401, `part ${part}`);
  }
  assert.is(await statusOf(pair, token.slice(0, -2)), 401);
  assert.is(await statusOf(pair, token), 200);
});

test('anything but a JSON Web Token is refused without asking the provider', async () => {
  await using pair = await startPair();
  for (const token of ['opaque', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '.'.repeat(2), `${'x'.repeat(9_000)}`])
    assert.is(await statusOf(pair, token), 401);
  assert.equal(pair.provider.asked, []);
});

test('keys are fetched once, and again when the provider rotates them', async () => {
  await using pair = await startPair();
  const before = await pair.provider.sign({});
  for (let use = 0; use < 5; use += 1) assert.is(await statusOf(pair, before), 200);
  assert.is(pair.provider.asked.filter((path) => path === '/jwks').length, 1);
  const oldKey = pair.provider.currentKey();
  await pair.provider.rotateKey();
  assert.is(await statusOf(pair, await pair.provider.sign({})), 200);
  assert.is(await statusOf(pair, await pair.provider.sign({}, {}, oldKey)), 401);
  assert.is(
    (await signInAs(pair, new Browser(), 'owner')).status,
    303,
    'signing in follows the rotation too',
  );
});

test('tokens with made-up key ids do not make the service ask again and again', async () => {
  await using pair = await startPair({ providerTimes: { keyCooldownMs: 60_000 } });
  const { privateKey } = await generateKeyPair('RS256');
  for (let kid = 0; kid < 20; kid += 1)
    assert.is(await statusOf(pair, await pair.provider.sign({}, {}, { kid: `k${kid}`, privateKey })), 401);
  assert.is(pair.provider.asked.filter((path) => path === '/jwks').length, 1);
});

test('an owner named by e-mail address is found at the userinfo endpoint, asked once for each token', async () => {
  await using pair = await startPair({ owner: 'anna@example.com' });
  const userinfo: string[] = [];
  const anna = await pair.provider.sign({ sub: 'anna' });
  const bob = await pair.provider.sign({ sub: 'bob' });
  await statusOf(pair, bob);
  pair.provider.replaceBy((request, response) => {
    userinfo.push(request.url ?? '');
    const isAnna = request.headers.authorization === `Bearer ${anna}`;
    const name = isAnna ? 'anna' : 'bob';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sub: name, email: `${name}@example.com`, email_verified: true }));
  });
  for (let use = 0; use < 3; use += 1) assert.is(await statusOf(pair, anna), 200);
  assert.is(await statusOf(pair, bob), 403);
  assert.equal(userinfo, ['/me', '/me']);
});

test('a token that gives no e-mail address is refused with what would help', async () => {
  await using pair = await startPair({ owner: 'anna@example.com' });
  const token = await pair.provider.sign({ sub: 'anna', aud: pair.gateway.url });
  const response = await fetch(`${pair.gateway.url}/api/v1/x`, { headers: bearer(token) });
  assert.is(response.status, 403);
  assert.match((await json(response)).detail, /no verified e-mail address .* OWNER can be its subject/);
  const known = await pair.provider.sign({ sub: 'bob', email: 'bob@example.com', email_verified: true });
  const refused = await fetch(`${pair.gateway.url}/api/v1/x`, { headers: bearer(known) });
  assert.is((await json(refused)).detail, 'you are not the owner of this service');
});

test('a userinfo answer about someone else is not believed', async () => {
  await using pair = await startPair({ owner: 'anna@example.com' });
  const bob = await pair.provider.sign({ sub: 'bob' });
  await statusOf(pair, bob);
  pair.provider.replaceBy((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"sub":"anna","email":"anna@example.com","email_verified":true}'),
  );
  assert.is(await statusOf(pair, bob), 403);
});

test('a stream that an access token opened ends when the token expires', async () => {
  await using pair = await startPair();
  const token = await pair.provider.sign({});
  const request = { method: 'GET', headers: bearer(token), rawHeaders: ['Authorization', `Bearer ${token}`] };
  const who = await pair.gateway.identity.authenticator.identify(request as never, 'websocket');
  const told = new Promise<void>((resolve) => who.onRevoked(resolve));
  pair.gateway.clock.nowMs += 301_000;
  await told;
});

test.run();
