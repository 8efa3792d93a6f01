import { PrismaClient } from '../../src/store/client/client.ts';
import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { databaseUrl } from '../../src/store/open.ts';

/** How SQLite would carry out each statement that `act` sends, as one line. */
export async function plansOf(
  path: string,
  act: (prisma: PrismaClient) => Promise<unknown>,
): Promise<string[]> {
  const sent: { sql: string; args: unknown[] }[] = [];
  const adapter = new GatewayLibSql({ url: databaseUrl(path), busyWaitMs: 1_000 });
  const prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  prisma.$on('query', ({ query, params }) => {
    sent.push({ sql: query, args: JSON.parse(params) as unknown[] });
  });
  try {
    await act(prisma);
    const plans: string[] = [];
    for (const { sql, args } of [...sent]) {
      const steps = await prisma.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, ...args);
      plans.push(steps.map(({ detail }) => detail).join('; '));
    }
    return plans;
  } finally {
    await prisma.$disconnect();
  }
}
