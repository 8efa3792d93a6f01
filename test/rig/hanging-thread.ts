import type { ThreadProgram } from '../../src/media/thread-link.ts';

/** A listening thread that hangs when told to, and is soon given up, but not before a merely busy machine would answer. */
export const canHang: ThreadProgram = {
  bootFile: new URL('./hanging-worker-boot.mjs', import.meta.url),
  hangsAfterSeconds: 6,
};
