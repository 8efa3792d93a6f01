import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, runMemoryCommand, usage } from './run.ts';

/** The service reads its memory at the start of each call, so a change here takes effect without a restart. */
await runStoreCommand({
  usage,
  read: readArguments,
  run: async (command, { store }) => ({
    output: await runMemoryCommand(command, store.recordings, Date.now()),
  }),
});
