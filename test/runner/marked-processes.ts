import { readFileSync, readdirSync } from 'node:fs';

/** Set for a group of tests; whatever that starts inherits it, in whichever session or process group it runs. */
export const marker = 'HOLDFAST_TEST_GROUP';

export interface MarkedProcess {
  command: string;
  kill(signal: NodeJS.Signals): void;
}

/** The processes that a group of tests has started and that still run; zombies are none. */
export function markedProcesses(id: string): MarkedProcess[] {
  const mark = `${marker}=${id}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split('\0').includes(mark))
    .map((pid) => ({
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
      kill: (signal) => kill(Number(pid), signal),
    }));
}

/** '' for a process that has ended or is another user's. */
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
    // It ended between the look and the signal.
  }
}
