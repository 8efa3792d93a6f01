/**
 * `npm run asterisk -- "core show channels"`: runs an Asterisk CLI command at the gateway running for this DATA_DIR,
 * prints its output, and exits with 1 if Asterisk refused it.
 */
import { readEnvFile } from '../config/env-file.ts';
import { describeError } from '../domain/errors.ts';
import { readLiveRecord, runCliCommand } from '../embedded/asterisk-process.ts';
import { gatewayFolders } from '../embedded/gateway.ts';

async function main(): Promise<number> {
  const command = process.argv.slice(2).join(' ').trim();
  if (command === '') return refuse('Usage: npm run asterisk -- "core show channels"');
  readEnvFile();
  const dataDir = process.env['DATA_DIR']?.trim() || './data';
  const record = await readLiveRecord(gatewayFolders(dataDir).recordFile);
  if (record === undefined) {
    return refuse(`No embedded Asterisk is running for DATA_DIR=${dataDir}; start it with "npm start"`);
  }
  const answer = await runCliCommand(record, command);
  process.stdout.write(answer.stdout);
  process.stderr.write(answer.stderr);
  return isRefused(command, answer.stdout) ? 1 : answer.exitCode;
}

/**
 * Asterisk's own client exits with 0 whatever became of the command (`ast_remotecontrol` in main/asterisk.c). All there is to go by is
 * the text that main/cli.c prints: for an unknown command, one that failed, and one whose arguments are wrong.
 */
function isRefused(command: string, printed: string): boolean {
  const asksForUsage = /\bhelp\b/.test(command);
  return (
    /^No such command '/m.test(printed) ||
    /^Command '.*' failed\.$/m.test(printed) ||
    (!asksForUsage && /^Usage: /m.test(printed))
  );
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = refuse(describeError(error));
}
