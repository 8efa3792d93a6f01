import type { Middleware } from 'koa';
import { hourMs } from '../domain/durations.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { createCredentialExchange } from './auth-routes/credential-exchange.ts';
import { createProviderFlow } from './auth-routes/provider-flow.ts';
import { type BodyReader, createAuthRoutes } from './auth-routes/router.ts';
import { ConfirmedCredentials } from './confirmed-credentials.ts';
import { readOwner } from './owner.ts';
import { LastUseWriter } from './last-use.ts';
import type { Authenticator } from './gate.ts';
import { createOwnOrigins, type OwnOrigins } from './own-origins.ts';
import { createAccessTokenVerifier } from './provider/access-token.ts';
import { defaultProviderTimes, ProviderDiscovery, type ProviderTimes } from './provider/discovery.ts';
import { resourceMetadataUrl, resourcesOf, serveResourceMetadata } from './provider/protected-resource.ts';
import { createSignIn } from './provider/sign-in.ts';
import { createTransactionSealer } from './provider/transaction.ts';
import { createAuthenticator, createRecogniser } from './recognise.ts';
import { createLinkDesk } from './links/link-desk.ts';
import type { LinkStore } from './links/link-store.ts';
import { RevocationWatch } from './revocation-watch.ts';
import { createCookie, createSessionCookie } from './sessions/cookies.ts';
import { createSessionDesk, type SessionDesk } from './sessions/session-desk.ts';
import { SessionEnder } from './sessions/session-ender.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { createTokenDesk, type TokenDesk } from './tokens/token-desk.ts';
import type { TokenStore } from './tokens/token-store.ts';

export type { BodyReader } from './auth-routes/router.ts';
export type { OwnOrigins } from './own-origins.ts';
export type { SessionDesk } from './sessions/session-desk.ts';

export interface IdentitySettings {
  host: string;
  port: number;
  publicUrl: string;
  /** Set when the service serves https itself. */
  https?: object | undefined;
  ownerToken: string | undefined;
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; owner: string } | undefined;
}

