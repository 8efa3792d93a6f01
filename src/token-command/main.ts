import { createLinkDesk } from '../identity/links/link-desk.ts';
import { createTokenDesk } from '../identity/tokens/token-desk.ts';
import { findRunningService } from '../wiring/process/running-service.ts';
import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, usage } from './arguments.ts';
import { runTokenCommand } from './run.ts';

/** The service reads a token on every use, so a change here takes effect at once. */
await runStoreCommand({
  usage,
  read: readArguments,
  run: async (command, { store, config }) => {
    const { publicUrl } = (await findRunningService(config.dataDir)) ?? config;
    return runTokenCommand(command, {
      tokens: createTokenDesk({ store: store.tokens, now: Date.now }),
      links: createLinkDesk({ store: store.links, publicUrl, now: Date.now }),
    });
  },
});
