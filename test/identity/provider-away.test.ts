import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openAuthority } from '../../src/sip/authority.ts';
import { beginSignIn, passProvider, signInAs, startPair } from './provider-rig.ts';
import { bearer, Browser, json, startGateway } from './rig.ts';

const test = suite('an identity provider that is away or out of order');

/** Many times these gateways' time-out: a busy machine is not a hang. */
const longestMs = 60_000;
const impatient = { providerTimes: { timeoutMs: 3_000 } };

/** The status of an answer that must come soon. */
async function statusSoon(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(longestMs) });
  assert.is(typeof (await json(response)).detail, 'string');
  return response.status;
}

test('nobody listens: 503, and a token still opens the gateway', async () => {
  await using pair = await startPair();
  await pair.provider.stop();
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 503);
  const { secret } = await pair.gateway.identity.tokens.create('shortcut');
  const response = await fetch(`${pair.gateway.url}/api/v1/x`, { headers: bearer(secret) });
  assert.is(response.status, 200);
});

test('after a failure it is asked again soon, also by a clock that was set back', async () => {
  await using pair = await startPair({ providerTimes: { retryAfterMs: 5_000 } });
  pair.provider.replaceBy((_request, response) => response.writeHead(503).end());
  const login = `${pair.gateway.url}/auth/login`;
  assert.is(await statusSoon(login), 503);
  const asked = pair.provider.asked.length;
  assert.is(await statusSoon(login), 503);
  assert.is(pair.provider.asked.length, asked, 'not at once');
  pair.gateway.clock.nowMs -= 7_200_000;
  assert.is(await statusSoon(login), 503);
  assert.is(pair.provider.asked.length, asked + 1);
});

test('it takes the connection and says nothing: 503 after the time-out', async () => {
  await using pair = await startPair(impatient);
  pair.provider.replaceBy(() => undefined);
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 503);
});

test('its certificate is not accepted: 502 that says so, for it would not help to try again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hf-provider-'));
  const authority = await openAuthority(join(folder, 'ca'), Date.now());
  const { certificate: cert, key } = await authority.issue(['127.0.0.1'], Date.now());
  const server = createServer({ cert, key }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await using gateway = await startGateway({
      oidc: { issuer, clientId: 'holdfast', clientSecret: undefined, owner: 'owner' },
    });
    const response = await fetch(`${gateway.url}/auth/login`);
    assert.is(response.status, 502);
    assert.match(
      (await json(response)).detail,
      /^the certificate of the identity provider is not accepted: .*certificate/,
    );
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});

test('it answers with a page instead of metadata: 502', async () => {
  await using pair = await startPair();
  pair.provider.replaceBy((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  );
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 502);
});

test('it answers with the metadata of another issuer: 502', async () => {
  await using pair = await startPair();
  pair.provider.replaceBy((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"issuer":"https://evil.example","authorization_endpoint":"https://evil.example/a"}'),
  );
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 502);
});

test('an endless answer ends with the time-out', async () => {
  await using pair = await startPair(impatient);
  pair.provider.replaceBy((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 503);
});

test('it comes back: the next sign-in works without a restart', async () => {
  await using pair = await startPair();
  pair.provider.replaceBy((_request, response) => response.destroy());
  assert.is(await statusSoon(`${pair.gateway.url}/auth/login`), 503);
  pair.provider.replaceBy(undefined);
  assert.is((await signInAs(pair, new Browser(), 'owner')).status, 303);
});

test('many concurrent requests while it is away are one request to it', async () => {
  await using pair = await startPair({ providerTimes: { retryAfterMs: 60_000 } });
  pair.provider.replaceBy((_request, response) => setTimeout(() => response.destroy(), 100));
  const url = `${pair.gateway.url}/auth/login`;
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusSoon(url)));
  assert.equal(new Set(statuses), new Set([503]));
  assert.is(await statusSoon(url), 503);
  assert.is(pair.provider.asked.length, 1);
});

