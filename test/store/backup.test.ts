import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readArguments, runBackupCommand } from '../../src/backup-command/run.ts';
import { migrate, migrationsDir } from '../../src/store/database/migrate.ts';
import { databaseUrl, openStore, type Store } from '../../src/store/open.ts';
import { aCall, memoryLog, started, testSealer, withFolder, withStore } from './fixtures.ts';

const test = suite('backups');

const openCopy = (path: string): Promise<Store> =>
  openStore({ url: databaseUrl(path), log: memoryLog(), sealer: testSealer, rehearses: false });

test('a backup of a database in use has everything until then, and only its owner can read it', () =>
  withStore((store) =>
    withFolder(async (folder) => {
      const [dataDir, backup] = [join(folder, 'data'), join(folder, 'it is a backup')];
      await mkdir(join(dataDir, 'ca'), { recursive: true });
      await mkdir(join(dataDir, 'recordings'));
      for (const name of ['ca/root.pem', 'recordings/rec_1.ogg', 'secrets.key', 'service.json'])
        await writeFile(join(dataDir, name), name);
      const [before, after] = [aCall(), aCall()];
      await store.calls.insert(before, [started(before)]);
      const source = { dataDir, keyIsElsewhere: false, copyDatabase: (file: string) => store.copyTo(file) };
      const { note } = await runBackupCommand(readArguments([backup]), source);
      await store.calls.insert(after, [started(after)]);
      assert.match(note, join(dataDir, 'secrets.key'));
      assert.equal((await readdir(backup)).toSorted(), ['ca', 'holdfast.db']);
      assert.is(await readFile(join(backup, 'ca/root.pem'), 'utf8'), 'ca/root.pem');
      assert.is((await stat(join(backup, 'holdfast.db'))).mode & 0o777, 0o600);

      const copy = await openCopy(join(backup, 'holdfast.db'));
      assert.equal(await copy.calls.get(before.id), before);
      assert.is(await copy.calls.get(after.id), undefined);
      await copy.close();

      const again = runBackupCommand(readArguments([backup]), source);
      assert.match(await again.then(String, (error: Error) => error.message), /is not empty/);
      const within = runBackupCommand(readArguments([join(dataDir, 'recordings/copy')]), source);
      assert.match(await within.then(String, (error: Error) => error.message), /is inside a folder/);
      const nowhere = runBackupCommand(readArguments(['/proc/nowhere']), source);
      assert.match(await nowhere.then(String, (error: Error) => error.message), /ENOENT.*nowhere/);
      const whole = join(folder, 'whole');
      await runBackupCommand(readArguments([whole, '--recordings']), source);
      assert.equal((await readdir(whole)).toSorted(), ['ca', 'holdfast.db', 'recordings']);
    }),
  ));

test('before the schema of a database changes, it is copied; a new one is not', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const copy = join(folder, 'a.db.before-update');
    const early = join(folder, 'migrations');
    await mkdir(early);
    const names = (await readdir(migrationsDir)).filter((name) => /^\d/.test(name)).toSorted();
    for (const name of names.slice(0, -1))
      await cp(join(migrationsDir, name), join(early, name), { recursive: true });
    await migrate(url, { folder: early, copy });
    assert.not.ok((await readdir(folder)).includes('a.db.before-update'));
    const store = await openCopy(join(folder, 'a.db'));
    await store.close();
    assert.is((await stat(copy)).mode & 0o777, 0o600);
    assert.equal(await migrate(databaseUrl(copy), { folder: early }), [], 'the schema of before');
    assert.equal(await migrate(databaseUrl(copy)), names.slice(-1));
    assert.equal(
      (await readdir(folder)).filter((name) => name.endsWith('.new')),
      [],
    );
  }));

test('an update that fails half way keeps the copy of before it, however often it is started', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const copy = join(folder, 'a.db.before-update');
    const newer = join(folder, 'migrations');
    await cp(migrationsDir, newer, { recursive: true });
    await migrate(url, { folder: newer });
    for (const [name, sql] of [
      ['29990101000000_good', 'CREATE TABLE "good" ("id" TEXT);\n'],
      ['29990102000000_bad', 'CREATE TABLE "good" ("id" TEXT);\n'],
    ] as const) {
      await mkdir(join(newer, name));
      await writeFile(join(newer, name, 'migration.sql'), sql);
    }
    for (let start = 0; start < 2; start++) {
      const fault = await migrate(url, { folder: newer, copy }).then(String, (error: Error) => error.message);
      assert.match(fault, /"29990102000000_bad" cannot be applied/);
    }
    assert.equal(await migrate(databaseUrl(`${copy}.unfinished`)), [], 'the schema of before');
    await writeFile(join(newer, '29990102000000_bad/migration.sql'), 'CREATE TABLE "more" ("id" TEXT);\n');
    assert.equal(await migrate(url, { folder: newer, copy }), ['29990102000000_bad']);
    assert.equal(await migrate(databaseUrl(copy)), [], 'the schema of before');
    assert.not.ok((await readdir(folder)).includes('a.db.before-update.unfinished'));
  }));

test('a copy that cannot be made is said, and the schema stays as it is', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const early = join(folder, 'migrations');
    await cp(migrationsDir, early, { recursive: true });
    await migrate(url, { folder: early });
    await mkdir(join(early, '29990101000000_more'));
    await writeFile(join(early, '29990101000000_more/migration.sql'), 'CREATE TABLE "more" ("id" TEXT);\n');
    const copy = join(folder, 'nowhere/copy.db');
    const refused = await migrate(url, { folder: early, copy }).then(String, (error: Error) => error.message);
    assert.match(refused, /must be copied to .*nowhere\/copy\.db before its schema changes: ENOENT/);
    assert.equal(await migrate(url, { folder: early }), ['29990101000000_more']);
  }));

test.run();
