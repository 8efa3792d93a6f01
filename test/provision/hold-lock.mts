/** Takes the lock that it is given, says so, and then waits to be killed. */
import { withKernelLock } from '../../src/provision/kernel-lock.ts';

await withKernelLock(
  process.argv[2] ?? '',
  () => undefined,
  () => {
    process.stdout.write('held\n');
    return new Promise(() => setInterval(() => undefined, 60_000));
  },
);
