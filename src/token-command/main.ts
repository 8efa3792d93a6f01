import { mkdir } from 'node:fs/promises';
import { config as readDotenv } from 'dotenv';
import { readConfig } from '../config/read-config.ts';
import { AppError } from '../domain/errors.ts';
import { createLinkDesk } from '../identity/links/link-desk.ts';
import { createTokenDesk } from '../identity/tokens/token-desk.ts';
import { createLog } from '../log/winston-log.ts';
import { writePrivately } from '../secrets/private-folder.ts';
import { openStore } from '../store/open.ts';
import { readArguments } from './arguments.ts';
import { runTokenCommand } from './run.ts';

/** Works on the database beside a running service, which reads it at every use of a token. */
async function main(): Promise<void> {
  const command = readArguments(process.argv.slice(2));
  writePrivately();
  readDotenv({ quiet: true });
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', readable: true });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore({ url: config.databaseUrl, log });
  try {
    const tokens = createTokenDesk({ store: store.tokens, now: Date.now });
    const { publicUrl } = config;
    const links = createLinkDesk({ store: store.links, publicUrl, now: Date.now });
    const { output, note } = await runTokenCommand(command, { tokens, links });
    if (output !== '') process.stdout.write(`${output}\n`);
    if (note !== '') process.stderr.write(`${note}\n`);
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
