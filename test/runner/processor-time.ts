import { readFileSync } from 'node:fs';
import { markedProcesses } from './marked-processes.ts';

/** Each look reads the environment of every process of the machine. */
const lookMs = 2000;

/**
 * Measures the processor time of whatever a group of tests starts. A process that ends hands its time to the parent that waits for it
 * (proc_pid_stat(5)); that of one without a parent in the group, as an Asterisk, is kept here.
 */
export class ProcessorTime {
  readonly #id: string;
  #alive: readonly Times[] = [];
  /** Of those that ended and handed their time to no one in the group. */
  #lostSeconds = 0;
  #mostSeconds = 0;
  readonly #looking: NodeJS.Timeout;

  constructor(id: string) {
    this.#id = id;
    this.#looking = setInterval(() => this.#look(), lookMs);
  }

  /** Up to the last look. */
  get seconds(): number {
    return this.#mostSeconds;
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const alive = markedProcesses(this.#id).flatMap(({ pid }) => readTimes(pid) ?? []);
    const pids = new Set(alive.map(({ pid }) => pid));
    const before = new Set(this.#alive.map(({ pid }) => pid));
    for (const { pid, parent, seconds } of this.#alive)
      if (!pids.has(pid) && !before.has(parent)) this.#lostSeconds += seconds;
    this.#alive = alive;
    const seconds = alive.reduce((sum, each) => sum + each.seconds, this.#lostSeconds);
    this.#mostSeconds = Math.max(this.#mostSeconds, seconds); // the last to end hand theirs to no one
  }
}

interface Times {
  pid: number;
  parent: number;
  /** Its own, and of the children that it waited for. */
  seconds: number;
}

/** USER_HZ, on every kind of processor that Node runs on. */
const ticksPerSecond = 100;

/** Undefined once it is gone. */
function readTimes(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid, parent: fields[1] ?? 0, seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}
