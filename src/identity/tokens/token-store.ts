import type { Scope } from '../../domain/scope.ts';

/** A personal access token as stored: its digest, never the secret. Times are epoch milliseconds. */
export interface TokenRow {
  id: string;
  name: string;
  /** SHA-256 of the secret, hexadecimal. */
  digest: string;
  scope: Scope;
  /** The token that created it; null when a person did. */
  parentId: string | null;
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
}

/** What tokens need from a database. */
export interface TokenStore {
  find(id: string): Promise<TokenRow | undefined>;
  findByDigest(digest: string): Promise<TokenRow | undefined>;
  /** Those of `ids` that are neither revoked nor expired at `nowMs`. */
  findUsable(ids: readonly string[], nowMs: number): Promise<string[]>;
  /** Tokens that are not revoked, newest first. */
  list(): Promise<TokenRow[]>;
  /** Counts every token ever created, including revoked ones. */
  count(): Promise<number>;
  /**
   * `orphan`: its parent was revoked or has expired. `full`: there are already `maxLive` valid ones. In both cases
   * nothing is stored.
   */
  insert(row: TokenRow, maxLive: number): Promise<'stored' | 'orphan' | 'full'>;
  /**
   * Revokes the token, everything created with it, and the browser sessions they opened.
   * @returns the revoked ids, the requested one first; empty when there is no such token or it was already revoked.
   */
  revoke(id: string, nowMs: number): Promise<string[]>;
  /** Deletes it without a trace, with the sessions it opened. */
  erase(id: string): Promise<void>;
  touch(id: string, usedAtMs: number): Promise<void>;
}
