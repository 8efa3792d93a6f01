import type { CallTape } from '../../src/calls/tape.ts';

/** For calls that are not recorded. */
export const noTape: CallTape = {
  follow: () => undefined,
  notice: async () => undefined,
  keptOf: async () => undefined,
  recorded: async () => new Set(),
};
