import type { Scope } from '../domain/scope.ts';
import { orUnavailable } from './database/failures.ts';
import type { BrowserSession, Prisma, PrismaClient } from './client/client.ts';
import type { SessionRow, SessionStore } from '../identity/sessions/session-store.ts';

/** Sessions in the service's database. */
export class StoredSessions implements SessionStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async find(id: string): Promise<SessionRow | undefined> {
    const found = await orUnavailable(this.#prisma.browserSession.findUnique({ where: { id } }));
    return found === null ? undefined : toRow(found);
  }

  async findUsable(ids: readonly string[], nowMs: number): Promise<string[]> {
    const now = new Date(nowMs);
    const found = await orUnavailable(
      this.#prisma.browserSession.findMany({
        where: { id: { in: [...ids] }, expiresAt: { gt: now }, idleExpiresAt: { gt: now } },
        select: { id: true },
      }),
    );
    return found.map((session) => session.id);
  }

  async list(nowMs: number): Promise<SessionRow[]> {
    const now = new Date(nowMs);
    const found = await orUnavailable(
      this.#prisma.browserSession.findMany({
        where: { expiresAt: { gt: now }, idleExpiresAt: { gt: now } },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
      }),
    );
    return found.map(toRow);
  }

  insert(row: SessionRow, maxOfToken: number): Promise<string[]> {
    return orUnavailable(
      this.#prisma.$transaction(async (now) => {
        const ids = row.tokenId === null ? [] : await idsBeyond(now, row.tokenId, maxOfToken - 1);
        await now.browserSession.deleteMany({ where: { id: { in: ids } } });
        await now.browserSession.create({ data: sessionRecord(row) });
        return ids;
      }),
    );
  }

  async rotate(id: string, digest: string, next: Parameters<SessionStore['rotate']>[2]): Promise<boolean> {
    const { count } = await orUnavailable(
      this.#prisma.browserSession.updateMany({
        where: { id, digest },
        data: {
          digest: next.digest,
          familyDigest: next.familyDigest,
          lastSeenAt: new Date(next.lastSeenAtMs),
          idleExpiresAt: new Date(next.idleExpiresAtMs),
          providerRefreshToken: next.sealedRefreshToken,
        },
      }),
    );
    return count > 0;
  }

  async touch(id: string, seenAtMs: number, idleExpiresAtMs: number): Promise<void> {
    await orUnavailable(
      this.#prisma.browserSession.updateMany({
        where: { id },
        data: { lastSeenAt: new Date(seenAtMs), idleExpiresAt: new Date(idleExpiresAtMs) },
      }),
    );
  }

  async end(ids: readonly string[]): Promise<void> {
    await orUnavailable(this.#prisma.browserSession.deleteMany({ where: { id: { in: [...ids] } } }));
  }

  async endExpired(nowMs: number): Promise<number> {
    const now = new Date(nowMs);
    const { count } = await orUnavailable(
      this.#prisma.browserSession.deleteMany({
        where: { OR: [{ expiresAt: { lte: now } }, { idleExpiresAt: { lte: now } }] },
      }),
    );
    return count;
  }
}

/** The sessions of a token, except those that were seen last. */
async function idsBeyond(
  { browserSession }: Pick<PrismaClient, 'browserSession'>,
  patId: string,
  kept: number,
): Promise<string[]> {
  const found = await browserSession.findMany({
    where: { patId },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    skip: kept,
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

export function sessionRecord(row: SessionRow): Prisma.BrowserSessionUncheckedCreateInput {
  return {
    id: row.id,
    digest: row.digest,
    familyDigest: row.familyDigest,
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
  };
}

function toRow(record: BrowserSession): SessionRow {
  return {
    id: record.id,
    digest: record.digest,
    familyDigest: record.familyDigest,
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
