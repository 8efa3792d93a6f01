import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import * as assert from 'uvu/assert';
import { Browser, listen, startGateway, type TestGateway } from './rig.ts';

export const clientId = 'holdfast';
export const clientSecret = 'a client secret that nobody guesses';

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

/** A real identity provider on loopback. Any login name is an account; `unverified` has an e-mail address that nobody checked. */
export interface TestProvider {
  issuer: string;
  /** The provider signs with a new key from now on, and publishes only that one. */
  rotateKey(): Promise<void>;
  /** A token like the provider's own, with whatever is wrong about it. */
  sign(claims: JWTPayload, header?: { alg?: string; typ?: string }, key?: SigningKey): Promise<string>;
  currentKey(): SigningKey;
  /** Answers every request like this instead. */
  replaceBy(handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Nobody listens at its port any more. */
  stop(): Promise<void>;
}

/** Where a provider takes the client's secret; undefined: in both. */
export type SecretPlace = 'header' | 'body' | undefined;

export async function startProvider(
  redirectUri: () => string,
  secretIn?: SecretPlace,
): Promise<TestProvider> {
  const server = createServer();
  await listen(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  let key: SigningKey;
  let own: ReturnType<Provider['callback']> | undefined;
  let replacement: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;

  async function rotateKey(): Promise<void> {
    key = await makeKey();
    own = undefined;
  }
  /** Made when first asked: by then the gateway's address is known. */
  async function handler(): Promise<ReturnType<Provider['callback']>> {
    const jwk = { ...(await exportJWK(key.privateKey)), kid: key.kid, alg: 'RS256', use: 'sig' };
    own ??= createProvider(issuer, redirectUri(), jwk, secretIn).callback();
    return own;
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push((request.url ?? '').split('?')[0] ?? '');
    if (replacement !== undefined) replacement(request, response);
    else
      handler()
        .then((handle) => handle(request, response))
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  key = await firstKey;
  return {
    issuer,
    rotateKey,
    async sign(claims, header = {}, signingKey = key) {
      return new SignJWT({ iss: issuer, aud: clientId, sub: 'owner', ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: signingKey.kid, ...header })
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp ?? '5m')
        .sign(signingKey.privateKey);
    },
    currentKey: () => key,
    replaceBy: (handle) => (replacement = handle),
    asked,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid: randomUUID(), privateKey };
}

/** RSA keys take a while to make, so the providers of a test file begin with the same one. */
const firstKey = makeKey();

function createProvider(issuer: string, redirectUri: string, jwk: object, secretIn: SecretPlace): Provider {
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [redirectUri],
            post_logout_redirect_uris: [new URL('/', redirectUri).href],
            grant_types: ['authorization_code', 'refresh_token'],
          },
        ],
        jwks: { keys: [jwk] },
        cookies: { keys: ['a key for the cookies of a test'] },
        claims: { email: ['email', 'email_verified'] },
        scopes: ['openid', 'email', 'offline_access', 'calls'],
        findAccount: (_ctx: unknown, accountId: string) => ({
          accountId,
          claims: () => ({
            sub: accountId,
            email: `${accountId}@example.com`,
            email_verified: accountId !== 'unverified',
          }),
        }),
        rotateRefreshToken: true,
        ttl: {
          Interaction: 600,
          Session: 600,
          Grant: 600,
          AccessToken: 600,
          IdToken: 600,
          RefreshToken: 600,
        },
        features: {
          devInteractions: { enabled: true },
          rpInitiatedLogout: { enabled: true },
          resourceIndicators: {
            enabled: true,
            defaultResource: () => undefined,
            useGrantedResource: () => false,
            getResourceServerInfo: (_ctx: unknown, resource: string) => ({
              scope: 'calls',
              audience: resource,
              accessTokenFormat: 'jwt',
              accessTokenTTL: 600,
              jwt: { sign: { alg: 'RS256' } },
            }),
          },
        },
      }),
  );
  if (secretIn !== undefined)
    provider.use(async (ctx, next) => {
      const isInHeader = ctx.headers['authorization'] !== undefined;
      if (ctx.path !== '/token' || isInHeader === (secretIn === 'header')) return next();
      // Authelia and others hold a client to the method it was registered with.
      ctx.status = 401;
      if (isInHeader) ctx.set('WWW-Authenticate', 'Basic realm="provider"');
      ctx.body = { error: 'invalid_client' };
    });
  return provider;
}

/** It warns on the console about being a development set-up, which it is. */
function quietly<T>(make: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return make();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}

export interface Pair {
  gateway: TestGateway;
  provider: TestProvider;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A gateway with the provider that its owner uses. */
export async function startPair(
  options: { owner?: string; clientSecret?: string; secretIn?: SecretPlace } & Pick<
    NonNullable<Parameters<typeof startGateway>[0]>,
    'providerTimes'
  > = {},
): Promise<Pair> {
  let callback = '';
  const provider = await startProvider(() => callback, options.secretIn);
  const gateway = await startGateway({
    oidc: {
      issuer: provider.issuer,
      clientId,
      clientSecret: options.clientSecret ?? clientSecret,
      owner: options.owner ?? 'owner',
    },
    providerTimes: { timeoutMs: 20_000, retryAfterMs: 0, keyCooldownMs: 0, ...options.providerTimes },
  });
  callback = `${gateway.url}/auth/callback`;
  return {
    gateway,
    provider,
    async [Symbol.asyncDispose]() {
      await provider.stop();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/** Starts at /auth/login. @returns the provider's authorization URL. */
export async function beginSignIn(pair: Pair, browser: Browser, query = ''): Promise<URL> {
  const response = await browser.get(`${pair.gateway.url}/auth/login${query}`);
  assert.is(response.status, 303, await response.clone().text());
  return new URL(response.headers.get('location') ?? '');
}

/** Signs in at the provider's pages. @returns the callback URL that it leads to. */
export async function passProvider(browser: Browser, start: URL, login: string): Promise<URL> {
  let at = start;
  for (let step = 0; step < 12; step += 1) {
    const response = await browser.get(at.href);
    const location = response.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      if (at.pathname === '/auth/callback') return at;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) break;
    const form = new URLSearchParams({ prompt, login, password: 'any' });
    const posted = await browser.send(new URL(action, at).href, { method: 'POST', body: form });
    at = new URL(posted.headers.get('location') ?? '', at);
  }
  return assert.unreachable(`the provider did not lead back, but to ${at.href}`) as never;
}

/** The whole way in. @returns the answer of /auth/callback. */
export async function signInAs(pair: Pair, browser: Browser, login: string): Promise<Response> {
  const callback = await passProvider(browser, await beginSignIn(pair, browser), login);
  return browser.get(callback.href);
}
