import type { Scope } from '../domain/scope.ts';
import { orUnavailable } from './failures.ts';
import type { BrowserSession, PrismaClient } from './client/client.ts';
import type { SessionRow, SessionStore } from '../identity/sessions/session-store.ts';

/** Sessions in the service's database. */
export function storedSessions(prisma: PrismaClient): SessionStore {
  const sessions = prisma.browserSession;
  return {
    async find(id) {
      const found = await orUnavailable(sessions.findUnique({ where: { id } }));
      return found === null ? undefined : toRow(found);
    },
    async findUsable(ids, nowMs) {
      const now = new Date(nowMs);
      const found = await orUnavailable(
        sessions.findMany({
          where: { id: { in: [...ids] }, expiresAt: { gt: now }, idleExpiresAt: { gt: now } },
          select: { id: true },
        }),
      );
      return found.map((session) => session.id);
    },
    async list(nowMs) {
      const now = new Date(nowMs);
      const found = await orUnavailable(
        sessions.findMany({
          where: { expiresAt: { gt: now }, idleExpiresAt: { gt: now } },
          orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        }),
      );
      return found.map(toRow);
    },
    async insert(row) {
      await orUnavailable(
        sessions.create({
          data: {
            id: row.id,
            digest: row.digest,
            subject: row.subject,
            email: row.email,
            scope: row.scope,
            openedBy: row.openedBy,
            userAgent: row.userAgent,
            createdAt: new Date(row.createdAtMs),
            lastSeenAt: new Date(row.lastSeenAtMs),
            idleExpiresAt: new Date(row.idleExpiresAtMs),
            expiresAt: new Date(row.expiresAtMs),
            providerRefreshToken: row.sealedRefreshToken,
            patId: row.tokenId,
          },
        }),
      );
    },
    async rotate(id, digest, next) {
      const { count } = await orUnavailable(
        sessions.updateMany({
          where: { id, digest },
          data: {
            digest: next.digest,
            lastSeenAt: new Date(next.lastSeenAtMs),
            idleExpiresAt: new Date(next.idleExpiresAtMs),
            providerRefreshToken: next.sealedRefreshToken,
          },
        }),
      );
      return count > 0;
    },
    async touch(id, seenAtMs, idleExpiresAtMs) {
      await orUnavailable(
        sessions.updateMany({
          where: { id },
          data: { lastSeenAt: new Date(seenAtMs), idleExpiresAt: new Date(idleExpiresAtMs) },
        }),
      );
    },
    async end(ids) {
      await orUnavailable(sessions.deleteMany({ where: { id: { in: [...ids] } } }));
    },
    async endExpired(nowMs) {
      const now = new Date(nowMs);
      const { count } = await orUnavailable(
        sessions.deleteMany({
          where: { OR: [{ expiresAt: { lte: now } }, { idleExpiresAt: { lte: now } }] },
        }),
      );
      return count;
    },
  };
}

function toRow(record: BrowserSession): SessionRow {
  return {
    id: record.id,
    digest: record.digest,
    subject: record.subject,
    email: record.email,
    scope: record.scope as Scope,
    openedBy: record.openedBy as SessionRow['openedBy'],
    userAgent: record.userAgent,
    createdAtMs: record.createdAt.getTime(),
    lastSeenAtMs: record.lastSeenAt.getTime(),
    idleExpiresAtMs: record.idleExpiresAt.getTime(),
    expiresAtMs: record.expiresAt.getTime(),
    sealedRefreshToken: record.providerRefreshToken,
    tokenId: record.patId,
  };
}
