import { BroadcastChannel } from 'node:worker_threads';
import type { ThreadProgram } from '../../src/media/thread-link.ts';

/** A listening thread that is lost when told to; one that hangs is soon given up, but not before a merely busy machine would answer. */
export const canHang: ThreadProgram = {
  bootFile: new URL('./hanging-worker-boot.mjs', import.meta.url),
  hangsAfterSeconds: 6,
};

/** From now on every thread of that program does nothing any more, and does not end either; or it ends as a crash would end it. */
export function loseThread(how: 'busy' | 'asleep' | 'end'): void {
  const orders = new BroadcastChannel('hanging threads');
  orders.postMessage(how);
  orders.close();
}
