import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSealer, type Sealer } from '../../src/secrets/sealer.ts';
import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { databaseUrl, openStore, type Store } from '../../src/store/open.ts';
import { memoryLog } from './fixtures.ts';

export const keyed = () => createSealer(randomBytes(32), 'the key of this test');

export async function withOpen(
  path: string,
  sealer: Sealer | undefined,
  act: (store: Store, log: ReturnType<typeof memoryLog>) => Promise<void>,
): Promise<void> {
  const log = memoryLog();
  const store = await openStore({
    url: databaseUrl(path),
    log,
    rehearses: false,
    ...(sealer === undefined ? {} : { sealer }),
  });
  try {
    await act(store, log);
  } finally {
    await store.close();
  }
}

/** Which of the secrets stand in clear in any file of the folder: the database, its log, its index. */
export async function foundIn(folder: string, secrets: Record<string, string>): Promise<string[]> {
  const files = await Promise.all((await readdir(folder)).map((name) => readWhole(join(folder, name))));
  return Object.entries(secrets)
    .filter(([, secret]) => files.some((bytes) => bytes.includes(secret)))
    .map(([name]) => name);
}

/** SQLite may remove its log and its index between the listing and the look. */
async function readWhole(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}

export async function execute(path: string, sql: string): Promise<void> {
  const adapter = await new GatewayLibSql({ url: databaseUrl(path), busyWaitMs: 1_000 }).connect();
  await adapter.executeScript(sql);
  await adapter.dispose();
}
