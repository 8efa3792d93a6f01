import type { Scope } from '../../domain/scope.ts';

/** A personal access token as it is stored: never the secret, only its digest. Times are epoch milliseconds. */
export interface TokenRow {
  id: string;
  name: string;
  /** SHA-256 of the secret, hexadecimal. */
  digest: string;
  scope: Scope;
  /** The token that it was made with; null for one that a person made. */
  parentId: string | null;
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
}

/** What tokens need of a database. */
export interface TokenStore {
  find(id: string): Promise<TokenRow | undefined>;
  findByDigest(digest: string): Promise<TokenRow | undefined>;
  /** Those of `ids` that are neither revoked nor expired at `nowMs`. */
  findUsable(ids: readonly string[], nowMs: number): Promise<string[]>;
  /** Tokens that are not revoked, the newest first. */
  list(): Promise<TokenRow[]>;
  /** Every token that ever was, revoked ones too. */
  count(): Promise<number>;
  /** `orphan`: its parent has been revoked or has expired. `full`: there are `maxLive` that may be used. Nothing is stored then. */
  insert(row: TokenRow, maxLive: number): Promise<'stored' | 'orphan' | 'full'>;
  /**
   * With all that was made with it, and the browser sessions that they opened.
   * @returns the ids of those revoked, the asked one first; none when there is no such token, or it was revoked before.
   */
  revoke(id: string, nowMs: number): Promise<string[]>;
  /** As if it had never been, with the sessions that it opened. */
  erase(id: string): Promise<void>;
  touch(id: string, usedAtMs: number): Promise<void>;
}
