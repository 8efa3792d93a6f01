import type { Config } from '../../config/config.ts';
import { readEnvFile } from '../../config/env-file.ts';
import { readConfig } from '../../config/read-config.ts';
import { AppError } from '../../domain/errors.ts';
import { createLog } from '../../log/winston-log.ts';
import { writePrivately } from '../../secrets/private-folder.ts';
import { openStore, type Store } from '../../store/open.ts';
import { makeDataFolder } from './data-folder.ts';
import { findRunningService } from './running-service.ts';

export interface StoreCommand<Arguments> {
  /** What `--help` prints. */
  usage: string;
  /** @throws AppError about the arguments, before the database is opened. */
  read: (argv: string[]) => Arguments;
  /** @returns the text for standard output, and that for standard error. */
  run: (
    args: Arguments,
    needs: { store: Store; config: Config },
  ) => Promise<{ output: string; note?: string }>;
}

/** Runs a command that works on the database, even beside a running service. Fails with one line and exit code 1. */
export async function runStoreCommand<Arguments>({
  usage,
  read,
  run,
}: StoreCommand<Arguments>): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    const args = read(argv);
    writePrivately();
    readEnvFile();
    const config = readConfig(process.env);
    await makeDataFolder(config.dataDir);
    const log = createLog({ level: 'warn', readable: true });
    const running = await findRunningService(config.dataDir);
    // It goes on with the schema that it knows, whatever was installed beside it meanwhile.
    const frozen = running && 'a service of that version runs on it; restart that first';
    const store = await openStore({ url: config.databaseUrl, log, rehearses: false, frozen });
    try {
      const { output, note = '' } = await run(args, { store, config });
      if (output !== '') process.stdout.write(`${output}\n`);
      if (note !== '') process.stderr.write(`${note}\n`);
    } finally {
      await store.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof AppError ? error.detail : String(error)}\n`);
    process.exitCode = 1;
  }
}
