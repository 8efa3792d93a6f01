import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { AppError, describeError } from '../domain/errors.ts';
import { encodeOrder, parseAnswer, type SherpaAnswer } from './sherpa-frames.ts';

export interface StretchProcessNeeds {
  /** For messages. */
  name: string;
  /** Starts a program that takes each stretch as one piece of sound, and answers it on descriptor 3 with one final text. */
  start: () => ChildProcess;
  /** How long one stretch may take, with the model's loading. */
  hangMs: number;
}

interface Asked {
  samples: Int16Array;
  answered: (text: string) => void;
  failed: (error: Error) => void;
}

const mostLineLength = 256 * 1024;
const mostComplaintLength = 4096;
const shownComplaintLength = 300;

/**
 * One process that recognises whole stretches for all calls, one after the other, in the order in which they were asked for. It is
 * started when it is first needed, and again for the next stretch when it ended.
 */
export class StretchProcess {
  readonly #needs: StretchProcessNeeds;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #waiting: Asked[] = [];
  #current: Asked | undefined;
  #watch: NodeJS.Timeout | undefined;
  #rest = '';
  #complaint = '';

  constructor(needs: StretchProcessNeeds) {
    this.#needs = needs;
  }

  /** Somebody waits for it. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Loads the model before it is needed. @throws AppError `unavailable` */
  start(): void {
    try {
      this.#child ??= this.#begin();
      this.#hold(this.#child, true);
    } catch (error) {
      throw this.#fault(`cannot be run: ${describeError(error)}`);
    }
  }

  /** Lets this process end although that one runs: it ends with its stdin. */
  release(): void {
    if (this.#child !== undefined) this.#hold(this.#child, false);
  }

  /** The words in 8 kHz mono s16; '' for none. @throws AppError `unavailable`; the signal's reason when it was given up */
  async recognise(samples: Int16Array, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    let giveUp = (): void => undefined;
    try {
      return await new Promise<string>((answered, failed) => {
        const asked: Asked = { samples, answered, failed };
        giveUp = () => {
          this.#waiting = this.#waiting.filter((each) => each !== asked);
          failed(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp);
        this.#waiting.push(asked);
        this.#next();
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Never rejects. */
  async end(): Promise<void> {
    for (const { failed } of this.#waiting.splice(0)) failed(this.#fault('was ended'));
    this.#over('was ended');
    await this.#exited;
  }

  #begin(): ChildProcess {
    const child = this.#needs.start();
    this.#rest = '';
    this.#complaint = '';
    // One of the two comes: a program that cannot be started may not exit.
    this.#exited = new Promise<void>((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    );
    const over = (why: string): void => {
      if (this.#child === child) this.#over(why);
    };
    child.once('error', (error) => over(`cannot be run: ${error.message}`));
    // Not `exit`: the library's message may arrive after it.
    child.once('close', (code, signal) => over(this.#whyItEnded(signal ?? `exit code ${code}`)));
    child.stdin?.on('error', () => undefined); // its end says it
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-mostComplaintLength);
    });
    const answers = child.stdio[3] as Socket | null | undefined;
    answers?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#child === child) this.#read(text);
    });
    answers?.on('error', () => undefined);
    return child;
  }

  #hold(child: ChildProcess, isHeld: boolean): void {
    const handles = [child, ...child.stdio] as (ChildProcess | Socket | null | undefined)[];
    for (const handle of handles) handle?.[isHeld ? 'ref' : 'unref']?.();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return;
    try {
      this.start();
    } catch (error) {
      const { failed } = this.#current;
      this.#settle();
      failed(error as Error);
      return this.#next();
    }
    this.#watch = setTimeout(() => this.#over('does not answer'), this.#needs.hangMs);
    this.#child?.stdin?.write(encodeOrder({ kind: 'sound', samples: this.#current.samples }));
    this.#child?.stdin?.write(encodeOrder({ kind: 'end' }));
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > mostLineLength) return this.#over('answers with a line without an end');
    for (const line of lines) this.#take(parseAnswer(line));
  }

  #take(answer: SherpaAnswer | undefined): void {
    if (answer === undefined) return this.#over('answers what is no result');
    if ('fault' in answer) return this.#over(`cannot work: ${answer.fault}`);
    if ('ready' in answer) return;
    if (this.#current === undefined) return this.#over('answers what was not asked');
    const { answered } = this.#current;
    this.#settle();
    answered(answer.text);
    this.#next();
  }

  #settle(): void {
    clearTimeout(this.#watch);
    this.#current = undefined;
  }

  #whyItEnded(how: string): string {
    const lines = this.#complaint.trim().split('\n');
    // Node ends its complaint with its version, the library with what is wrong.
    const telling = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
    const shown = telling.trim().slice(0, shownComplaintLength);
    return `ended by itself (${how})${shown === '' ? '' : `: ${shown}`}`;
  }

  /** What was being recognised fails; what waits is recognised by the next process. */
  #over(why: string): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    const failed = this.#current?.failed;
    this.#settle();
    failed?.(this.#fault(why));
    this.#next();
  }

  #fault(why: string): AppError {
    return new AppError('unavailable', `${this.#needs.name} ${why}`);
  }
}
