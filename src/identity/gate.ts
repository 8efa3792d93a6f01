import type { IncomingMessage } from 'node:http';
import type { Scope } from '../domain/scope.ts';
import { AppError } from '../domain/errors.ts';
import { nowHeldBy } from '../listening/strangers.ts';

/**
 * Where a credential may come from differs by surface: cookies never count for MCP, subprotocols only for WebSockets.
 */
export type Surface = 'rest' | 'websocket' | 'mcp';

/** A valid identity, whether or not it is the owner's. */
export interface Recognised {
  /** The id of the token or session; not secret. */
  credentialId: string;
  kind: 'token' | 'session' | 'access_token';
  isOwner: boolean;
  scope: Scope;
  /** The personal access token itself, or the one that opened the session. */
  tokenId: string | null;
  /** The token's name, or the person's e-mail address or subject. */
  name: string;
  subject: string | null;
  email: string | null;
  /** When the credential expires; Infinity for never. */
  expiresAtMs: number;
}

/** The owner, as identified by one credential. */
export interface Identity {
  /** The credential's id; not secret. */
  id: string;
  name: string;
  /** The scope it grants. */
  scope: Scope;
  /** A browser's session: what it asks for was pressed by the owner on a page. */
  isPage: boolean;
  /** Limits on the tokens it may create. */
  tokenBounds: TokenBounds;
  /**
   * `listener` is called at most once, when the credential is revoked or expires. @returns the unsubscribe function.
   */
  onRevoked(listener: () => void): () => void;
}

/** A token never outlives the credential that created it. */
export interface TokenBounds {
  /** The personal access token that creates it, directly or through a session; null when a person signed in. */
  parentId: string | null;
  /** Expiry of a credential that is in no table; Infinity for the others. */
  endsAtMs: number;
}

/** The owner check in front of every surface. */
export interface Authenticator {
  /** @throws AppError `unauthenticated`, `forbidden`, `unavailable`. */
  identify(request: IncomingMessage, surface: Surface): Promise<Identity>;
}

/** Whose share of connections, streams and sessions it uses: a browser session counts with the token that opened it. */
export function holderOf({ id, tokenBounds }: Pick<Identity, 'id' | 'tokenBounds'>): string {
  return tokenBounds.parentId ?? id;
}

/** A connection that carried an authenticated request no longer counts as a stranger's, but with those of the token. */
export function rememberingConnections(authenticator: Authenticator): Authenticator {
  return {
    async identify(request, surface) {
      const identity = await authenticator.identify(request, surface);
      if (!nowHeldBy(request.socket, holderOf(identity)))
        throw new AppError('unavailable', 'this token has too many open connections; close some');
      return identity;
    },
  };
}

export function credentialEnded(): AppError {
  return new AppError(
    'unauthenticated',
    'the bearer token is not valid: it was revoked or has expired meanwhile',
    { isInvalidToken: true },
  );
}

/**
 * For work that a client can prolong, such as a slowly sent body: a credential that ends in the meantime must not act
 * afterwards.
 * @throws AppError `unauthenticated`
 */
export async function whileValid<T>(identity: Identity, work: Promise<T>): Promise<T> {
  let isOver = false;
  const forget = identity.onRevoked(() => (isOver = true));
  try {
    const result = await work;
    if (isOver) throw credentialEnded();
    return result;
  } finally {
    forget();
  }
}
