import { mkdir } from 'node:fs/promises';
import { config as readDotenv } from 'dotenv';
import { readConfig } from '../config/read-config.ts';
import { AppError } from '../domain/errors.ts';
import { createLog } from '../log/winston-log.ts';
import { writePrivately } from '../secrets/private-folder.ts';
import { openStore } from '../store/open.ts';
import { readArguments, runMemoryCommand } from './run.ts';

/** Works on the database beside a running service, which reads it at the beginning of each call. */
async function main(): Promise<void> {
  const command = readArguments(process.argv.slice(2));
  writePrivately();
  readDotenv({ quiet: true });
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', readable: true });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore({ url: config.databaseUrl, log });
  try {
    process.stdout.write(`${await runMemoryCommand(command, store.recordings, Date.now())}\n`);
  } finally {
    await store.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof AppError ? error.detail : String(error)}\n`);
  process.exitCode = 1;
}
