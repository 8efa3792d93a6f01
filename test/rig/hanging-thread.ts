import type { ThreadProgram } from '../../src/media/thread-link.ts';

/** A listening thread that hangs when it is told to, and is given up soon; longer than a busy machine keeps one waiting. */
export const canHang: ThreadProgram = {
  bootFile: new URL('./hanging-worker-boot.mjs', import.meta.url),
  hangsAfterSeconds: 6,
};
