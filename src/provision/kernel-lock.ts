import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { childEnvironment } from './child-environment.ts';
import { commandSignal } from './run-command.ts';

/** An exclusive flock(2). */
export interface KernelLock {
  /** Resolves when it is released. */
  release(): Promise<void>;
}

/** The exit code of `flock` when another process holds the lock; sysexits' EX_TEMPFAIL. */
const heldByOthers = 75;
/** The child that holds the lock of a process that was killed ends a moment after it: on a busy machine, when its turn comes. */
const formerHolderSeconds = 3;
/** A shorter wait is not worth a line in the terminal. */
const announceAfterMs = 500;

/**
 * Runs `work` while holding an exclusive flock(2) on `lockFile`.
 *
 * The lock is held by a `cat` child that ends when its standard input closes, so the kernel releases it even when
 * this process is killed: there is no stale lock to recover from, and waiting needs no polling.
 */
export async function withKernelLock<T>(
  lockFile: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const signal = commandSignal();
  const throwIfInterrupted = (): void => {
    if (signal?.aborted === true)
      throw new AppError('unavailable', `the wait for ${lockFile} was interrupted`);
  };
  throwIfInterrupted();
  const child = spawnHolder(lockFile, []);
  const giveUp = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', giveUp);
  const announceWait = setTimeout(onWait, announceAfterMs);
  try {
    const code = await heldOrEnded(child);
    throwIfInterrupted();
    if (code !== 'held') throw new AppError('unavailable', `${lockFile} cannot be locked`);
  } finally {
    clearTimeout(announceWait);
    signal?.removeEventListener('abort', giveUp);
  }
  try {
    return await work();
  } finally {
    child.stdin.end();
  }
}

/** Holds the lock for the lifetime of this process. @returns undefined when another process has it and goes on. */
export async function tryKernelLock(lockFile: string): Promise<KernelLock | undefined> {
  const child = spawnHolder(lockFile, [
    ...['--timeout', String(formerHolderSeconds)],
    ...['--conflict-exit-code', String(heldByOthers)],
  ]);
  const ended = once(child, 'exit');
  ended.catch(() => undefined); // failure to start is reported below
  const code = await heldOrEnded(child);
  if (code === heldByOthers) return undefined;
  if (code !== 'held') throw new AppError('unavailable', `${lockFile} cannot be locked`);
  // It lives as long as this process but does not keep it alive.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  return {
    release: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

function spawnHolder(lockFile: string, options: string[]): ChildProcessByStdio<Writable, Readable, null> {
  // A SIGTERM to the whole process group or service must not release the lock of a process that is still stopping.
  const hold = 'trap "" HUP INT TERM; echo held; exec cat';
  return spawn('flock', ['--exclusive', '--no-fork', ...options, lockFile, 'sh', '-c', hold], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
    detached: true, // a Ctrl-C in the terminal must not drop the lock before this process has cleaned up
  });
}

/** @returns `held`, or the child's exit. @throws AppError `unavailable` when flock is missing. */
async function heldOrEnded(
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<'held' | number | null> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(child.stdout, 'data', { signal }).then(() => 'held' as const),
      once(child, 'exit', { signal }).then(([code]) => code as number | null),
    ]);
  } catch (cause) {
    throw new AppError('unavailable', 'flock (package util-linux) is needed and was not found', { cause });
  } finally {
    settled.abort();
  }
}
