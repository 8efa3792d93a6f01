import { Worker } from 'node:worker_threads';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { Closed, Order, Report, ServerPlace } from './messages.ts';

/** A message that is answered, without the request number that is added when it is sent. */
export type Request = Order extends infer One
  ? One extends { request: number }
    ? Omit<One, 'request'>
    : never
  : never;
export type Command = Exclude<Order, { request: number }>;
type News = Exclude<Report, { kind: 'done' | 'failed' | 'log' | 'alive' }>;

/** The thread's code, and how long it may be silent before it counts as hung. */
export interface ThreadProgram {
  bootFile: URL;
  hangsAfterSeconds: number;
}

export interface ThreadNeeds {
  place: ServerPlace;
  program?: Partial<ThreadProgram> | undefined;
  /** Reports that are not answers. */
  onNews: (news: News) => void;
  /** The thread serves, for the first time or again after it was lost. */
  onReady: () => void;
  /** The thread is gone with its state; another one is starting. */
  onLost: () => void;
  log: Log;
}

/** Counts checks, not seconds: a suspended process neither checks nor hears anything. */
const lookEveryMs = 1_000;
/** A starting thread loads its code first and is silent until then. */
const longestStartSeconds = 60;
/** Judging audio takes milliseconds; this leaves room for a machine that swaps. */
const listening: ThreadProgram = {
  bootFile: new URL('./worker-boot.mjs', import.meta.url),
  hangsAfterSeconds: 20,
};
const firstRestartMs = 100;
const longestRestartMs = 5_000;

/** Keeps the listening thread alive: one that ends or hangs is replaced. */
export class ThreadLink {
  readonly #needs: ThreadNeeds;
  readonly #program: ThreadProgram;
  readonly #alarm = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting = new Map<
    number,
    { resolve: (closed: Closed | undefined) => void; reject: (error: AppError) => void }
  >();
  #requests = 0;
  #worker: Worker | undefined;
  #isReady = false;
  #isClosed = false;
  #restart: NodeJS.Timeout | undefined;
  #restartMs = firstRestartMs;
  #silentLooks = 0;
  readonly #looking: NodeJS.Timeout;

  private constructor(needs: ThreadNeeds) {
    this.#needs = needs;
    this.#program = { ...listening, ...needs.program };
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** @throws AppError `unavailable` when the port cannot be bound. */
  static async start(needs: ThreadNeeds): Promise<ThreadLink> {
    const link = new ThreadLink(needs);
    try {
      await link.#begin();
    } catch (error) {
      await link.close();
      throw error;
    }
    return link;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  command(order: Command): void {
    if (this.#isReady) this.#post(order);
  }

  /** @throws AppError `unavailable` when the thread refuses or is lost in the meantime. */
  async request(request: Request): Promise<Closed | undefined> {
    if (!this.#isReady) throw new AppError('unavailable', 'the listening thread is starting');
    return this.#ask(request);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#restart);
    await this.#worker?.terminate();
  }

  #ask(request: Request): Promise<Closed | undefined> {
    return new Promise((resolve, reject) => {
      this.#requests += 1;
      this.#waiting.set(this.#requests, { resolve, reject });
      this.#post({ ...request, request: this.#requests });
    });
  }

  #post(order: Order): void {
    this.#worker?.postMessage(order);
    Atomics.add(this.#alarm, 0, 1);
    Atomics.notify(this.#alarm, 0);
  }

  async #begin(): Promise<void> {
    const worker = new Worker(this.#program.bootFile, {
      execArgv: [],
      workerData: { alarm: this.#alarm.buffer },
    });
    this.#worker = worker;
    this.#silentLooks = 0;
    worker.on('message', (report: Report) => this.#take(report));
    worker.on('error', (error) =>
      this.#needs.log.error('the listening thread failed', {
        error: error instanceof Error ? (error.stack ?? error.message) : describeError(error),
      }),
    );
    worker.on('exit', () => this.#lost());
    await this.#ask({ do: 'serve', place: this.#needs.place });
    this.#isReady = true;
    this.#restartMs = firstRestartMs;
    this.#needs.onReady();
  }

  #take(report: Report): void {
    this.#silentLooks = 0;
    if (report.kind === 'alive') return;
    if (report.kind === 'log') return this.#needs.log[report.level](report.message, report.fields);
    if (report.kind !== 'done' && report.kind !== 'failed') return this.#needs.onNews(report);
    const asked = this.#waiting.get(report.request);
    this.#waiting.delete(report.request);
    if (report.kind === 'done') asked?.resolve(report.closed);
    else asked?.reject(new AppError('unavailable', report.why));
  }

  #lost(): void {
    this.#worker = undefined;
    this.#isReady = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new AppError('unavailable', 'the listening thread was lost'));
    if (this.#isClosed) return;
    this.#needs.onLost();
    this.#restartLater();
  }

  #restartLater(): void {
    this.#needs.log.warn('the listening thread is restarted', { afterMs: this.#restartMs });
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#begin().catch((error: unknown) => {
        this.#needs.log.error('the listening thread did not start', { error: describeError(error) });
        if (this.#worker !== undefined) void this.#worker.terminate();
        // The system had no thread to give, and none that could be lost. Where one was lost, another restart is due already.
        else if (this.#restart === undefined && !this.#isClosed) this.#restartLater();
      });
    }, this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, longestRestartMs);
  }

  #look(): void {
    this.#silentLooks += 1;
    const silentMs = this.#silentLooks * lookEveryMs;
    const patienceSeconds = this.#isReady ? this.#program.hangsAfterSeconds : longestStartSeconds;
    if (silentMs < patienceSeconds * 1000 || this.#worker === undefined) return;
    this.#silentLooks = 0;
    this.#needs.log.error('the listening thread hangs and is ended', { silentMs });
    void this.#worker.terminate();
  }
}
