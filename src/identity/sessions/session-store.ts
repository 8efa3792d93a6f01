import type { Scope } from '../../domain/scope.ts';

/** A browser's session as stored: only the digest of its cookie's secret. Times are epoch milliseconds. */
export interface SessionRow {
  id: string;
  /** SHA-256 of the cookie's secret, hexadecimal. */
  digest: string;
  /** SHA-256 of the part with which all secrets of the session begin; null if an earlier version began the session. */
  familyDigest: string | null;
  subject: string;
  email: string | null;
  /** The scope of the token that opened it; `admin` for a person who signed in. */
  scope: Scope;
  openedBy: 'token' | 'provider' | 'link';
  /** The browser's User-Agent; unverified, shown to the owner only. */
  userAgent: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** Extended while the session is used. */
  idleExpiresAtMs: number;
  /** Never extended. */
  expiresAtMs: number;
  /** The identity provider's refresh token, encrypted with the cookie's secret; null if there is none. */
  sealedRefreshToken: string | null;
  /** The personal access token that opened the session; it ends with that token. */
  tokenId: string | null;
}

/** What sessions need from a database. */
export interface SessionStore {
  find(id: string): Promise<SessionRow | undefined>;
  /** Those of `ids` that have not expired at `nowMs`. */
  findUsable(ids: readonly string[], nowMs: number): Promise<string[]>;
  /** Sessions not expired at `nowMs`, last seen first. */
  list(nowMs: number): Promise<SessionRow[]>;
  /** Ends the longest unused sessions of the same token, so that there are at most `maxOfToken`. @returns the ids of those that ended. */
  insert(row: SessionRow, maxOfToken: number): Promise<string[]>;
  /**
   * Updates only if the digest is still `digest`: of two concurrent rotations one wins. @returns whether this one
   * did.
   */
  rotate(
    id: string,
    digest: string,
    next: Pick<
      SessionRow,
      'digest' | 'familyDigest' | 'lastSeenAtMs' | 'idleExpiresAtMs' | 'sealedRefreshToken'
    >,
  ): Promise<boolean>;
  touch(id: string, seenAtMs: number, idleExpiresAtMs: number): Promise<void>;
  end(ids: readonly string[]): Promise<void>;
  endExpired(nowMs: number): Promise<number>;
}
