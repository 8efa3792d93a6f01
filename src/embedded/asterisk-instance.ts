import { join } from 'node:path';
import type { AsteriskProgram } from '../provision/asterisk-program.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { type AdoptionOptions, mayAdopt } from './adoption.ts';
import {
  type InstanceRecord,
  type ProcessExit,
  findUnrecorded,
  readLiveRecord,
  removeTraces,
  runCliCommand,
  spawnAsterisk,
  stopAsterisk,
  waitUntilBooted,
} from './asterisk-process.ts';
import { writeProcessRecord } from './process-record.ts';
import { writeConfig } from './config-files.ts';
import { configFileOf, makeInstanceFolders } from './instance-folders.ts';
import type { WantedPort } from '../listening/bind-failure.ts';
import { assertPortFree } from './listening-ports.ts';
import { signalProcess, watchUntilGone } from './running-process.ts';

export interface InstanceOptions extends AdoptionOptions {
  readonly program: AsteriskProgram;
  readonly ports: readonly WantedPort[];
  readonly ariUrl?: string;
  /** Whether to adopt an instance left running by an earlier process instead of stopping it. */
  readonly adopt: boolean;
  /** Unlimited by default. */
  readonly largestFileBytes?: number;
}

export interface ExitInfo extends ProcessExit {
  readonly willRestart: boolean;
}

const firstRestartDelayMs = 250;
const longestRestartDelayMs = 30_000;
/** A crash after this long counts as the first again. */
const stableAfterMs = 60_000;

/** One Asterisk process, restarted when it dies until it is stopped or detached. */
export class AsteriskInstance {
  readonly adopted: boolean;
  readonly #options: InstanceOptions;
  readonly #exitListeners = new Set<(info: ExitInfo) => void>();
  #record: InstanceRecord;
  #startedAtMs = performance.now();
  #restartDelayMs = firstRestartDelayMs;
  #restartTimer: NodeJS.Timeout | undefined;
  #restarting: Promise<void> | undefined;
  /** Aborted by `stop`: a boot may take a minute. */
  readonly #stopping = new AbortController();
  #isBooting = false;
  #unwatch: () => void = () => undefined;
  #state: 'kept' | 'detached' | 'stopped' = 'kept';

  private constructor(options: InstanceOptions, record: InstanceRecord, adopted: boolean) {
    this.#options = options;
    this.#record = record;
    this.adopted = adopted;
  }

  /** Starts Asterisk or adopts a running one. Resolves when it is fully booted. */
  static async start(options: InstanceOptions): Promise<AsteriskInstance> {
    const live = await readLiveRecord(options.folders.recordFile);
    if (live !== undefined && options.adopt && (await mayAdopt(live, options))) {
      const instance = new AsteriskInstance(options, live, true);
      instance.#watchAdopted();
      return instance;
    }
    const left = live ?? (await findUnrecorded(options.program, options.folders));
    if (left !== undefined) await stopAsterisk(left);
    await makeInstanceFolders(options.folders);
    for (const port of options.ports) await assertPortFree(port);
    await writeConfig(options.config, options.folders.etcDir);
    options.signal?.throwIfAborted();
    const { record, exit } = await launch(options);
    const instance = new AsteriskInstance(options, record, false);
    instance.#watchChild(exit);
    return instance;
  }

  get pid(): number {
    return this.#record.process.pid;
  }

  /** The ARI address; an adopted instance with an older configuration keeps its own. */
  get ariUrl(): string | undefined {
    return this.#record.ariUrl;
  }

  /** Age of the running Asterisk's packages, which may be older than what the next start would use. */
  get currentAsOf(): Date | undefined {
    const { currentAsOf } = this.#record;
    return currentAsOf === undefined ? undefined : new Date(currentAsOf);
  }

  get stopped(): boolean {
    return this.#state === 'stopped';
  }

  onExit(listener: (info: ExitInfo) => void): void {
    this.#exitListeners.add(listener);
  }

