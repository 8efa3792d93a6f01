import { AppError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import type { TokenBounds } from '../gate.ts';
import { digestOf, newSecret, sameDigest } from '../secret.ts';
import type { TokenRow, TokenStore } from './token-store.ts';

/** Lets scanners of leaked secrets, and people, know what they are looking at. */
export const tokenPrefix = 'hf_pat_';

/** The row of the token that `OWNER_TOKEN` names; one at most, so its id can be fixed. */
export const configuredTokenId = 'pat_configured';

/** What shortcuts and assistants need, and no more: it changes nothing that outlives a call, and makes no token. */
export const defaultScope: Scope = 'calls';

/** Bounds what a stolen token can make; an owner has one token for each shortcut and host. */
export const maxLiveTokens = 100;

const dayMs = 86_400_000;

export interface NewToken {
  row: TokenRow;
  /** Shown this once; only its digest is kept. */
  secret: string;
}

export interface TokenDraft {
  /** `calls` unless said otherwise. */
  scope?: Scope | undefined;
  expiresInDays?: number | undefined;
}

/** What may be asked about personal access tokens. */
export interface TokenDesk {
  /**
   * @param bounds of the credential that makes it: it ends with that one at the latest. Absent for the operator of the machine.
   * @throws AppError `conflict` (too many), `unauthenticated` (what makes it has just ended).
   */
  create(name: string, draft?: TokenDraft, bounds?: TokenBounds): Promise<NewToken>;
  list(): Promise<TokenRow[]>;
  /**
   * With every token that was made with it, and with those.
   * @returns their ids, the asked one first.
   * @throws AppError `not_found`
   */
  revoke(id: string): Promise<string[]>;
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

const unbound: TokenBounds = { parentId: null, endsAtMs: Infinity };

export function createTokenDesk(needs: {
  store: TokenStore;
  now: () => number;
  /** Called at once when a token is revoked here. */
  onRevoked?: (tokenId: string) => void;
}): TokenDesk {
  const { store, now } = needs;

  async function create(name: string, draft: TokenDraft = {}, bounds = unbound): Promise<NewToken> {
    const secret = tokenPrefix + newSecret();
    const parent = bounds.parentId === null ? undefined : await store.find(bounds.parentId);
    const row = newRow(newId('pat'), name, secret, now());
    row.scope = draft.scope ?? defaultScope;
    row.parentId = bounds.parentId;
    const askedMs =
      draft.expiresInDays === undefined ? Infinity : row.createdAtMs + draft.expiresInDays * dayMs;
    const endsAtMs = Math.min(askedMs, bounds.endsAtMs, parent?.expiresAtMs ?? Infinity);
    row.expiresAtMs = Number.isFinite(endsAtMs) ? endsAtMs : null;
    await insert(row, maxLiveTokens);
    return { row, secret };
  }

  async function insert(row: TokenRow, maxLive: number): Promise<void> {
    const outcome = await store.insert(row, maxLive);
    if (outcome === 'orphan')
      throw new AppError('unauthenticated', 'the token that makes this one has been revoked or has expired');
    if (outcome === 'full')
      throw new AppError('conflict', `there are ${maxLive} tokens already; revoke one first`);
  }

  async function revoke(id: string): Promise<string[]> {
    const revoked = await store.revoke(id, now());
    for (const each of revoked) needs.onRevoked?.(each);
    return revoked;
  }

  return {
    create,
    list: () => store.list(),
    async revoke(id) {
      const revoked = await revoke(id);
      if (revoked.length === 0) throw new AppError('not_found', `there is no token "${id}"`);
      return revoked;
    },
    async findBySecret(secret) {
      const digest = digestOf(secret);
      const row = await store.findByDigest(digest);
      if (row === undefined || !sameDigest(row.digest, digest)) return undefined;
      return isUsable(row, now()) ? row : undefined;
    },
    async createFirst() {
      return (await store.count()) === 0 ? create('first start', { scope: 'admin' }) : undefined;
    },
    async adoptConfigured(secret) {
      const configured = await store.find(configuredTokenId);
      const digest = secret === undefined ? undefined : digestOf(secret);
      if (configured !== undefined && configured.digest !== digest) {
        await revoke(configuredTokenId);
        await store.erase(configuredTokenId);
      }
      if (secret === undefined || digest === undefined) return 'none';
      const known = await store.findByDigest(digest);
      if (known !== undefined) return known.revokedAtMs === null ? 'active' : 'revoked';
      // The configured token does not count towards the limit.
      await insert(newRow(configuredTokenId, 'OWNER_TOKEN', secret, now()), Infinity);
      return 'active';
    },
  };
}

export function isUsable(row: TokenRow, nowMs: number): boolean {
  return row.revokedAtMs === null && (row.expiresAtMs === null || row.expiresAtMs > nowMs);
}

/** With all of the owner's rights. */
function newRow(id: string, name: string, secret: string, nowMs: number): TokenRow {
  return {
    id,
    name,
    digest: digestOf(secret),
    scope: 'admin',
    parentId: null,
    createdAtMs: nowMs,
    expiresAtMs: null,
    lastUsedAtMs: null,
    revokedAtMs: null,
  };
}
