import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processesOf } from './group-processes.ts';
import { type FileResult, readOutput } from './output.ts';

export interface GroupOptions {
  /** Absolute, or below the project's folder. */
  folder: string;
  /** The ending of its test files' names. */
  suffix?: string;
  /** The files to run; all of them by default. */
  files?: readonly string[];
  environment?: Record<string, string>;
  /** Whether it leaves the processor to whatever else needs it. */
  yields?: boolean;
  /** On slow cores, the longest group that yields took more than 15. */
  maxMinutes?: number;
  maxOutputMiB?: number;
  /** How long its process may take to end once the last test is over. If it takes longer, a test has left something open. */
  lingerSeconds?: number;
}

export interface GroupResult {
  passed: number;
  failed: number;
  output: string;
  files: ReadonlyMap<string, FileResult>;
  /** How many of the failures are things that it left behind: processes, files, rejections, whatever keeps it from ending. */
  leftovers?: number;
}

const projectFolder = path.resolve(import.meta.dirname, '../..');
const patienceMs = 30_000;
/** A fifteenth of the others' weight (sched(7)): it yields, but still makes progress on a busy machine. */
const niceness = '12';

/** The test files of a folder, as uvu finds them. */
export function testFiles(folder: string, suffix = '.test.ts'): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(suffix));
}

/**
 * At its start, Asterisk asks for an IPv6 address of this machine's name. If the DNS server does not answer, it waits 10 s (resolver(5)).
 */
const shortPatienceWithDns = { RES_OPTIONS: 'timeout:1 attempts:1' };

/** tsx keeps here what it has compiled, for all processes. */
const compiled = `tsx-${userInfo().uid}`;

/**
 * Runs the tests of one folder, or some of its files, in a process of their own with a TMPDIR of their own. Everything that the process
 * starts is ended with it, and files that it leaves are a failure.
 */
export class TestGroup {
  readonly #options: GroupOptions;
  readonly #folder = temporaryFolder();
  readonly #child: ChildProcess;
  #leftovers = 0;
  /** What is wrong beyond the tests that failed. */
  readonly #faults: string[] = [];
  /** All output has been read. */
  readonly #closed: Promise<unknown>;
  #output = '';
  #linger: NodeJS.Timeout | undefined;
  /** Something kept the process from ending after its tests were over. */
  #isKept = false;

  constructor(options: GroupOptions) {
    this.#options = options;
    const { folder, suffix = '.test.ts', environment, yields = false } = options;
    const preload = ['tsx', path.join(import.meta.dirname, 'limits.mjs')].flatMap((file) => [
      '--import',
      file,
    ]);
    const pattern = escaped(suffix) + '$';
    const which = options.files === undefined ? pattern : `^(${options.files.map(escaped).join('|')})$`;
    const uvu = ['node_modules/uvu/bin.js', '--no-color', folder, which];
    // nice(1) replaces itself by the program, so the process id is the program's.
    const command = [...(yields ? ['nice', '-n', niceness] : []), process.execPath, ...preload, ...uvu];
    this.#child = spawn(command[0]!, command.slice(1), {
      cwd: projectFolder,
      env: {
        ...process.env,
        FORCE_COLOR: '0', // its output is read
        ...shortPatienceWithDns,
        ...environment,
        TMPDIR: this.#folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // so that a Ctrl-C in the terminal arrives only once, through `end`
    });
    this.#closed = once(this.#child, 'close').catch(() => undefined); // a failed start is reported by `result`
    if (yields) yieldAsGroup(this.#child.pid);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => this.#take(chunk.toString()));
  }

