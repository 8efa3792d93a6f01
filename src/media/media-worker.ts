import { parentPort, workerData } from 'node:worker_threads';
import { createCallDetector } from '../detect/index.ts';
import { MediaRoom } from './media-room.ts';
import type { Order, ThreadData } from './messages.ts';

/** How often this thread sends its heartbeat. */
const aliveEveryMs = 1_000;

const port = parentPort;
if (port === null) throw new Error('this runs in a thread of its own');
const { alarm } = workerData as ThreadData;
const room = new MediaRoom(
  (report, transfer = []) => port.postMessage(report, transfer),
  new Int32Array(alarm),
);
// Loads the network's parameters (0.1 s) now rather than during the first call.
createCallDetector({});
// Deferred until all sockets were read, so that audio that arrived before an order is judged before it.
port.on('message', (order: Order) => void setImmediate(() => room.take(order)));
setInterval(() => port.postMessage({ kind: 'alive' }), aliveEveryMs);
