import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { type KernelLock, tryKernelLock } from '../../provision/kernel-lock.ts';

/**
 * Makes this process the only one on its data folder: a second one would take over Asterisk and the calls of the first. The lock is on
 * a file there, so it also holds between containers that share the folder; the kernel releases it when the process ends, however it
 * ends.
 * @param onLost is called when another process has taken the folder all the same: somebody killed what held the lock.
 * @throws AppError `conflict`
 */
export async function lockDataDir(dataDir: string, onLost?: () => void): Promise<KernelLock> {
  const lock = await tryKernelLock(join(dataDir, 'instance.lock'), onLost);
  if (lock === undefined)
    throw new AppError('conflict', `another Holdfast runs with DATA_DIR=${dataDir}; end it first`);
  return lock;
}