  /** Runs an Asterisk CLI command and resolves with its output. */
  async runCli(command: string): Promise<string> {
    const result = await runCliCommand(this.#record, command);
    if (result.exitCode === 0) return result.stdout;
    throw new AppError('unavailable', `Asterisk's CLI does not answer: ${result.stderr.trim()}`);
  }

  /** Whether its console answers in time. It need not while it boots after a crash, since the start has a limit of its own. */
  async answers(withinMs: number): Promise<boolean> {
    if (this.#isBooting) return true;
    const answered = await runCliCommand(this.#record, 'core show uptime', withinMs).then(
      ({ exitCode }) => exitCode === 0,
      () => false,
    );
    return answered || this.#isBooting;
  }

  /** Kills an Asterisk that hangs; another is started, as after a crash. */
  restart(): void {
    if (this.#state === 'kept' && !this.#isBooting) signalProcess(this.#record.process, 'SIGKILL');
  }

  /** Shuts it down gracefully and resolves when its process is gone. */
  async stop(): Promise<void> {
    if (this.#state !== 'kept') return;
    this.#leave('stopped');
    this.#stopping.abort();
    await this.#restarting?.catch(() => undefined);
    await stopAsterisk(this.#record);
    await removeTraces(this.#options.folders);
  }

  /** Kills it, for an app that has no time left; the next start removes its traces. */
  kill(): void {
    this.#leave('stopped');
    signalProcess(this.#record.process, 'SIGKILL');
  }

  /** Leaves it running for the next process to adopt. */
  detach(): void {
    if (this.#state === 'kept') this.#leave('detached');
  }

  #leave(state: 'detached' | 'stopped'): void {
    this.#state = state;
    this.#unwatch();
    clearTimeout(this.#restartTimer);
  }

  #watchChild(exit: Promise<ProcessExit>): void {
    void exit.then((how) => this.#onGone(how));
  }

  #watchAdopted(): void {
    this.#unwatch = watchUntilGone(this.#record.process, () => this.#onGone({ code: null, signal: null }));
  }

  #onGone(how: ProcessExit): void {
    if (this.#state !== 'kept') return;
    for (const listener of this.#exitListeners) listener({ ...how, willRestart: true });
    if (performance.now() - this.#startedAtMs > stableAfterMs) this.#restartDelayMs = firstRestartDelayMs;
    this.#restartLater();
  }

  #restartLater(): void {
    this.#restartTimer = setTimeout(() => {
      this.#restarting = this.#restart();
    }, this.#restartDelayMs);
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, longestRestartDelayMs);
  }

  async #restart(): Promise<void> {
    this.#isBooting = true;
    try {
      await makeInstanceFolders(this.#options.folders);
      await writeConfig(this.#options.config, this.#options.folders.etcDir);
      const { exit } = await launch(
        { ...this.#options, signal: this.#stopping.signal },
        (record) => (this.#record = record),
      );
      this.#startedAtMs = performance.now();
      this.#watchChild(exit);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.progress(`Asterisk could not be restarted: ${describeError(error)}`);
      if (this.#state === 'kept') this.#restartLater();
    } finally {
      this.#isBooting = false;
    }
  }
}

/** Resolves when it is fully booted; `onSpawn` is called as soon as the process exists. */
async function launch(
  options: InstanceOptions,
  onSpawn?: (record: InstanceRecord) => void,
): Promise<{ record: InstanceRecord; exit: Promise<ProcessExit> }> {
  const { program, folders, ariUrl, largestFileBytes } = options;
  const started = spawnAsterisk(program, folders, largestFileBytes);
  const record: InstanceRecord = {
    process: started.process,
    program: { command: program.command, leadingArgs: program.leadingArgs },
    configFile: configFileOf(folders),
    ...(ariUrl === undefined ? {} : { ariUrl }),
    ...(program.currentAsOf === undefined ? {} : { currentAsOf: program.currentAsOf.toISOString() }),
  };
  onSpawn?.(record);
  try {
    await writeProcessRecord(folders.recordFile, record);
    await waitUntilBooted(record, folders, options.signal);
  } catch (error) {
    await stopAsterisk(record);
    await removeTraces(folders);
    options.signal?.throwIfAborted();
    const log = join(folders.logDir, 'asterisk.log');
    throw new AppError('unavailable', `${describeError(error)}; its log is ${log}`, { cause: error });
  }
  return { record, exit: started.exit };
}
