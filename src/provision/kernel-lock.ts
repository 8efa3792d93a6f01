import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AppError } from '../domain/errors.ts';
import { childEnvironment } from './child-environment.ts';

/**
 * Runs `work` while holding an exclusive flock(2) on `lockFile`.
 *
 * The lock is held by a `flock … cat` child that ends when its standard input closes, so the kernel gives it back
 * even when this process is killed: there is no stale lock to recover from, and waiting needs no polling.
 */
export async function withKernelLock<T>(
  lockFile: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const child = spawn('flock', ['--exclusive', lockFile, 'sh', '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
    detached: true, // a Ctrl-C in the terminal must not drop the lock before this process has cleaned up
  });
  const failed = once(child, 'error').then(([cause]: unknown[]) => {
    throw new AppError('unavailable', 'flock (package util-linux) is needed and was not found', { cause });
  });
  const held = once(child.stdout, 'data').then(() => undefined);
  const ended = once(child, 'exit').then(() => {
    throw new AppError('unavailable', `${lockFile} cannot be locked`);
  });
  ended.catch(() => undefined); // the ordinary end, after the work
  failed.catch(() => undefined);

  const announceWait = setTimeout(onWait, 500);
  try {
    await Promise.race([held, failed, ended]);
  } finally {
    clearTimeout(announceWait);
  }
  try {
    return await work();
  } finally {
    child.stdin.end();
  }
}
