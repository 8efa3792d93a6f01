import { createLinkDesk } from '../identity/links/link-desk.ts';
import { createTokenDesk } from '../identity/tokens/token-desk.ts';
import { runStoreCommand } from '../wiring/process/store-command.ts';
import { readArguments, usage } from './arguments.ts';
import { runTokenCommand } from './run.ts';

/** The service reads a token on every use, so a change here takes effect at once. */
await runStoreCommand({
  usage,
  read: readArguments,
  run: (command, { store, config }) =>
    runTokenCommand(command, {
      tokens: createTokenDesk({ store: store.tokens, now: Date.now }),
      links: createLinkDesk({ store: store.links, publicUrl: config.publicUrl, now: Date.now }),
    }),
});
