/** A process that logs as the service does, and answers with the count of its faults; see fault-watch.test.ts. */
import { outliveReaders } from '../../src/log/lost-readers.ts';
import { createLog } from '../../src/log/winston-log.ts';
import { FaultWatch } from '../../src/wiring/fault-watch.ts';

outliveReaders();
const log = createLog({ level: 'info', readable: false });
const faults = new FaultWatch();
faults.watch({ log, answers: () => Promise.resolve(true), giveUp: () => undefined });
let lines = 0;
process.on('message', () => {
  console.log('a line of the program itself');
  log.info('a line', { number: (lines += 1) });
  // A write that failed is reported a moment later.
  setTimeout(() => process.send?.(faults.count), 50);
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
