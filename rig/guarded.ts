import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { lookUpProcess, type RunningProcess } from '../src/embedded/running-process.ts';

/** What is ended when this process is killed before it could do that itself. */
export interface Guarded {
  process?: RunningProcess;
  /** Of an Asterisk, in whichever process it runs by then. */
  recordFile?: string;
  /** Removed at last. */
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
 * Hands over to another process, which sees when this one is gone, however it ended: its end of a pipe closes.
 * @returns takes it back, once it was ended in order.
 */
export function guardUntilEnded(guarded: Guarded): () => void {
  newestId += 1;
  const id = newestId;
  tell({ id, guarded });
  return () => tell({ id });
}

/** Until it exits. */
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
    // Nothing else: what looks for processes that were left running must not find this one, which ends by itself.
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what is sent to the whole process group ends its parent, and then it is needed
  });
  // Without a guard everything goes on as before, and only a killed parent leaves something behind.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as typeof child.stdin & { unref(): void }).unref();
  return child;
}
