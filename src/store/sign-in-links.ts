import type { LinkStore } from '../identity/links/link-store.ts';
import type { SessionRow } from '../identity/sessions/session-store.ts';
import type { PrismaClient } from './client/client.ts';
import { orUnavailable } from './database/failures.ts';
import { sessionRecord } from './sessions.ts';

/** One-time links in the database, so that a link made in the terminal opens a session of the running service. */
export class StoredLinks implements LinkStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async insert(digest: string, createdAtMs: number, expiresAtMs: number): Promise<void> {
    await orUnavailable(
      this.#prisma.signInLink.create({
        data: { digest, createdAt: new Date(createdAtMs), expiresAt: new Date(expiresAtMs) },
      }),
    );
  }

  take(digest: string, session: SessionRow): Promise<boolean> {
    const expiresAt = { gt: new Date(session.createdAtMs) };
    return orUnavailable(
      this.#prisma.$transaction(async (now) => {
        const { count } = await now.signInLink.deleteMany({ where: { digest, expiresAt } });
        if (count > 0) await now.browserSession.create({ data: sessionRecord(session) });
        return count > 0;
      }),
    );
  }

  async endExpired(nowMs: number): Promise<number> {
    const { count } = await orUnavailable(
      this.#prisma.signInLink.deleteMany({ where: { expiresAt: { lte: new Date(nowMs) } } }),
    );
    return count;
  }
}
