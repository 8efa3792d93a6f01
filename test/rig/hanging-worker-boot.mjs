// The listening thread, which can be lost when a test says so. Its real boot file comes first, so that the serving thread is lost.
await import('../../src/media/worker-boot.mjs');

const orders = new BroadcastChannel('hanging threads');
orders.onmessage = ({ data: how }) => {
  if (how === 'busy') for (;;);
  if (how === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (how === 'end') process.exit(); // the thread alone (nodejs.org/docs/latest-v20.x/api/worker_threads.html)
};
