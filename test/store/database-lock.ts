import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { until } from '../rig/until.ts';
import { databaseUrl, type Store } from '../../src/store/open.ts';

/** Holds the write lock as another process would. @returns the function that lets go. */
export async function lockDatabase(store: Store): Promise<() => Promise<void>> {
  const [main] = await store.prisma.$queryRaw<{ file: string }[]>`SELECT file FROM pragma_database_list`;
  const adapter = await new GatewayLibSql({
    url: databaseUrl(main?.file ?? ''),
    busyWaitMs: 1_000,
  }).connect();
  const transaction = await adapter.startTransaction();
  return async () => {
    await transaction.rollback();
    await adapter.dispose();
  };
}

/** Resolves when the journal has met a failure. */
export async function untilFaulty(store: Store): Promise<void> {
  await until(() => store.journal.faulty !== undefined);
}
