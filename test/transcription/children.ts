import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');
/** Runs one of src/transcription's programs. */
export const boot = path.join(root, 'src/transcription/program-boot.mjs');
/** All that were started by `run`. */
export const children: ChildProcess[] = [];

/** With its answers on descriptor 3. */
export function run(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

export const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;
