import type { SqlDriverAdapter, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import { DatabaseAway } from '../../domain/errors.ts';

export const howToRestore = 'restore a backup (docs/backup.md)';

/** Result codes that mean the database is unusable now, whatever the statement (sqlite.org/rescode.html). */
const outages: Record<number, string> = {
  5: 'the database is locked by another process',
  6: 'the database is locked',
  8: 'the database is read-only',
  10: 'the disk fails',
  11: `the database file is damaged: ${howToRestore}`,
  13: 'the disk is full',
  14: 'the database file cannot be opened',
  26: `the database file is damaged, or no database: ${howToRestore}`,
};

/**
 * Prisma passes on adapter errors unchanged unless they are of the adapter's own type, so outages are recognised only
 * here.
 */
export function reportOutages(adapter: SqlDriverAdapter): SqlDriverAdapter {
  reportOutagesOf(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolation) => {
    const transaction: Transaction = await startTransaction(isolation).catch(rethrow);
    reportOutagesOf(transaction);
    const commit = transaction.commit.bind(transaction);
    transaction.commit = () => commit().catch(rethrow);
    return transaction;
  };
  return adapter;
}

function reportOutagesOf(queryable: SqlQueryable): void {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => queryRaw(query).catch(rethrow);
  queryable.executeRaw = (query) => executeRaw(query).catch(rethrow);
}

/**
 * @throws an error caused by `DatabaseAway` for an outage (Prisma would replace one that has a `code`),
 * else the original error.
 */
function rethrow(error: unknown): never {
  const detail = outageOf(error);
  if (detail === undefined) throw error;
  throw new Error(detail, { cause: new DatabaseAway(detail, { cause: error }) });
}

/** The outage in words; undefined if the database itself works. */
export function outageOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.cause !== 'object' || error.cause === null) return undefined;
  const cause = error.cause as { kind?: unknown; extendedCode?: unknown };
  if (cause.kind === 'SocketTimeout') return outages[5];
  return cause.kind === 'sqlite' && typeof cause.extendedCode === 'number'
    ? outages[cause.extendedCode & 0xff]
    : undefined;
}
