/** Takes the lock of the data folder that it is given, says so, and then waits to be killed. */
import { lockDataDir } from '../../src/wiring/process/instance-lock.ts';

await lockDataDir(process.argv[2] ?? '');
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
