import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { hourMs } from '../domain/durations.ts';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { ConfirmedCredentials } from './confirmed-credentials.ts';
import type { Authenticator, Recognised, Surface } from './gate.ts';
import type { LastUseWriter } from './last-use.ts';
import { isOwner, lacksEmail, type Owner } from './owner.ts';
import type { OwnOrigins } from './own-origins.ts';
import { presentedBearer } from './presented.ts';
import type { AccessTokenVerifier } from './provider/access-token.ts';
import type { RevocationWatch } from './revocation-watch.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Cookie } from './sessions/cookies.ts';
import type { SessionDesk } from './sessions/session-desk.ts';
import { idleMs } from './sessions/session-desk.ts';
import type { SessionEnder } from './sessions/session-ender.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { digestOf } from './secret.ts';
import type { TokenDesk } from './tokens/token-desk.ts';
import type { TokenStore } from './tokens/token-store.ts';

export interface Recogniser {
  /**
   * @returns undefined when the request carries no credential for this surface.
   * @throws AppError `unauthenticated` for a bad one, `forbidden` for a cookie from a foreign page, `unavailable`.
   */
  recognise(request: IncomingMessage, surface: Surface): Promise<Recognised | undefined>;
}

export function createRecogniser(needs: {
  tokens: TokenDesk;
  tokenStore: TokenStore;
  sessions: SessionDesk;
  sessionStore: SessionStore;
  /** Undefined without an identity provider. */
  accessTokens: AccessTokenVerifier | undefined;
  cookie: Cookie;
  ender: Pick<SessionEnder, 'isEnding'>;
  confirmed: ConfirmedCredentials;
  own: OwnOrigins;
  owner: Owner | undefined;
  uses: LastUseWriter;
  now: () => number;
}): Recogniser {
  const { tokens, sessions, accessTokens, confirmed, owner, uses, now } = needs;

  async function byBearer(token: string): Promise<Recognised> {
    const row = await tokens.findBySecret(token);
    if (row !== undefined) {
      const nowMs = now();
      uses.note(row.id, nowMs, row.lastUsedAtMs, () => needs.tokenStore.touch(row.id, nowMs));
      return {
        credentialId: row.id,
        kind: 'token',
        isOwner: true,
        scope: row.scope,
        tokenId: row.id,
        name: row.name,
        subject: null,
        email: null,
        expiresAtMs: row.expiresAtMs ?? Infinity,
      };
    }
    const verified = await accessTokens?.verify(token);
    if (verified === undefined)
      throw new AppError('unauthenticated', 'the bearer token is not valid: unknown, expired or revoked', {
        isInvalidToken: true,
      });
    const { person, scope, expiresAtMs } = verified;
    return {
      credentialId: `access:${digestOf(token).slice(0, 32)}`,
      kind: 'access_token',
      isOwner: isOwner(person, owner),
      scope,
      tokenId: null,
      name: person.email ?? person.subject,
      subject: person.subject,
      email: person.email,
      expiresAtMs,
    };
  }

  async function byCookie(cookie: string): Promise<Recognised> {
    const found = await sessions.find(cookie);
    if (found?.state !== 'live') throw sessionOver();
    const { row } = found;
    const nowMs = now();
    uses.note(row.id, nowMs, row.lastSeenAtMs, () =>
      needs.sessionStore.touch(row.id, nowMs, Math.min(nowMs + idleMs, row.expiresAtMs)),
    );
    return {
      credentialId: row.id,
      kind: 'session',
      // Checked on every use: OWNER may have changed since the sign-in.
      isOwner: row.openedBy !== 'provider' || isOwner(row, owner),
      scope: row.scope,
      tokenId: row.tokenId,
      name: row.email ?? row.subject,
      subject: row.subject,
      email: row.email,
      expiresAtMs: row.expiresAtMs,
    };
  }

  return {
    async recognise(request, surface) {
      const token = presentedBearer(request, surface === 'websocket');
      if (token !== undefined) return confirmed.recognise('bearer', token, () => byBearer(token));
      if (surface === 'mcp') return undefined;
      const cookie = needs.cookie.read(request);
      if (cookie === undefined) return undefined;
      if (needs.ender.isEnding(cookie)) throw sessionOver();
      const recognised = await confirmed.recognise('cookie', cookie, () => byCookie(cookie));
      requireSameOrigin(request, needs.own, surface === 'websocket' ? 'websocket' : 'http');
      return recognised;
    },
  };
}

function sessionOver(): AppError {
  return new AppError('unauthenticated', 'the session is over; sign in again');
}

/** Lets only the owner pass. */
export function createAuthenticator(needs: {
  recogniser: Recogniser;
  watch: RevocationWatch;
  owner: Owner | undefined;
  log: Log;
}): Authenticator {
  const { recogniser, watch, owner, log } = needs;
  const logged = new LRUCache<string, true>({ max: 100, ttl: hourMs });

  /** The log names the subject, which `OWNER` may be, once an hour. */
  function refuse({ subject, email }: Recognised): never {
    const why = lacksEmail({ email }, owner)
      ? ', as far as is known: this token gives no verified e-mail address (email_verified); OWNER can be its subject instead'
      : '';
    const detail = `you are not the owner of this service${why}`;
    if (!logged.has(subject ?? '')) {
      log.warn('access refused', { subject, why: detail });
      logged.set(subject ?? '', true);
    }
    throw new AppError('forbidden', detail);
  }

  return {
    async identify(request, surface) {
      const who = await recogniser.recognise(request, surface);
      if (who === undefined)
        throw new AppError(
          'unauthenticated',
          'a bearer token is required: send the header "Authorization: Bearer <token>"',
        );
      if (!who.isOwner) refuse(who);
      return {
        id: who.credentialId,
        name: who.name,
        scope: who.scope,
        isPage: who.kind === 'session',
        tokenBounds: {
          parentId: who.tokenId,
          // A person who signed in may create tokens that outlive the session.
          endsAtMs: who.kind === 'access_token' ? who.expiresAtMs : Infinity,
        },
        onRevoked: (listener) => watch.watch(who.credentialId, who.expiresAtMs, listener),
      };
    },
  };
}
