import type { Scope } from '../domain/scope.ts';
import type { TokenRow, TokenStore } from '../identity/tokens/token-store.ts';
import type { PersonalAccessToken, Prisma, PrismaClient } from './client/client.ts';
import { dateOrNull } from './database/database-time.ts';
import { orUnavailable } from './database/failures.ts';

/** Tokens in the service's database. */
export class StoredTokens implements TokenStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async find(id: string): Promise<TokenRow | undefined> {
    return fromRecord(await orUnavailable(this.#prisma.personalAccessToken.findUnique({ where: { id } })));
  }

  async findByDigest(digest: string): Promise<TokenRow | undefined> {
    return fromRecord(
      await orUnavailable(this.#prisma.personalAccessToken.findUnique({ where: { digest } })),
    );
  }

  async findUsable(ids: readonly string[], nowMs: number): Promise<string[]> {
    const found = await orUnavailable(
      this.#prisma.personalAccessToken.findMany({
        where: { id: { in: [...ids] }, ...usableAt(nowMs) },
        select: { id: true },
      }),
    );
    return found.map((token) => token.id);
  }

  async list(): Promise<TokenRow[]> {
    const found = await orUnavailable(
      this.#prisma.personalAccessToken.findMany({
        where: { revokedAt: null },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
    );
    return found.map(toRow);
  }

  count(): Promise<number> {
    return orUnavailable(this.#prisma.personalAccessToken.count());
  }

  insert(row: TokenRow, maxLive: number): ReturnType<TokenStore['insert']> {
    // Checked in the same transaction, because the parent may be revoked at this moment.
    return orUnavailable(
      this.#prisma.$transaction(async (now) => {
        const usable = usableAt(row.createdAtMs);
        if (row.parentId !== null) {
          const parents = await now.personalAccessToken.count({ where: { id: row.parentId, ...usable } });
          if (parents === 0) return 'orphan';
        }
        if ((await now.personalAccessToken.count({ where: usable })) >= maxLive) return 'full';
        await now.personalAccessToken.create({ data: toRecord(row) });
        return 'stored';
      }),
    );
  }

  revoke(id: string, nowMs: number): Promise<string[]> {
    return orUnavailable(
      this.#prisma.$transaction(async (now) => {
        const root = await now.personalAccessToken.findUnique({ where: { id, revokedAt: null } });
        if (root === null) return [];
        const ids = [id];
        for (let parents = ids; parents.length > 0;) {
          const children = await now.personalAccessToken.findMany({
            where: { parentId: { in: parents }, revokedAt: null },
            select: { id: true },
          });
          parents = children.map((child) => child.id);
          ids.push(...parents);
        }
        await now.personalAccessToken.updateMany({
          where: { id: { in: ids } },
          data: { revokedAt: new Date(nowMs) },
        });
        await now.browserSession.deleteMany({ where: { patId: { in: ids } } });
        return ids;
      }),
    );
  }

  async erase(id: string): Promise<void> {
    await orUnavailable(
      this.#prisma.$transaction([
        this.#prisma.browserSession.deleteMany({ where: { patId: id } }),
        this.#prisma.personalAccessToken.deleteMany({ where: { id } }),
      ]),
    );
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    await orUnavailable(
      this.#prisma.personalAccessToken.updateMany({
        where: { id },
        data: { lastUsedAt: new Date(usedAtMs) },
      }),
    );
  }
}

function usableAt(nowMs: number): Prisma.PersonalAccessTokenWhereInput {
  return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(nowMs) } }] };
}

function toRecord(row: TokenRow): Prisma.PersonalAccessTokenUncheckedCreateInput {
  return {
    id: row.id,
    name: row.name,
    digest: row.digest,
    scope: row.scope,
    parentId: row.parentId,
    createdAt: new Date(row.createdAtMs),
    expiresAt: dateOrNull(row.expiresAtMs),
    lastUsedAt: dateOrNull(row.lastUsedAtMs),
    revokedAt: dateOrNull(row.revokedAtMs),
  };
}

function fromRecord(record: PersonalAccessToken | null): TokenRow | undefined {
  return record === null ? undefined : toRow(record);
}

function toRow(record: PersonalAccessToken): TokenRow {
  return {
    id: record.id,
    name: record.name,
    digest: record.digest,
    scope: record.scope as Scope,
    parentId: record.parentId,
    createdAtMs: record.createdAt.getTime(),
    expiresAtMs: record.expiresAt?.getTime() ?? null,
    lastUsedAtMs: record.lastUsedAt?.getTime() ?? null,
    revokedAtMs: record.revokedAt?.getTime() ?? null,
  };
}
