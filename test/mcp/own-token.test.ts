import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientId, clientSecret, passProvider, startProvider } from '../identity/provider-rig.ts';
import { Browser } from '../identity/rig.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { startEdge } from './edge.ts';

const test = suite('a host that fetches its own token');

async function startWithProvider() {
  const port = await findFreePorts();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startProvider(() => `${url}/auth/callback`);
  const oidc = { issuer: provider.issuer, clientId, clientSecret, owner: 'owner' };
  const edge = await startEdge({ port, settings: { oidc } });
  return {
    edge,
    provider,
    async [Symbol.asyncDispose]() {
      await provider.stop();
      await edge[Symbol.asyncDispose]();
    },
  };
}

/** What a host keeps of its sign-in; its person is asked at `asked`. */
class HostSignIn implements OAuthClientProvider {
  readonly redirectUrl: string;
  asked: URL | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }
  get clientMetadata() {
    return { redirect_uris: [this.redirectUrl] };
  }
  clientInformation() {
    return { client_id: clientId, client_secret: clientSecret };
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

for (const path of ['/mcp', '/mcp/'])
  test(`it is led from the 401 of ${path} to the provider, and its token opens MCP`, async () => {
    await using pair = await startWithProvider();
    const { url } = pair.edge;
    const signIn = new HostSignIn(`${url}/auth/callback`);
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(new URL(url + path), { authProvider: signIn });
      const host = new Client({ name: 'test-host', version: '1.0.0' });
      // The class predates exactOptionalPropertyTypes.
      await host.connect(transport as Transport).catch((error: unknown) => {
        if (!(error instanceof UnauthorizedError)) throw error;
      });
      return { host, transport };
    };
    const { transport } = await connect();
    const { asked } = signIn;
    assert.ok(asked, 'it asks its person to sign in');
    assert.is(asked.origin, pair.provider.issuer);
    assert.is(asked.searchParams.get('resource'), url + path);
    assert.is(asked.searchParams.get('scope'), 'calls', 'the one that the provider knows too');
    const callback = await passProvider(new Browser(), asked, 'owner');
    assert.ok(callback.searchParams.has('code'), callback.href);
    await transport.finishAuth(callback.searchParams.get('code') ?? '');
    const { host } = await connect();
    assert.ok((await host.listTools()).tools.length > 0);
    await host.close();
  });

test('the metadata names the resource of its path and the provider; without a provider there are none', async () => {
  await using pair = await startWithProvider();
  const { url } = pair.edge;
  for (const path of ['', '/mcp', '/mcp/']) {
    const answer = await fetch(`${url}/.well-known/oauth-protected-resource${path}`);
    assert.equal(await answer.json(), {
      resource: url + path,
      resource_name: 'Holdfast',
      authorization_servers: [pair.provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['calls'],
    });
  }
  const refused = await fetch(`${url}/mcp/`);
  assert.is(
    refused.headers.get('www-authenticate'),
    `Bearer realm="holdfast", resource_metadata="${url}/.well-known/oauth-protected-resource/mcp/"`,
  );
  assert.is((await fetch(`${url}/api/v1/calls`)).headers.get('www-authenticate'), 'Bearer realm="holdfast"');
  await using plain = await startEdge();
  assert.is((await fetch(`${plain.url}/.well-known/oauth-protected-resource/mcp/`)).status, 404);
  assert.is((await fetch(`${plain.url}/mcp/`)).headers.get('www-authenticate'), 'Bearer realm="holdfast"');
});

test.run();