/** Everything about who may use the service. */
export interface IdentityService {
  authenticator: Authenticator;
  /** `/auth/…`, and with a provider `/.well-known/oauth-protected-resource`, ahead of the owner check. */
  authRoutes: (readBody: BodyReader) => Middleware;
  /** Where a client refused at `path` learns which provider signs the owner in (RFC 9728); undefined without one. */
  metadataUrl(path: string): string | undefined;
  tokens: TokenDesk;
  sessions: Pick<SessionDesk, 'list' | 'end'>;
  own: OwnOrigins;
  /** The ids of sessions and tokens that are still valid. */
  findUsable(credentialIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Called when a session or token is ended in this process. `listener` must not throw. @returns the unsubscribe
   * function.
   */
  onEnded(listener: (credentialId: string) => void): () => void;
  /** Updates the stored tokens from `OWNER_TOKEN`. */
  start(): Promise<void>;
  /** @returns the very first token, to be printed once; undefined when there was one before or one is configured. */
  createFirstToken(): Promise<string | undefined>;
  /** Returns an address that signs in its first visitor, for the terminal. */
  createLink(): Promise<string>;
  close(): Promise<void>;
}

export interface IdentityNeeds {
  store: { tokens: TokenStore; sessions: SessionStore; links: LinkStore };
  log: Log;
  settings: IdentitySettings;
  now?: () => number;
  providerTimes?: Partial<ProviderTimes>;
  /** How often open streams are checked against the database. */
  revocationIntervalMs?: number;
}

const sweepMs = hourMs;

export function createIdentity(needs: IdentityNeeds): IdentityService {
  const { log, settings } = needs;
  const now = needs.now ?? Date.now;
  const { tokens: tokenStore, sessions: sessionStore } = needs.store;
  const uses = new LastUseWriter(log);
  async function findUsable(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const nowMs = now();
    const [tokenIds, sessionIds] = await Promise.all([
      tokenStore.findUsable(ids, nowMs),
      sessionStore.findUsable(ids, nowMs),
    ]);
    // The provider's access tokens are in no table; they end when they expire.
    return new Set([...tokenIds, ...sessionIds, ...ids.filter((id) => id.startsWith('access:'))]);
  }

  const watch = new RevocationWatch({
    findUsable,
    log,
    now,
    ...(needs.revocationIntervalMs === undefined ? {} : { intervalMs: needs.revocationIntervalMs }),
  });
  const confirmed = new ConfirmedCredentials({ watch, now });
  const endedListeners = new Set<(credentialId: string) => void>();
  const ended = (credentialId: string): void => {
    watch.revoked(credentialId);
    for (const listener of endedListeners) listener(credentialId);
  };
  const tokens = createTokenDesk({
    store: tokenStore,
    now,
    onRevoking: () => confirmed.forgetTokens(),
    onRevoked: ended,
  });
  const sessions = createSessionDesk({
    store: sessionStore,
    now,
    onChange: (sessionId) => confirmed.forgetSession(sessionId),
    onEnded: ended,
  });
  const links = createLinkDesk({ store: needs.store.links, publicUrl: settings.publicUrl, now });
  const own = createOwnOrigins(settings);
  const publicUrl = new URL(settings.publicUrl);
  const sessionCookie = createSessionCookie(publicUrl);
  const owner = settings.oidc === undefined ? undefined : readOwner(settings.oidc.owner);
  const provider = settings.oidc === undefined ? undefined : createProvider(settings.oidc);
  const ender = new SessionEnder({ sessions, log });
  const recogniser = createRecogniser({
    tokens,
    tokenStore,
    sessions,
    sessionStore,
    accessTokens: provider?.accessTokens,
    cookie: sessionCookie,
    ender,
    confirmed,
    own,
    owner,
    uses,
    now,
  });
  let sweeping: NodeJS.Timeout | undefined;

  function createProvider(oidc: NonNullable<IdentitySettings['oidc']>) {
    const discovery = new ProviderDiscovery({
      settings: oidc,
      times: { ...defaultProviderTimes, ...needs.providerTimes },
      log,
      now,
    });
    const callbackUrl = `${settings.publicUrl}/auth/callback`;
    const signIn = createSignIn({ discovery, callbackUrl, owner, now });
    const { publicUrl: address } = settings;
    return {
      signIn,
      metadata: serveResourceMetadata({ publicUrl: address, issuer: oidc.issuer, discovery }),
      flow: createProviderFlow({ signIn, sealer: createTransactionSealer(now), sessions, owner, log, now }),
      accessTokens: createAccessTokenVerifier({
        discovery,
        addresses: resourcesOf(settings.publicUrl),
        clientId: oidc.clientId,
        owner,
        now,
      }),
    };
  }

  async function sweep(): Promise<void> {
    try {
      const removed = (await sessions.sweep()) + (await links.sweep());
      if (removed > 0) log.debug('expired sessions and links removed', { removed });
    } catch (error) {
      log.warn('expired sessions and links not removed', { error: describeError(error) });
    }
  }

  return {
    authenticator: createAuthenticator({ recogniser, watch, owner, log }),
    authRoutes(readBody) {
      const routes = createAuthRoutes({
        recogniser,
        confirmed,
        credentials: createCredentialExchange({ tokens, links, sessions }),
        sessions,
        ender,
        provider,
        sessionCookie,
        transactionCookie: createCookie('holdfast_sign_in', publicUrl, 'lax'),
        own,
        publicUrl: settings.publicUrl,
        now,
        readBody,
      });
      if (provider === undefined) return routes;
      return (ctx, next) => provider.metadata(ctx, () => routes(ctx, next) as Promise<unknown>);
    },
    metadataUrl: (path) =>
      provider === undefined ? undefined : resourceMetadataUrl(settings.publicUrl, path),
    tokens,
    sessions,
    own,
    findUsable,
    onEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
    createLink: () => links.create(),
    async start() {
      sweeping ??= setInterval(() => void sweep(), sweepMs).unref();
      const configured = await tokens.adoptConfigured(settings.ownerToken);
      if (configured === 'revoked') log.warn('OWNER_TOKEN was revoked and stays so; set another one');
    },
    async createFirstToken() {
      if (settings.ownerToken !== undefined) return undefined;
      return (await tokens.createFirst())?.secret;
    },
    async close() {
      clearInterval(sweeping);
      await Promise.all([watch.close(), ender.close(), uses.settle()]);
    },
  };
}
