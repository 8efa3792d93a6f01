import type { CallTape } from '../../src/calls/tape.ts';

/** For calls that nobody records. */
export const noTape: CallTape = {
  follow: () => undefined,
  notice: () => undefined,
  keptOf: async () => undefined,
  recorded: async () => new Set(),
};
