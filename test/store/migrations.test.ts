import { appendFile, cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diffMigrationsToSchema } from '../../prisma/schema-diff.ts';
import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { migrate, migrationsDir } from '../../src/store/database/migrate.ts';
import { databaseUrl, openStore } from '../../src/store/open.ts';
import { memoryLog, withFolder } from './fixtures.ts';

const test = suite('migrations');

async function tablesOf(url: string): Promise<string[]> {
  const adapter = await new GatewayLibSql({ url, busyWaitMs: 1_000 }).connect();
  const { rows } = await adapter.queryRaw({
    sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    args: [],
    argTypes: [],
  });
  await adapter.dispose();
  return rows.map(([name]) => String(name));
}

async function execute(url: string, sql: string): Promise<void> {
  const adapter = await new GatewayLibSql({ url, busyWaitMs: 1_000 }).connect();
  await adapter.executeScript(sql);
  await adapter.dispose();
}

async function refusalOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was refused';
}

test('the migrations produce schema.prisma', async () => {
  assert.is(await diffMigrationsToSchema(), '-- This is an empty migration.');
});

test('they are applied once, and again finds nothing to do', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    assert.is(
      (await migrate(url)).length,
      (await readdir(migrationsDir, { withFileTypes: true })).filter((e) => e.isDirectory()).length,
    );
    assert.equal(await migrate(url), []);
    const tables = await tablesOf(url);
    for (const table of ['calls', 'events', 'segments', 'flows', 'devices', '_prisma_migrations'])
      assert.ok(tables.includes(table), table);
  }));

test('two processes that start at once both find the schema', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const applied = await Promise.all([migrate(url), migrate(url)]);
    assert.is(applied.flat().length > 0, true);
    assert.equal(await migrate(url), []);
  }));

test('a later migration is applied to a database that has the earlier ones, foreign keys kept', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const migrations = join(folder, 'migrations');
    await cp(migrationsDir, migrations, { recursive: true });
    await migrate(url, { folder: migrations });
    await mkdir(join(migrations, '29990101000000_more'));
    await writeFile(
      join(migrations, '29990101000000_more/migration.sql'),
      'CREATE TABLE "more" ("id" TEXT);\n',
    );
    assert.equal(await migrate(url, { folder: migrations }), ['29990101000000_more']);
    assert.ok((await tablesOf(url)).includes('more'));
  }));

test('tokens and sessions of before there were scopes keep everything, and no parent', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const early = join(folder, 'migrations');
    await mkdir(early);
    const first = '20261120175243_first';
    await cp(join(migrationsDir, first), join(early, first), { recursive: true });
    await migrate(url, { folder: early });
    await execute(
      url,
      `INSERT INTO personal_access_tokens (id, name, digest, created_at) VALUES ('pat_1', 'old', 'd', 1);
       INSERT INTO browser_sessions (id, digest, subject, created_at, last_seen_at, idle_expires_at, expires_at, pat_id)
       VALUES ('sess_1', 'e', 'old', 1, 1, 1, 1, 'pat_1');`,
    );
    const store = await openStore({ url, log: memoryLog(), rehearses: false });
    const [token] = await store.prisma.personalAccessToken.findMany();
    assert.equal([token?.name, token?.scope, token?.parentId], ['old', 'admin', null]);
    const [session] = await store.prisma.browserSession.findMany();
    assert.equal([session?.scope, session?.patId], ['admin', 'pat_1']);
    await store.close();
  }));

test('a migration waits for the lock of another process, and says so if that does not end', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const migrations = join(folder, 'migrations');
    await cp(migrationsDir, migrations, { recursive: true });
    await migrate(url, { folder: migrations });
    await mkdir(join(migrations, '29990101000000_more'));
    await writeFile(
      join(migrations, '29990101000000_more/migration.sql'),
      'CREATE TABLE "more" ("id" TEXT);\n',
    );
    const other = await new GatewayLibSql({ url, busyWaitMs: 1_000 }).connect();
    const change = await other.startTransaction();
    const migrating = migrate(url, { folder: migrations });
    migrating.catch(() => undefined); // awaited below
    const refusal = await refusalOf(() => migrate(url, { folder: migrations, lockWaitMs: 50 }));
    await change.rollback();
    assert.equal(await migrating, ['29990101000000_more']);
    assert.match(
      refusal,
      /29990101000000_more" cannot be applied: the database is locked by another process/,
    );
    await other.dispose();
  }));

