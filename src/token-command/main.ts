import path from 'node:path';
import { createLinkDesk } from '../identity/links/link-desk.ts';
import { createTokenDesk } from '../identity/tokens/token-desk.ts';
import { findRunningService } from '../wiring/process/running-service.ts';
import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, usage } from './arguments.ts';
import { runTokenCommand } from './run.ts';

async function tellAbsence(dataDir: string): Promise<string> {
  const absence = `No service runs on ${dataDir} on this machine now.`;
  const demoFolder = path.join(dataDir, 'demo');
  const demo = await findRunningService(demoFolder);
  if (demo === undefined) return absence;
  return `${absence} The demo at ${demo.publicUrl} takes links of its own: DATA_DIR=${path.relative('', demoFolder)} npm run token -- link`;
}

/** The service reads a token on every use, so a change here takes effect at once. */
await runStoreCommand({
  usage,
  read: readArguments,
  run: async (command, { store, config }) => {
    const running = await findRunningService(config.dataDir);
    const { publicUrl } = running ?? config;
    return runTokenCommand(command, {
      ...(command.act === 'link' && running === undefined
        ? { absence: await tellAbsence(config.dataDir) }
        : {}),
      tokens: createTokenDesk({ store: store.tokens, now: Date.now }),
      links: createLinkDesk({ store: store.links, publicUrl, now: Date.now }),
    });
  },
});
