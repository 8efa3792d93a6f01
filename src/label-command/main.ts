import { join } from 'node:path';
import { runStoreCommand } from '../wiring/store-command.ts';
import { readArguments, writeLabelledCalls } from './run.ts';

await runStoreCommand({
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
