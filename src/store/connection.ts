import { PrismaLibSql } from '@prisma/adapter-libsql';
import { setTimeout as wait } from 'node:timers/promises';
import { tellOutages } from './outage.ts';

type Client = ReturnType<PrismaLibSql['createClient']>;
type Config = Parameters<PrismaLibSql['createClient']>[0];
type LibSqlTransaction = Awaited<ReturnType<Client['transaction']>>;

const sqliteBusy = 5;
const firstRetryMs = 2;
const longestRetryMs = 100;

/**
 * NORMAL: a commit costs no fsync; a power cut may lose the last commits, never the file (SQLite, "PRAGMA synchronous"). The driver runs
 * SQLite on this thread, so its own busy timeout would stop audio; waiting is done below instead. secure_delete: what is deleted or
 * overwritten is zeroed, so that no free page keeps a secret.
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
  /** How long a statement waits for another process's lock before it fails. */
  busyWaitMs: number;
}

/**
 * One connection that keeps its settings. The driver's own client opens a new one after each transaction, without the PRAGMAs and leaving
 * the old one to the garbage collector. The adapter lets nothing else in while a transaction runs, so one connection is enough.
 */
export class GatewayLibSql extends PrismaLibSql {
  readonly #busyWaitMs: number;

  constructor(options: ConnectionOptions) {
    super({ url: options.url });
    this.#busyWaitMs = options.busyWaitMs;
  }

  override async connect() {
    const adapter = await super.connect();
    // Kept in the file: readers never wait for a writer.
    await this.#patiently(() => adapter.executeScript(`PRAGMA journal_mode = WAL; ${pragmas}`));
    return tellOutages(adapter);
  }

  override createClient(config: Config): Client {
    const client = super.createClient(config);
    const executeNow = client.execute.bind(client) as (statement: unknown) => ReturnType<Client['execute']>;
    const executePatiently = (statement: unknown) =>
      this.#patiently(
        () => executeNow(statement),
        async () => {
          // The driver leaves a busy statement in progress, and SQLite then commits nothing more on that connection.
          await (client.reconnect() as unknown as Promise<void>);
          await client.executeMultiple(pragmas);
        },
      );
    client.execute = executePatiently as Client['execute'];
    client.transaction = async () => {
      // IMMEDIATE: the one point where a transaction can find the database locked is its start.
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

/** What the adapter uses of the driver's transaction, on the connection that began it. */
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
        // A COMMIT that failed may leave the transaction open, and the connection is the only one.
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

/** How the adapter itself wraps the same failure (`executeScript`). */
function isDriverBusy(cause: object): boolean {
  return 'kind' in cause && cause.kind === 'SocketTimeout';
}
