import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { readIfPresent } from '../files/written-file.ts';
import { childEnvironment } from '../provision/child-environment.ts';
import { type CommandResult, runCommand } from '../provision/run-command.ts';
import type { RunnableProgram } from '../provision/tree-program.ts';
import { type InstanceFolders, configFileOf, controlSocket, pidFile } from './instance-folders.ts';
import { type ProcessRecord, readProcessRecord } from './process-record.ts';
import {
  type RunningProcess,
  argumentsOf,
  isRunning,
  lookUpProcess,
  signalProcess,
  waitUntilGone,
} from './running-process.ts';

/** What is recorded about a started Asterisk so that a later process finds it. */
export interface InstanceRecord extends ProcessRecord {
  readonly program: RunnableProgram;
  readonly configFile: string;
  readonly ariUrl?: string;
  /** ISO 8601; see AsteriskProgram. */
  readonly currentAsOf?: string;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface StartedAsterisk {
  readonly process: RunningProcess;
  /** Settles when the process ends. */
  readonly exit: Promise<ProcessExit>;
}

const bootDeadlineMs = 60_000;
/**
 * Asterisk waits for DNS while it boots: for an IPv6 address of this machine's name, and for the trunk's SRV and address records. With a
 * server that does not answer, as after a power cut until the router is up, each of these would take 10 s (resolver(5)), and the boot 40 s.
 * No IPv6 address is of use here.
 */
const patienceWithDns = 'timeout:1 attempts:2 no-aaaa';
const bootLookIntervalMs = 25;
export const commandMs = 20_000;
const orderlyStopMs = 5_000;
const terminateMs = 2_000;
const killMs = 5_000;

/** The unit of `ulimit -f` (POSIX.1-2017, sh). */
const ulimitBlockBytes = 512;
/** Each start prints about 1 kB before its log is open; the previous output is kept. */
const largestConsoleBytes = 256 * 1024;

/**
 * Starts Asterisk in its own session, so that neither Ctrl-C nor the end of this process reaches it.
 * @param largestFileBytes limit for files it writes; the kernel enforces it even when this process is gone. At the
 * limit Asterisk rotates its log (logger.conf).
 */
export function spawnAsterisk(
  program: RunnableProgram,
  folders: InstanceFolders,
  largestFileBytes?: number,
): StartedAsterisk {
  const console = openConsoleFile(folders);
  try {
    const plain = [program.command, ...program.leadingArgs, '-f', '-C', configFileOf(folders)];
    const [command = '', ...args] =
      largestFileBytes === undefined
        ? plain
        : [
            '/bin/sh',
            '-c',
            `ulimit -f ${Math.ceil(largestFileBytes / ulimitBlockBytes)}; exec "$@"`,
            'sh',
            ...plain,
          ];
    const env = childEnvironment();
    const child = spawn(command, args, {
      cwd: folders.stateDir,
      env: { ...env, RES_OPTIONS: [patienceWithDns, env['RES_OPTIONS']].join(' ').trim() },
      detached: true,
      stdio: ['ignore', console, console],
    });
    const exit = new Promise<ProcessExit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', () => resolve({ code: 127, signal: null }));
    });
    child.unref();
    const running = child.pid === undefined ? undefined : lookUpProcess(child.pid);
    if (running === undefined) throw new AppError('unavailable', `${program.command} cannot be started`);
    return { process: running, exit };
  } finally {
    closeSync(console);
  }
}

/** Holds only output from before the log is open, and what the C library prints on a crash. */
function openConsoleFile({ logDir }: InstanceFolders): number {
  const file = join(logDir, 'console.log');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestConsoleBytes) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
}

/** Runs one command through the instance's control socket, like `asterisk -rx`. */
export function runCliCommand(
  record: Pick<InstanceRecord, 'program' | 'configFile'>,
  command: string,
  timeoutMs = commandMs,
  signal?: AbortSignal,
): Promise<CommandResult> {
  const { program, configFile } = record;
  return runCommand(program.command, [...program.leadingArgs, '-C', configFile, '-rx', command], {
    timeoutMs,
    signal,
  });
}

/**
 * Resolves once every module is loaded. The control socket appears early; from then on Asterisk reports when it is
 * fully booted. A failing module (its port is taken, say) does not prevent that.
 */
export async function waitUntilBooted(
  record: InstanceRecord,
  folders: InstanceFolders,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + bootDeadlineMs;
  const late = new AppError('unavailable', `Asterisk did not start within ${bootDeadlineMs / 1000} s`);
  for (;;) {
    signal?.throwIfAborted();
    if (!isRunning(record.process)) throw new AppError('unavailable', 'Asterisk ended while it was starting');
    // Checking for a file is cheap; a CLI that finds no socket costs a process.
    if (!existsSync(controlSocket(folders)) && performance.now() < deadline) {
      await delay(bootLookIntervalMs);
      continue;
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw late;
    const answer = await runCliCommand(record, 'core waitfullybooted', leftMs, signal).catch(
      (error: unknown) => {
        throw performance.now() < deadline ? error : late;
      },
    );
    if (answer.exitCode === 0 && answer.stdout.includes('fully booted')) return;
    await delay(bootLookIntervalMs);
  }
}

/** Ends the process: gracefully first, then with SIGTERM, then with SIGKILL. Rejects if it survives. */
export async function stopAsterisk(record: InstanceRecord): Promise<void> {
  const target = record.process;
  if (isRunning(target)) {
    // A machine too busy to run the CLI in time must not delay the signals.
    const asked = runCliCommand(record, 'core stop now', orderlyStopMs).then(
      ({ exitCode }) => exitCode === 0,
      () => false,
    );
    const gone = waitUntilGone(target, orderlyStopMs);
    // While booting it hears no CLI, and takes a signal at once.
    if ((await asked) ? await gone : !isRunning(target)) return;
    signalProcess(target, 'SIGTERM');
    if (await waitUntilGone(target, terminateMs)) return;
    signalProcess(target, 'SIGKILL');
    if (await waitUntilGone(target, killMs)) return;
    throw new AppError('unavailable', `Asterisk (process ${target.pid}) cannot be ended`);
  }
}

/** The record of a running instance; `undefined` if there is none. */
export function readLiveRecord(file: string): Promise<InstanceRecord | undefined> {
  return readProcessRecord<InstanceRecord>(file);
}

/** A running Asterisk of these folders that no record names: its app was killed before it could write one. */
export async function findUnrecorded(
  program: RunnableProgram,
  folders: InstanceFolders,
): Promise<InstanceRecord | undefined> {
  const pid = Number(await readIfPresent(pidFile(folders)));
  const process = pid > 0 ? lookUpProcess(pid) : undefined;
  const configFile = configFileOf(folders);
  // The number may be another program's by now.
  if (process === undefined || !argumentsOf(process).includes(configFile)) return undefined;
  return { process, program, configFile };
}

/** Removes what a stopped instance leaves behind: its record and its control socket. */
export async function removeTraces(folders: InstanceFolders): Promise<void> {
  await rm(folders.recordFile, { force: true });
  await rm(folders.runDir, { recursive: true, force: true });
}
