import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, runBackupCommand, usage } from './run.ts';

await runStoreCommand({
  usage,
  read: readArguments,
  run: (command, { store, config }) =>
    runBackupCommand(command, {
      dataDir: config.dataDir,
      keyIsElsewhere: config.secretsKey !== undefined || config.secretsKeyFile !== undefined,
      copyDatabase: (file) => store.copyTo(file),
    }),
});
