import * as client from 'openid-client';
import { AppError } from '../../domain/errors.ts';
import { needsEmail, type Owner, personIn, type Person } from '../owner.ts';
import type { Discovered, ProviderDiscovery } from './discovery.ts';
import { fromProvider } from './faults.ts';
import { verifyIdToken } from './id-token.ts';
import type { Transaction } from './transaction.ts';

/** The person who signed in, with a refresh token if the provider issued one. */
export interface SignedIn {
  person: Person;
  refreshToken: string | undefined;
}

/** The code flow with PKCE, state and nonce (OpenID Connect Core 1.0 section 3.1, RFC 7636), and its refresh. */
export interface SignIn {
  start(returnTo: string): Promise<{ redirectTo: string; transaction: Transaction }>;
  /** @param query the callback's query string, including the `?`. */
  finish(query: string, transaction: Transaction): Promise<SignedIn>;
  /**
   * @throws AppError `unauthenticated` when the provider rejects the refresh token or answers for another subject.
   */
  refresh(refreshToken: string, subject: string): Promise<SignedIn>;
  /** Where to send the browser to end the provider's session; undefined when that would need a request first. */
  endSessionUrl(returnTo: string): string | undefined;
}

export function createSignIn(needs: {
  discovery: ProviderDiscovery;
  callbackUrl: string;
  owner: Owner | undefined;
  now: () => number;
}): SignIn {
  const { discovery, callbackUrl, owner, now } = needs;

  /**
   * The e-mail address is in the ID token or only at the userinfo endpoint, which is called only if the address
   * decides.
   */
  async function learnPerson(
    found: Discovered,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    expectedSubject?: string,
  ): Promise<Person> {
    const claims =
      tokens.id_token === undefined ? undefined : await verifyIdToken(found, tokens.id_token, now());
    const person = personIn(claims ?? { sub: expectedSubject });
    if (person.email !== null || !needsEmail(owner)) return person;
    if (found.configuration.serverMetadata().userinfo_endpoint === undefined) return person;
    return personIn(await client.fetchUserInfo(found.configuration, tokens.access_token, person.subject));
  }

  return {
    async start(returnTo) {
      const { configuration } = await discovery.discover();
      const transaction: Transaction = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      };
      const offline = configuration.serverMetadata().scopes_supported?.includes('offline_access') === true;
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: offline ? 'openid email offline_access' : 'openid email',
        // Core 1.0 section 11: without it a provider ignores offline_access.
        ...(offline ? { prompt: 'consent' } : {}),
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { redirectTo: url.href, transaction };
    },
    async finish(query, transaction) {
      const found = await discovery.discover();
      try {
        const tokens = await discovery.grant(() =>
          client.authorizationCodeGrant(found.configuration, new URL(callbackUrl + query), {
            expectedState: transaction.state,
            expectedNonce: transaction.nonce,
            pkceCodeVerifier: transaction.codeVerifier,
            idTokenExpected: true,
          }),
        );
        return { person: await learnPerson(found, tokens), refreshToken: tokens.refresh_token };
      } catch (error) {
        throw fromProvider(error, 'sign-in');
      }
    },
    async refresh(refreshToken, subject) {
      const found = await discovery.discover();
      try {
        const tokens = await discovery.grant(() =>
          client.refreshTokenGrant(found.configuration, refreshToken),
        );
        const person = await learnPerson(found, tokens, subject);
        if (person.subject !== subject)
          throw new AppError('unauthenticated', 'the session cannot be refreshed; sign in again');
        // RFC 6749 section 6: unless a new one is issued, the old refresh token stays valid.
        return { person, refreshToken: tokens.refresh_token ?? refreshToken };
      } catch (error) {
        throw fromProvider(error, 'refresh');
      }
    },
    endSessionUrl(returnTo) {
      const configuration = discovery.known?.configuration;
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}
