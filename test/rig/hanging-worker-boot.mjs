// The thread that listens, which can be told to hang. Its real boot file comes first: what hangs is the thread that serves.
import { parentPort } from 'node:worker_threads';

await import('../../src/media/worker-boot.mjs');

parentPort.on('message', ({ hang }) => {
  if (hang === 'busy') for (;;);
  if (hang === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
