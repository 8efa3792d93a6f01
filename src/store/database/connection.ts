import { PrismaLibSql } from '@prisma/adapter-libsql';
import { setTimeout as wait } from 'node:timers/promises';
import { reportOutages } from './outage.ts';

type Client = ReturnType<PrismaLibSql['createClient']>;
type Config = Parameters<PrismaLibSql['createClient']>[0];
type LibSqlTransaction = Awaited<ReturnType<Client['transaction']>>;

const sqliteBusy = 5;
const firstRetryMs = 2;
const longestRetryMs = 100;

/**
 * NORMAL: a commit needs no fsync; a power cut may lose the last commits but never corrupts the file (SQLite, "PRAGMA
 * synchronous"). The driver runs SQLite on this thread, so its busy timeout would block audio; the waiting is done
 * below instead. secure_delete: deleted or overwritten data is zeroed, so that no free page keeps a secret.
 */
const pragmas = `
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA busy_timeout = 0;
  PRAGMA secure_delete = ON;
  PRAGMA journal_size_limit = 16777216;
`;

export interface ConnectionOptions {
  /** `file:…` */
  url: string;
  /** How long a statement waits for another process's lock before failing. */
  busyWaitMs: number;
}

/**
 * A single connection that keeps its settings. The driver's own client opens a new one after each transaction,
 * without the PRAGMAs, and leaves the old one to the garbage collector. The adapter runs nothing else during a
 * transaction, so one connection is enough.
 */
export class GatewayLibSql extends PrismaLibSql {
  readonly #busyWaitMs: number;

  constructor(options: ConnectionOptions) {
    super({ url: options.url });
    this.#busyWaitMs = options.busyWaitMs;
  }

  override async connect() {
    const adapter = await super.connect();
    const executeNow = adapter.executeScript.bind(adapter);
    // From its beginning each time: a script must be one transaction, or harmless to repeat.
    adapter.executeScript = (script) => this.#patiently(() => executeNow(script));
    // WAL is stored in the file: readers never wait for a writer.
    await adapter.executeScript(`PRAGMA journal_mode = WAL; ${pragmas}`);
    return reportOutages(adapter);
  }

  override createClient(config: Config): Client {
    const client = super.createClient(config);
    const executeNow = client.execute.bind(client) as (statement: unknown) => ReturnType<Client['execute']>;
    const executePatiently = (statement: unknown) =>
      this.#patiently(
        () => executeNow(statement),
        async () => {
          // The driver leaves a busy statement open, after which SQLite commits nothing on that connection.
          await (client.reconnect() as unknown as Promise<void>);
          await client.executeMultiple(pragmas);
        },
      );
    client.execute = executePatiently as Client['execute'];
    client.transaction = async () => {
      // IMMEDIATE: if the database is locked, that shows at the start of a transaction and not in the middle of it.
      await executePatiently('BEGIN IMMEDIATE');
      return transactionOn(executeNow);
    };
    return client;
  }

  async #patiently<T>(act: () => Promise<T>, renew?: () => Promise<void>): Promise<T> {
    const giveUpAtMs = performance.now() + this.#busyWaitMs;
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        return await act();
      } catch (error) {
        if (!isBusy(error)) throw error;
        await renew?.();
        if (performance.now() + retryMs > giveUpAtMs) throw error;
        await wait(retryMs);
      }
    }
  }
}

/** The part of the driver's transaction that the adapter uses, on the connection that began it. */
function transactionOn(execute: (statement: unknown) => ReturnType<Client['execute']>): LibSqlTransaction {
  let open = true;
  const end = async (statement: string): Promise<void> => {
    open = false;
    await execute(statement);
  };
  const transaction: Pick<LibSqlTransaction, 'execute' | 'commit' | 'rollback'> = {
    execute: execute as LibSqlTransaction['execute'],
    commit: async () => {
      try {
        await end('COMMIT');
      } catch (error) {
        // A failed COMMIT may leave the transaction open, and this is the only connection.
        await execute('ROLLBACK').catch(() => undefined);
        throw error;
      }
    },
    rollback: async () => {
      if (open) await end('ROLLBACK');
    },
  };
  return transaction as LibSqlTransaction;
}

function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { rawCode, cause } = error as { rawCode?: unknown; cause?: unknown };
  if (typeof rawCode === 'number') return (rawCode & 0xff) === sqliteBusy;
  return typeof cause === 'object' && cause !== null && isDriverBusy(cause);
}

/** The adapter's own wrapping of the same failure (`executeScript`). */
function isDriverBusy(cause: object): boolean {
  return 'kind' in cause && cause.kind === 'SocketTimeout';
}
