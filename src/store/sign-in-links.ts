import type { LinkStore } from '../identity/links/link-store.ts';
import type { PrismaClient } from './client/client.ts';
import { orUnavailable } from './failures.ts';

/** One-time links in the database, so that a link made in the terminal opens a session of the running service. */
export function storedLinks(prisma: PrismaClient): LinkStore {
  const links = prisma.signInLink;
  return {
    async insert(digest, createdAtMs, expiresAtMs) {
      await orUnavailable(
        links.create({
          data: { digest, createdAt: new Date(createdAtMs), expiresAt: new Date(expiresAtMs) },
        }),
      );
    },
    async take(digest, nowMs) {
      const { count } = await orUnavailable(
        links.deleteMany({ where: { digest, expiresAt: { gt: new Date(nowMs) } } }),
      );
      return count > 0;
    },
    async endExpired(nowMs) {
      const { count } = await orUnavailable(
        links.deleteMany({ where: { expiresAt: { lte: new Date(nowMs) } } }),
      );
      return count;
    },
  };
}