test('a schema that must stay as it is stays so, and is used if it is the newest', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const migrations = join(folder, 'migrations');
    await cp(migrationsDir, migrations, { recursive: true });
    await migrate(url, { folder: migrations });
    const frozen = 'a service runs on it';
    assert.equal(await migrate(url, { folder: migrations, frozen }), []);
    await mkdir(join(migrations, '29990101000000_more'));
    await writeFile(
      join(migrations, '29990101000000_more/migration.sql'),
      'CREATE TABLE "more" ("id" TEXT);\n',
    );
    const refusal = await refusalOf(() => migrate(url, { folder: migrations, frozen }));
    assert.match(refusal, /earlier version: a service runs on it/);
    assert.not.ok((await tablesOf(url)).includes('more'));
  }));

test('a broken migration leaves nothing behind and says its name', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const migrations = join(folder, 'migrations');
    await cp(migrationsDir, migrations, { recursive: true });
    await mkdir(join(migrations, '29990101000000_bad'));
    await writeFile(
      join(migrations, '29990101000000_bad/migration.sql'),
      'CREATE TABLE "half" ("id" TEXT); NONSENSE;',
    );
    assert.match(await refusalOf(() => migrate(url, { folder: migrations })), '29990101000000_bad');
    assert.not.ok((await tablesOf(url)).includes('half'));
  }));

test('an edited migration is refused', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const migrations = join(folder, 'migrations');
    await cp(migrationsDir, migrations, { recursive: true });
    await migrate(url, { folder: migrations });
    const [first = ''] = (await readdir(migrations)).sort();
    await appendFile(join(migrations, first, 'migration.sql'), '-- edited\n');
    assert.match(await refusalOf(() => migrate(url, { folder: migrations })), /was edited/);
  }));

test('a half-applied migration is refused', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    await migrate(url);
    await execute(url, 'UPDATE "_prisma_migrations" SET "finished_at" = NULL;');
    assert.match(await refusalOf(() => migrate(url)), /half applied/);
  }));

test('a database of a newer version is refused', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    await migrate(url);
    await execute(url, `UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_future';`);
    assert.match(await refusalOf(() => migrate(url)), /newer version/);
  }));

test('the database and its log are readable by their owner only', () =>
  withFolder(async (folder) => {
    const store = await openStore({ url: databaseUrl(join(folder, 'a b.db')), log: memoryLog() });
    await store.ping();
    for (const name of await readdir(folder))
      assert.is((await stat(join(folder, name))).mode & 0o777, 0o600, name);
    await store.close();
  }));

test('a copy of the file alone is a whole backup once the store is closed', () =>
  withFolder(async (folder) => {
    const [file, copy] = [join(folder, 'a.db'), join(folder, 'copy.db')];
    const store = await openStore({ url: databaseUrl(file), log: memoryLog(), rehearses: false });
    await store.prisma.setting.create({ data: { key: 'last', value: 'change', updatedAt: new Date() } });
    await store.close();
    await cp(file, copy);
    const again = await openStore({ url: databaseUrl(copy), log: memoryLog(), rehearses: false });
    assert.is((await again.prisma.setting.findUnique({ where: { key: 'last' } }))?.value, 'change');
    await again.close();
  }));

test('a file that cannot be opened is one clear line', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'missing/a.db'));
    assert.match(await refusalOf(() => openStore({ url, log: memoryLog() })), /cannot be opened/);
    assert.match(await refusalOf(() => openStore({ url: 'postgres://x', log: memoryLog() })), /DATABASE_URL/);
  }));

test('a damaged file is one line that names it and says what to do', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'a.db');
    await (await openStore({ url: databaseUrl(file), log: memoryLog(), rehearses: false })).close();
    await execute(databaseUrl(file), 'PRAGMA wal_checkpoint(TRUNCATE)');
    const sound = await readFile(file);
    for (const [damage, at] of [
      ['its beginning', 0],
      ['its tables', 4096],
    ] as const) {
      await writeFile(file, Buffer.from(sound).fill(7, at));
      const refusal = await refusalOf(() => openStore({ url: databaseUrl(file), log: memoryLog() }));
      assert.match(refusal, `database: ${file}: the database file is damaged`, damage);
      assert.match(refusal, 'restore a backup');
    }
  }));

test.run();