test('it goes away between the sign-in page and the code: 503, and no session', async () => {
  await using pair = await startPair();
  const browser = new Browser();
  const callback = await passProvider(browser, await beginSignIn(pair, browser), 'owner');
  await pair.provider.stop();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  assert.is(await statusSoon(callback.href, { cookie }), 503);
  assert.is(await pair.gateway.store.prisma.browserSession.count(), 0);
});

test('its keys cannot be fetched: a bearer token is 503, not 401', async () => {
  await using pair = await startPair(impatient);
  const token = await pair.provider.sign({});
  await beginSignIn(pair, new Browser());
  pair.provider.replaceBy((_request, response) => response.destroy());
  assert.is(await statusSoon(`${pair.gateway.url}/api/v1/x`, bearer(token)), 503);
  pair.provider.replaceBy(() => undefined);
  assert.is(await statusSoon(`${pair.gateway.url}/api/v1/x`, bearer(token)), 503);
});

test('its key set is none: 502', async () => {
  await using pair = await startPair();
  const token = await pair.provider.sign({});
  await beginSignIn(pair, new Browser());
  pair.provider.replaceBy((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":"none"}'),
  );
  assert.is(await statusSoon(`${pair.gateway.url}/api/v1/x`, bearer(token)), 502);
});

test('its keys lie at a plain http address of another machine: 502, since anyone on the way could replace them', async () => {
  await using pair = await startPair();
  const { issuer } = pair.provider;
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
  const metadata = (jwks_uri: string): string => JSON.stringify({ issuer, ...endpoints, jwks_uri });
  const login = `${pair.gateway.url}/auth/login`;
  let jwksUri = 'http://192.0.2.1/jwks';
  pair.provider.replaceBy((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(metadata(jwksUri)),
  );
  const refused = await fetch(login, { redirect: 'manual' });
  assert.is(refused.status, 502);
  assert.match((await json(refused)).detail, 'jwks_uri');
  jwksUri = `${issuer}/jwks`;
  assert.is((await fetch(login, { redirect: 'manual' })).status, 303, 'on this machine they may');
});

test('plain http to another machine is refused before anything is sent', async () => {
  const { ProviderDiscovery, defaultProviderTimes } =
    await import('../../src/identity/provider/discovery.ts');
  const { silentLog } = await import('./rig.ts');
  const discovery = new ProviderDiscovery({
    settings: { issuer: 'http://192.0.2.1:1', clientId: 'x', clientSecret: 'y' },
    times: defaultProviderTimes,
    log: silentLog,
    now: Date.now,
  });
  try {
    await discovery.discover();
    assert.unreachable();
  } catch (error) {
    assert.match((error as { detail: string }).detail, 'https');
  }
});

test('an issuer that is written otherwise than by the provider, or has none, is told with what is right', async () => {
  await using pair = await startPair();
  const { ProviderDiscovery, defaultProviderTimes } =
    await import('../../src/identity/provider/discovery.ts');
  const { silentLog } = await import('./rig.ts');
  const { issuer } = pair.provider;
  const faultAt = async (given: string): Promise<string> => {
    const settings = { issuer: given, clientId: 'x', clientSecret: 'y' };
    const needs = { settings, times: defaultProviderTimes, log: silentLog, now: Date.now };
    return new ProviderDiscovery(needs).discover().then(
      () => 'found',
      ({ detail }: { detail: string }) => detail,
    );
  };
  const written = new URL(issuer).href;
  assert.is(
    await faultAt(issuer.replace('127.0.0.1', 'localhost')),
    `OIDC_ISSUER must be written as the provider does: ${written}`,
  );
  assert.match(
    await faultAt(`${issuer}/realms/none`),
    /^OIDC_ISSUER leads to no provider: http:\S+\/realms\/none\/\.well-known\/openid-configuration answers 404$/,
  );
});

test.run();
