import { readFileSync, readdirSync } from 'node:fs';

export interface GroupProcess {
  command: string;
  kill(signal: NodeJS.Signals): void;
}

/**
 * The processes that a group of tests has started and that still run, zombies excluded. Everything that a group starts inherits its TMPDIR,
 * in whatever session or process group it runs. Even an Asterisk does, which inherits little else.
 */
export function processesOf(temporaryFolder: string): GroupProcess[] {
  const mark = `TMPDIR=${temporaryFolder}`;
  const isMarked = (entry: string): boolean => entry === mark || entry.startsWith(`${mark}/`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split('\0').some(isMarked))
    .map((pid) => ({
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
      kill: (signal) => kill(Number(pid), signal),
    }));
}

/** '' for a process that has ended or belongs to another user. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}
