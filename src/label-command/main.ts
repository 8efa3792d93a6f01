import { join } from 'node:path';
import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, usage, writeLabelledCalls } from './run.ts';

await runStoreCommand({
  usage,
  read: readArguments,
  run: async (folder, { store, config }) => ({
    output: await writeLabelledCalls(folder, {
      journal: store.journal,
      calls: store.calls,
      recordings: store.callRecordings,
      audioFolder: join(config.dataDir, 'recordings'),
    }),
  }),
});