  /** Resolves when the group has ended, by itself or because its time was over. */
  async result(): Promise<GroupResult> {
    const { maxMinutes = 30 } = this.#options;
    const deadline = setTimeout(() => {
      this.#faults.push(`not over after ${maxMinutes} minutes`);
      void this.end();
    }, maxMinutes * 60_000);
    const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null];
    clearTimeout(deadline);
    clearTimeout(this.#linger);
    if (signal !== null) {
      this.#faults.push(`ended by ${signal}`);
      if (this.#isKept) this.#leftovers += 1;
    }
    await this.#endWhatIsLeft();
    this.#removeWhatIsLeft();
    await Promise.race([this.#closed, wait(patienceMs, undefined, { ref: false })]);
    return this.#count(code);
  }

  /** Tells the tests to end; they close what they opened. */
  async end(): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    clearTimeout(timer);
  }

  #take(text: string): void {
    const { lingerSeconds = 15, maxOutputMiB = 32 } = this.#options; // even the longest group prints less than 1 MiB
    const most = maxOutputMiB * 1024 * 1024;
    if (this.#output.length > most) return;
    const lineStart = this.#output.lastIndexOf('\n') + 1;
    this.#output += text;
    if (this.#output.length > most) {
      this.#faults.push(`printed more than ${maxOutputMiB} MiB`);
      void this.end();
    }
    if (this.#linger !== undefined || !/^ {2}Duration: /m.test(this.#output.slice(lineStart))) return;
    this.#linger = setTimeout(() => {
      this.#isKept = true;
      this.#leftovers += 1;
      this.#faults.push(`its tests were over, and something kept it from ending for ${lingerSeconds} s`);
      void this.end();
    }, lingerSeconds * 1000);
  }

  /** Includes processes in a session of their own, such as an Asterisk. A gateway that is told to end also ends its Asterisk. */
  async #endWhatIsLeft(): Promise<void> {
    const left = await this.#untilNoneIsLeft(3_000);
    if (left.length === 0) return;
    this.#leftovers += 1;
    this.#faults.push(`left running: ${left.map(({ command }) => command.slice(0, 200)).join('; ')}`);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      for (const one of await this.#untilNoneIsLeft(0)) one.kill(signal);
      if ((await this.#untilNoneIsLeft(patienceMs)).length === 0) return;
    }
  }

  #removeWhatIsLeft(): void {
    const left = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' });
    const others = left.filter((name) => name.split(path.sep)[0] !== compiled);
    if (others.length > 0) {
      this.#leftovers += 1;
      this.#faults.push(`left in TMPDIR: ${others.slice(0, 20).join(', ')}`);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #untilNoneIsLeft(milliseconds: number): Promise<ReturnType<typeof processesOf>> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const left = processesOf(this.#folder);
      if (left.length === 0 || Date.now() >= deadline) return left;
      await wait(50);
    }
  }

  /** A file that was never reached, or that tested nothing, is a failure as well. */
  #count(code: number | null): GroupResult {
    const { folder, suffix } = this.#options;
    const files = readOutput(this.#output);
    for (const file of this.#options.files ?? testFiles(path.resolve(projectFolder, folder), suffix))
      if ((files.get(file)?.total ?? 0) === 0) this.#faults.push(`${file}: no test ran`);
    let passed = 0;
    let failed = 0;
    for (const one of files.values()) {
      passed += one.passed;
      failed += one.total - one.passed;
    }
    if (code === 3) {
      this.#leftovers += 1;
      this.#faults.push('a rejection was never awaited');
    } else if (code !== 0 && failed + this.#faults.length === 0) this.#faults.push(`ended with code ${code}`);
    const output = [this.#output.trim(), ...this.#faults.map((fault) => `FAULT ${fault}`)].join('\n');
    return { passed, failed: failed + this.#faults.length, output, files, leftovers: this.#leftovers };
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hf-'));
  const shared = path.join(tmpdir(), compiled);
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, path.join(folder, compiled));
  return folder;
}

/** If the kernel weighs sessions against each other, a process in its own session needs this in addition to its niceness (sched(7)). */
function yieldAsGroup(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, niceness);
  } catch {
    // this kernel does not weigh sessions
  }
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
