import { readFile } from 'node:fs/promises';

/** Linux counts a process's time in ticks of this length (USER_HZ, the same on every machine that Node runs on). */
const tickSeconds = 0.01;

export interface ProcessUsage {
  /** User and system time of all its threads since it began. */
  cpuSeconds: number;
  residentBytes: number;
}

/** @throws when there is no such process. */
export async function readUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name, may hold spaces; what follows its closing bracket starts with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const residentKibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN);
  return { cpuSeconds: (userTicks + systemTicks) * tickSeconds, residentBytes: residentKibibytes * 1024 };
}
