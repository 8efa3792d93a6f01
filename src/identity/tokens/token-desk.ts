import { AppError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { digestOf, newSecret, sameDigest } from '../secret.ts';
import type { TokenRow, TokenStore } from './token-store.ts';

/** Lets scanners of leaked secrets, and people, know what they are looking at. */
export const tokenPrefix = 'hf_pat_';

/** The row of the token that `OWNER_TOKEN` names; one at most, so its id can be fixed. */
export const configuredTokenId = 'pat_configured';

const dayMs = 86_400_000;

export interface NewToken {
  row: TokenRow;
  /** Shown this once; only its digest is kept. */
  secret: string;
}

/** What may be asked about personal access tokens. */
export interface TokenDesk {
  create(name: string, expiresInDays?: number): Promise<NewToken>;
  list(): Promise<TokenRow[]>;
  /** @throws AppError `not_found` */
  revoke(id: string): Promise<void>;
  /** The token with this secret, undefined when there is none that may be used now. */
  findBySecret(secret: string): Promise<TokenRow | undefined>;
  /** The first token of all; undefined when there has been one before. */
  createFirst(): Promise<NewToken | undefined>;
  /**
   * Makes the token table agree with `OWNER_TOKEN`: its secret is a token, an earlier one is forgotten.
   * @returns `revoked` when the owner revoked this very secret before: it stays so.
   */
  adoptConfigured(secret: string | undefined): Promise<'none' | 'active' | 'revoked'>;
}

export function createTokenDesk(deps: {
  store: TokenStore;
  now: () => number;
  /** Told at once about a token that was revoked here. */
  onRevoked?: (tokenId: string) => void;
}): TokenDesk {
  const { store, now } = deps;

  async function create(name: string, expiresInDays?: number): Promise<NewToken> {
    const secret = tokenPrefix + newSecret();
    const row = newRow(newId('pat'), name, secret, now());
    if (expiresInDays !== undefined) row.expiresAtMs = row.createdAtMs + expiresInDays * dayMs;
    await store.insert(row);
    return { row, secret };
  }

  return {
    create,
    list: () => store.list(),
    async revoke(id) {
      if (!(await store.revoke(id, now()))) throw new AppError('not_found', `there is no token "${id}"`);
      deps.onRevoked?.(id);
    },
    async findBySecret(secret) {
      const digest = digestOf(secret);
      const row = await store.findByDigest(digest);
      if (row === undefined || !sameDigest(row.digest, digest)) return undefined;
      return isUsable(row, now()) ? row : undefined;
    },
    async createFirst() {
      return (await store.count()) === 0 ? create('first start') : undefined;
    },
    async adoptConfigured(secret) {
      const configured = await store.find(configuredTokenId);
      const digest = secret === undefined ? undefined : digestOf(secret);
      if (configured !== undefined && configured.digest !== digest) {
        await store.erase(configuredTokenId);
        deps.onRevoked?.(configuredTokenId);
      }
      if (secret === undefined || digest === undefined) return 'none';
      const known = await store.findByDigest(digest);
      if (known !== undefined) return known.revokedAtMs === null ? 'active' : 'revoked';
      await store.insert(newRow(configuredTokenId, 'OWNER_TOKEN', secret, now()));
      return 'active';
    },
  };
}

export function isUsable(row: TokenRow, nowMs: number): boolean {
  return row.revokedAtMs === null && (row.expiresAtMs === null || row.expiresAtMs > nowMs);
}

function newRow(id: string, name: string, secret: string, nowMs: number): TokenRow {
  return {
    id,
    name,
    digest: digestOf(secret),
    createdAtMs: nowMs,
    expiresAtMs: null,
    lastUsedAtMs: null,
    revokedAtMs: null,
  };
}
