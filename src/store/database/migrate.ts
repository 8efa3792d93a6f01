import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { AppError, describeError } from '../../domain/errors.ts';
import { GatewayLibSql } from './connection.ts';
import { copyDatabase } from './copy.ts';
import { howToRestore, outageOf } from './outage.ts';

export const migrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

const usualLockWaitMs = 10_000;

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, as Prisma stores it. */
  checksum: string;
}

interface AppliedRow {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** The same table that `prisma migrate deploy` creates, so that either can continue after the other. */
const migrationsTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL,
    "checksum" TEXT NOT NULL,
    "finished_at" DATETIME,
    "migration_name" TEXT NOT NULL,
    "logs" TEXT,
    "rolled_back_at" DATETIME,
    "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
  );
`;

export interface MigrateOptions {
  folder?: string;
  /** Why the schema must stay as it is; undefined: it may change. */
  frozen?: string | undefined;
  /** Where a database that has something to lose is copied before its schema changes. */
  copy?: string | undefined;
  lockWaitMs?: number;
}

/**
 * Migrates the database to the newest schema; each migration and its row are one transaction.
 * @returns the names of the applied migrations.
 * @throws AppError `unavailable`, one line, when an applied migration was edited, is unknown or is half applied, and when there is
 * something to migrate that must stay as it is.
 */
export async function migrate(
  url: string,
  { folder = migrationsDir, frozen, copy, lockWaitMs = usualLockWaitMs }: MigrateOptions = {},
): Promise<string[]> {
  const adapter = await new GatewayLibSql({ url, busyWaitMs: lockWaitMs }).connect();
  try {
    const wanted = await readMigrations(folder);
    await adapter.executeScript(migrationsTable);
    const applied: string[] = [];
    for (let next = await findNext(adapter, wanted); next; next = await findNext(adapter, wanted)) {
      if (frozen !== undefined) throw refusal(`its schema is of an earlier version: ${frozen}`);
      if (applied.length === 0 && copy !== undefined) await keepCopy(adapter, copy);
      if (await apply(adapter, next, wanted)) applied.push(next.name);
    }
    if (applied.length > 0 && copy !== undefined) await finishCopy(copy);
    return applied;
  } finally {
    await adapter.dispose();
  }
}

/** The copy until every migration is applied: one that fails half way must not cost the copy of before. */
const unfinished = (copy: string): string => `${copy}.unfinished`;

/** A database without any migration is new. */
async function keepCopy(adapter: SqlDriverAdapter, copy: string): Promise<void> {
  const applied = await readApplied(adapter);
  if (applied.length === 0) return;
  try {
    // An earlier start made it, and got no further than this.
    const isOlder = existsSync(unfinished(copy)) && (await countApplied(unfinished(copy))) < applied.length;
    if (!isOlder) await copyDatabase(adapter, unfinished(copy));
  } catch (cause) {
    const why = outageOf(cause) ?? describeError(cause);
    const detail = `database: it must be copied to ${copy} before its schema changes: ${why}`;
    throw new AppError('unavailable', detail, { cause });
  }
}

async function countApplied(file: string): Promise<number> {
  const adapter = await new GatewayLibSql({
    url: pathToFileURL(file).href,
    busyWaitMs: usualLockWaitMs,
  }).connect();
  try {
    return (await readApplied(adapter)).length;
  } finally {
    await adapter.dispose();
  }
}

async function finishCopy(copy: string): Promise<void> {
  await rename(unfinished(copy), copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // a new database, or another process was first
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function findNext(
  adapter: SqlDriverAdapter,
  wanted: readonly Migration[],
): Promise<Migration | undefined> {
  const applied = await readApplied(adapter);
  for (const row of applied) {
    const migration = wanted.find(({ name }) => name === row.name);
    if (migration === undefined)
      throw refusal(`the database was made by a newer version: it knows the migration "${row.name}"`);
    if (!row.isFinished) throw refusal(`the migration "${row.name}" is half applied: ${howToRestore}`);
    if (migration.checksum !== row.checksum)
      throw refusal(`the migration "${row.name}" was edited after it had been applied`);
  }
  return wanted.find(({ name }) => !applied.some((row) => row.name === name));
}

async function readApplied(adapter: SqlDriverAdapter): Promise<AppliedRow[]> {
  const { rows } = await adapter.queryRaw({
    sql: 'SELECT "migration_name", "checksum", "finished_at" IS NOT NULL FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "started_at", "migration_name"',
    args: [],
    argTypes: [],
  });
  return rows.map(([name, checksum, isFinished]) => ({
    name: String(name),
    checksum: String(checksum),
    isFinished: Number(isFinished) === 1,
  }));
}

/** @returns false when another process applied it first. */
async function apply(
  adapter: SqlDriverAdapter,
  migration: Migration,
  wanted: readonly Migration[],
): Promise<boolean> {
  const now = Date.now();
  const row = [
    `'${randomUUID()}'`,
    `'${migration.checksum}'`,
    now,
    `'${migration.name.replaceAll("'", "''")}'`,
    now,
    1,
  ];
  // Foreign keys are off while tables are rebuilt; SQLite allows changing that only outside a transaction.
  const script = `PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE;
${migration.sql}
;INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "started_at", "applied_steps_count") VALUES (${row.join(', ')});
COMMIT; PRAGMA foreign_keys = ON;`;
  try {
    await adapter.executeScript(script);
    return true;
  } catch (error) {
    const next = await findNext(adapter, wanted);
    if (next?.name !== migration.name) return false;
    const outage = outageOf(error);
    const why = outage === undefined ? '' : `: ${outage}`;
    throw new AppError('unavailable', `database: the migration "${migration.name}" cannot be applied${why}`, {
      cause: error,
    });
  }
}

function refusal(why: string): AppError {
  return new AppError('unavailable', `database: ${why}`);
}
