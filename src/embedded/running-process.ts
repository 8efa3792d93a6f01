import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process on this machine, not necessarily a child of this one. */
export interface RunningProcess {
  readonly pid: number;
  /** Start time in clock ticks since boot (field 22 of /proc/PID/stat): distinguishes a reused pid from the old process. */
  readonly startTicks: string;
}

/** Polling interval for a process that is not a child: Node has no event for its end. */
const lookIntervalMs = 100;

/** `undefined` when the process does not exist or has ended. */
export function lookUpProcess(pid: number): RunningProcess | undefined {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The text of /proc/PID/stat (proc(5)). A zombie with other threads has not ended: while one of them is still ending, the process has its
 * ports and files.
 */
export function parseStat(pid: number, text: string): RunningProcess | undefined {
  // The second field is the program's name in parentheses and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const [threadCount, startTicks] = [fields[17], fields[19]];
  const hasEnded = state === 'X' || (state === 'Z' && Number(threadCount) <= 1);
  return hasEnded || startTicks === undefined ? undefined : { pid, startTicks };
}

/** Its command line; empty when it is gone. */
export function argumentsOf({ pid }: RunningProcess): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

export function isRunning(process: RunningProcess): boolean {
  return lookUpProcess(process.pid)?.startTicks === process.startTicks;
}

/** Resolves true once the process is gone, false if it still exists after `timeoutMs` or when the wait is aborted. */
export async function waitUntilGone(
  target: RunningProcess,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(target)) {
    if (performance.now() >= deadline || signal?.aborted === true) return false;
    await delay(lookIntervalMs / 5);
  }
  return true;
}

/**
 * Calls back once when the process is gone; returns a function that stops watching. Does not keep the event loop
 * alive.
 */
export function watchUntilGone(target: RunningProcess, onGone: () => void): () => void {
  const timer = setInterval(() => {
    if (isRunning(target)) return;
    clearInterval(timer);
    onGone();
  }, lookIntervalMs).unref();
  return () => clearInterval(timer);
}

export function signalProcess(target: RunningProcess, signal: NodeJS.Signals): void {
  if (!isRunning(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}
