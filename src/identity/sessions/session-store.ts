import type { Scope } from '../../domain/scope.ts';

/** A browser's session as it is stored: only the digest of its cookie's secret. Times are epoch milliseconds. */
export interface SessionRow {
  id: string;
  /** SHA-256 of the cookie's secret, hexadecimal. */
  digest: string;
  subject: string;
  email: string | null;
  /** That of the token that opened it; `admin` for a person who signed in. */
  scope: Scope;
  openedBy: 'token' | 'provider' | 'link';
  /** As the browser named itself; anyone's claim, for the owner's eyes. */
  userAgent: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** Moves on while the session is used. */
  idleExpiresAtMs: number;
  /** Never moves. */
  expiresAtMs: number;
  /** The identity provider's refresh token, encrypted under the cookie's secret; null where there is none. */
  sealedRefreshToken: string | null;
  /** The personal access token that opened the session; it ends with that token. */
  tokenId: string | null;
}

/** What sessions need of a database. */
export interface SessionStore {
  find(id: string): Promise<SessionRow | undefined>;
  /** Those of `ids` that have not expired at `nowMs`. */
  findUsable(ids: readonly string[], nowMs: number): Promise<string[]>;
  /** Those that have not expired at `nowMs`, the last seen first. */
  list(nowMs: number): Promise<SessionRow[]>;
  insert(row: SessionRow): Promise<void>;
  /** Only where the digest is still `digest`: of two rotations one wins. @returns whether this one did. */
  rotate(
    id: string,
    digest: string,
    next: Pick<SessionRow, 'digest' | 'lastSeenAtMs' | 'idleExpiresAtMs' | 'sealedRefreshToken'>,
  ): Promise<boolean>;
  touch(id: string, seenAtMs: number, idleExpiresAtMs: number): Promise<void>;
  end(ids: readonly string[]): Promise<void>;
  endExpired(nowMs: number): Promise<number>;
}
