// The listening thread, which can be told to hang. Its real boot file comes first, so that the serving thread hangs.
import { parentPort } from 'node:worker_threads';

await import('../../src/media/worker-boot.mjs');

parentPort.on('message', ({ hang }) => {
  if (hang === 'busy') for (;;);
  if (hang === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
