import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { lookUpProcess, type RunningProcess } from '../src/embedded/running-process.ts';

/** What the guard ends if this process is killed before it can do so itself. */
export interface Guarded {
  process?: RunningProcess;
  /** The record of an Asterisk, which may have been restarted in another process by then. */
  recordFile?: string;
  /** Removed last. */
  folder?: string;
}

/** One line to the guard; without `guarded` it forgets the id. */
export interface GuardMessage {
  id: number;
  guarded?: Guarded;
}

const projectFolder = path.resolve(import.meta.dirname, '..');
let guard: ChildProcess | undefined;
let newestId = 0;

/**
 * Registers something with a guard process, which notices when this one is gone, however it ended: its end of a pipe closes.
 * @returns the function that withdraws it, once it has ended in order.
 */
export function guardUntilEnded(guarded: Guarded): () => void {
  newestId += 1;
  const id = newestId;
  tell({ id, guarded });
  return () => tell({ id });
}

/** Guards the child until it exits. */
export function guardChild(child: ChildProcess): void {
  const running = child.pid === undefined ? undefined : lookUpProcess(child.pid);
  if (running === undefined) return;
  const release = guardUntilEnded({ process: running });
  child.once('exit', release);
}

function tell(message: GuardMessage): void {
  guard ??= startGuard();
  guard.stdin?.write(`${JSON.stringify(message)}\n`);
}

function startGuard(): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'rig/orphan-guard.ts'], {
    cwd: projectFolder,
    // Nothing else: a search for processes that were left running must not find this one, which ends by itself.
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // a signal to the whole process group ends its parent, and then it is needed
  });
  // Without a guard everything works as before; only a killed parent leaves something behind.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as typeof child.stdin & { unref(): void }).unref();
  return child;
}
