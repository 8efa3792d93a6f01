import { answer } from '../database-answer.ts';
import type { PersonalAccessToken, PrismaClient } from '../../store/client/client.ts';
import type { TokenRow, TokenStore } from './token-store.ts';

/** Tokens in the service's own database. */
export function createPrismaTokenStore(prisma: PrismaClient): TokenStore {
  const tokens = prisma.personalAccessToken;
  return {
    async find(id) {
      return fromRecord(await answer(tokens.findUnique({ where: { id } })));
    },
    async findByDigest(digest) {
      return fromRecord(await answer(tokens.findUnique({ where: { digest } })));
    },
    async findUsable(ids, nowMs) {
      const found = await answer(
        tokens.findMany({
          where: {
            id: { in: [...ids] },
            revokedAt: null,
            OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(nowMs) } }],
          },
          select: { id: true },
        }),
      );
      return found.map((token) => token.id);
    },
    async list() {
      const found = await answer(
        tokens.findMany({
          where: { revokedAt: null },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
      );
      return found.map(toRow);
    },
    count: () => answer(tokens.count()),
    async insert(row) {
      await answer(
        tokens.create({
          data: {
            id: row.id,
            name: row.name,
            digest: row.digest,
            createdAt: new Date(row.createdAtMs),
            expiresAt: toDate(row.expiresAtMs),
            lastUsedAt: toDate(row.lastUsedAtMs),
            revokedAt: toDate(row.revokedAtMs),
          },
        }),
      );
    },
    async revoke(id, nowMs) {
      const [revoked] = await answer(
        prisma.$transaction([
          tokens.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date(nowMs) } }),
          prisma.browserSession.deleteMany({ where: { patId: id } }),
        ]),
      );
      return revoked.count > 0;
    },
    async erase(id) {
      await answer(
        prisma.$transaction([
          prisma.browserSession.deleteMany({ where: { patId: id } }),
          tokens.deleteMany({ where: { id } }),
        ]),
      );
    },
    async touch(id, usedAtMs) {
      await answer(tokens.updateMany({ where: { id }, data: { lastUsedAt: new Date(usedAtMs) } }));
    },
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
    createdAtMs: record.createdAt.getTime(),
    expiresAtMs: record.expiresAt?.getTime() ?? null,
    lastUsedAtMs: record.lastUsedAt?.getTime() ?? null,
    revokedAtMs: record.revokedAt?.getTime() ?? null,
  };
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
