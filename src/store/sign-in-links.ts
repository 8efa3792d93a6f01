import { minuteMs } from '../domain/durations.ts';
import type { LinkStore } from '../identity/links/link-store.ts';
import type { SessionRow } from '../identity/sessions/session-store.ts';
import type { PrismaClient } from './client/client.ts';
import { orUnavailable } from './database/failures.ts';
import { sessionRecord } from './sessions.ts';

/** A clock that is corrected by no more than this is no reason to refuse a link. */
const correctionMs = minuteMs;

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
    const { createdAtMs: nowMs } = session;
    const expiresAt = { gt: new Date(nowMs) };
    // One that was made in the future is of unknown age: the clock has been set back since.
    const createdAt = { lte: new Date(nowMs + correctionMs) };
    return orUnavailable(
      this.#prisma.$transaction(async (now) => {
        const { count } = await now.signInLink.deleteMany({ where: { digest, createdAt, expiresAt } });
        if (count > 0) await now.browserSession.create({ data: sessionRecord(session) });
        return count > 0;
      }),
    );
  }

  async endExpired(nowMs: number): Promise<number> {
    const { count } = await orUnavailable(
      this.#prisma.signInLink.deleteMany({
        where: {
          OR: [
            { expiresAt: { lte: new Date(nowMs) } },
            { createdAt: { gt: new Date(nowMs + correctionMs) } },
          ],
        },
      }),
    );
    return count;
  }
}
