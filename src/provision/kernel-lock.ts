import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import { AppError, describeError } from '../domain/errors.ts';
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
/** How soon a lock that could not be taken anew is tried again. */
const againMs = 1_000;
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
    if (code !== 'held') throw await notLocked(lockFile);
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

/**
 * Holds the lock for the lifetime of this process.
 * @param onLost is called when the child that holds it was killed and another process had it before it could be taken anew.
 * @returns undefined when another process has it and goes on.
 */
export async function tryKernelLock(
  lockFile: string,
  onLost: () => void = () => undefined,
): Promise<KernelLock | undefined> {
  const holder = await hold(lockFile);
  return holder === undefined ? undefined : new KeptLock(lockFile, holder, onLost);
}

/** Takes the lock anew when its child is killed. */
class KeptLock implements KernelLock {
  readonly #lockFile: string;
  readonly #ended: Promise<void>;
  #holder: Holder | undefined;
  #isReleased = false;

  constructor(lockFile: string, holder: Holder, onLost: () => void) {
    this.#lockFile = lockFile;
    this.#holder = holder;
    this.#ended = this.#keep().then(() => (this.#isReleased ? undefined : onLost()));
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#holder?.child.ref();
    this.#holder?.child.stdin.end();
    await this.#ended;
  }

  async #keep(): Promise<void> {
    while (this.#holder !== undefined) {
      await this.#holder.ended;
      this.#holder = await this.#takeAnew();
    }
  }

  /** A machine without memory, which may have killed the child, may not start another one at once. */
  async #takeAnew(): Promise<Holder | undefined> {
    while (!this.#isReleased)
      try {
        const holder = await hold(this.#lockFile);
        if (this.#isReleased) holder?.child.stdin.end();
        return holder;
      } catch {
        await delay(againMs, undefined, { ref: false });
      }
    return undefined;
  }
}

/** A child that has the lock. It lives as long as this process but does not keep it alive. */
interface Holder {
  child: HolderProcess;
  ended: Promise<unknown>;
}

/** @returns undefined when another process has the lock. @throws AppError `unavailable` */
async function hold(lockFile: string): Promise<Holder | undefined> {
  const child = spawnHolder(lockFile, [
    ...['--timeout', String(formerHolderSeconds)],
    ...['--conflict-exit-code', String(heldByOthers)],
  ]);
  const ended = once(child, 'exit').catch(() => undefined); // failure to start is reported below
  const code = await heldOrEnded(child);
  if (code === heldByOthers) return undefined;
  if (code !== 'held') throw await notLocked(lockFile);
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  return { child, ended };
}

/** With the reason, which `flock` gives only in words: mostly the folder may not be written to. */
async function notLocked(lockFile: string): Promise<AppError> {
  const why = await open(lockFile, 'a', 0o600).then((file) => file.close(), describeError);
  return new AppError('unavailable', `${lockFile} cannot be locked${why === undefined ? '' : `: ${why}`}`);
}

type HolderProcess = ChildProcessByStdio<Writable, Readable, null>;

function spawnHolder(lockFile: string, options: string[]): HolderProcess {
  // A SIGTERM to the whole process group or service must not release the lock of a process that is still stopping.
  const hold = 'trap "" HUP INT TERM; echo held; exec cat';
  return spawn('flock', ['--exclusive', '--no-fork', ...options, lockFile, 'sh', '-c', hold], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
    detached: true, // a Ctrl-C in the terminal must not drop the lock before this process has cleaned up
  });
}

/** @returns `held`, or the child's exit. @throws AppError `unavailable` when flock is missing. */
async function heldOrEnded(child: HolderProcess): Promise<'held' | number | null> {
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
