import type { IncomingMessage } from 'node:http';
import type { Scope } from '../domain/scope.ts';
import { AppError } from '../domain/errors.ts';
import { nowKnown } from '../listening/strangers.ts';

/** The surfaces differ in what may carry a credential: cookies never serve MCP, subprotocols only WebSockets. */
export type Surface = 'rest' | 'websocket' | 'mcp';

/** The owner, as recognised by one credential. */
export interface Identity {
  /** Of the credential; no secret. */
  id: string;
  name: string;
  /** What it may do. */
  scope: Scope;
  /** What binds a token that it makes. */
  tokenBounds: TokenBounds;
  /** `listener` is called once at most, when the credential is revoked or its time is over. @returns ends the subscription. */
  onRevoked(listener: () => void): () => void;
}

/** A token never outlives the credential that made it. */
export interface TokenBounds {
  /** The personal access token that it is made with, also by way of a session; null where a person signed in. */
  parentId: string | null;
  /** When a credential that is in no table ends; Infinity for the others. */
  endsAtMs: number;
}

/** The gate in front of every surface. */
export interface Authenticator {
  /** @throws AppError `unauthenticated`, `forbidden`, `unavailable`. */
  identify(request: IncomingMessage, surface: Surface): Promise<Identity>;
}

/** A connection that carried a request of the owner no longer counts as a stranger's. */
export function rememberingConnections(authenticator: Authenticator): Authenticator {
  return {
    async identify(request, surface) {
      const identity = await authenticator.identify(request, surface);
      nowKnown(request.socket);
      return identity;
    },
  };
}

export function credentialEnded(): AppError {
  return new AppError(
    'unauthenticated',
    'the bearer token is not valid: it was revoked or has expired meanwhile',
  );
}

/**
 * For what a client may draw out, as a body that comes slowly: a credential that ends meanwhile must not act afterwards.
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
