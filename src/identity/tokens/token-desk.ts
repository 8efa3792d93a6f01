import { dayMs } from '../../domain/durations.ts';
import { AppError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import type { TokenBounds } from '../gate.ts';
import { digestOf, newSecret, sameDigest } from '../secret.ts';
import type { TokenRow, TokenStore } from './token-store.ts';

/** Lets people and scanners for leaked secrets recognise a token. */
export const tokenPrefix = 'hf_pat_';

/** The id of the token set by `OWNER_TOKEN`; there is at most one, so the id is fixed. */
const configuredTokenId = 'pat_configured';

/** The scope that shortcuts and assistants need, and no more: it changes nothing that outlives a call, and creates no tokens. */
export const defaultScope: Scope = 'calls';

/** Limits what a stolen token can create; an owner has one token per shortcut and host. */
const maxLiveTokens = 100;

export interface NewToken {
  row: TokenRow;
  /** Shown only this once; only its digest is stored. */
  secret: string;
}

export interface TokenDraft {
  /** Default: `calls`. */
  scope?: Scope | undefined;
  expiresInDays?: number | undefined;
}

/** Operations on personal access tokens. */
export interface TokenDesk {
  /**
   * @param bounds of the creating credential: the token ends no later than it does. Absent for the operator of the
   * machine.
   * @throws AppError `conflict` (too many), `unauthenticated` (the creating credential has just ended).
   */
  create(name: string, draft?: TokenDraft, bounds?: TokenBounds): Promise<NewToken>;
  list(): Promise<TokenRow[]>;
  /**
   * Revokes the token and every token created with it, recursively.
   * @returns their ids, the requested one first.
   * @throws AppError `not_found`
   */
  revoke(id: string): Promise<string[]>;
  /** The token with this secret; undefined when it does not exist or is no longer valid. */
  findBySecret(secret: string): Promise<TokenRow | undefined>;
  /** The very first token; undefined when there has been one before. */
  createFirst(): Promise<NewToken | undefined>;
  /**
   * Makes the token table agree with `OWNER_TOKEN`: its secret becomes a token, and an earlier one is erased.
   * @returns `revoked` when the owner has revoked this very secret: it stays revoked.
   */
  adoptConfigured(secret: string | undefined): Promise<'none' | 'active' | 'revoked'>;
}

const unbound: TokenBounds = { parentId: null, endsAtMs: Infinity };

export function createTokenDesk(needs: {
  store: TokenStore;
  now: () => number;
  /** Called when a token is asked to be revoked, whether or not the database takes it. */
  onRevoking?: () => void;
  /** Called immediately when a token is revoked in this process. */
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
      throw new AppError('unauthenticated', 'the token that makes this one has been revoked or has expired', {
        isInvalidToken: true,
      });
    if (outcome === 'full')
      throw new AppError('conflict', `there are ${maxLive} tokens already; revoke one first`);
  }

  async function revoke(id: string): Promise<string[]> {
    needs.onRevoking?.();
    // Again afterwards: what the database confirmed just before it accepted the change no longer counts.
    const revoked = await store.revoke(id, now()).finally(() => needs.onRevoking?.());
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

function isUsable(row: TokenRow, nowMs: number): boolean {
  return row.revokedAtMs === null && (row.expiresAtMs === null || row.expiresAtMs > nowMs);
}

/** A token with all of the owner's rights. */
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
