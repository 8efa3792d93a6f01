import { runStoreCommand } from '../wiring/store-command.ts';
import { readArguments, runMemoryCommand } from './run.ts';

/** The service reads the memory at the beginning of each call. */
await runStoreCommand({
  read: readArguments,
  run: async (command, { store }) => ({
    output: await runMemoryCommand(command, store.recordings, Date.now()),
  }),
});
