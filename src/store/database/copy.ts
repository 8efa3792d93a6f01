import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { syncFolder } from '../../files/folders.ts';

/**
 * Writes the database as it is at one moment, with everything that is still in its WAL, to a file that its owner alone may read. Others may
 * go on writing meanwhile. An earlier file of that name is replaced once the copy is complete.
 * @throws what SQLite or the file system says; then no part of the copy is left.
 */
export async function copyDatabase(
  adapter: Pick<SqlDriverAdapter, 'executeScript'>,
  file: string,
): Promise<void> {
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    await (await open(fresh, 'wx', 0o600)).close(); // SQLite writes into an empty file, and keeps its mode
    await adapter.executeScript(`VACUUM INTO '${fresh.replaceAll("'", "''")}'`);
    const written = await open(fresh, 'r+');
    try {
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(fresh, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}
