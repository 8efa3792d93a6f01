import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { telephoneRateHz } from '../audio/resample.ts';
import { encodeOrder, parseAnswer, type SherpaAnswer, type SherpaOrder } from './sherpa-frames.ts';

/** What somebody says without a pause; times are epoch ms of the sound. */
export interface SpokenStretch {
  startedAtMs: number;
  /** Undefined while it is being spoken. */
  endedAtMs: number | undefined;
}

export interface SherpaFollower {
  ready?(): void;
  heard(text: string, stretch: SpokenStretch, isFinal: boolean): void;
  /** The oldest waiting sound is dropped, since the process is too slow. */
  fellBehind(): void;
  /** Called once, with the rest of a sentence that begins with its name; the process is gone by then. */
  ended(why: string): void;
}

/** Sound that it has not taken: half a minute. */
const mostWaitingSamples = 30 * telephoneRateHz;
const mostLineLength = 256 * 1024;
const mostComplaintLength = 4096;
const shownComplaintLength = 300;

/** One process of sherpa-program.ts: stretches of 8 kHz PCM in, their words out. */
export class SherpaProcess {
  readonly #child: ChildProcess;
  readonly #follower: SherpaFollower;
  readonly #exited: Promise<void>;
  #waiting: SherpaOrder[] = [];
  #waitingSamples = 0;
  #isWriting = false;
  /** Stretches whose last words have not arrived, oldest first. */
  readonly #stretches: SpokenStretch[] = [];
  /** When it last took or answered something, or was first given something to do. */
  #movedAtMs = 0;
  #rest = '';
  #complaint = '';
  #isReady = false;
  #isOver = false;
  #finished: (() => void)[] = [];

  constructor(child: ChildProcess, follower: SherpaFollower) {
    this.#child = child;
    this.#follower = follower;
    // One of the two comes: a program that cannot be started may not exit.
    this.#exited = new Promise<void>((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    );
    child.once('error', (error) => this.#over(`cannot be run: ${error.message}`));
    // Not `exit`: the library's message may arrive after it.
    child.once('close', (code, signal) => this.#over(this.#whyItEnded(signal ?? `exit code ${code}`)));
    child.stdin?.on('error', () => undefined); // its end says it
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-mostComplaintLength);
    });
    const answers = child.stdio[3] as Readable | null | undefined;
    answers?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    answers?.on('error', () => undefined);
  }

  begin(startedAtMs: number): void {
    this.#stretches.push({ startedAtMs, endedAtMs: undefined });
  }

  sound(samples: Int16Array): void {
    if (this.#open === undefined) return;
    this.#waitingSamples += samples.length;
    this.#give({ kind: 'sound', samples });
    while (this.#waitingSamples > mostWaitingSamples) {
      const oldest = this.#waiting.findIndex(({ kind }) => kind === 'sound');
      const [dropped] = this.#waiting.splice(oldest, 1);
      if (dropped?.kind === 'sound') this.#waitingSamples -= dropped.samples.length;
      this.#follower.fellBehind();
    }
  }

  end(endedAtMs: number): void {
    if (this.#open === undefined) return;
    this.#open.endedAtMs = endedAtMs;
    this.#give({ kind: 'end' });
  }

  /** Ends it when it has neither taken nor answered anything for `hangMs` while it has something to do. */
  look(hangMs: number): void {
    const hasToDo = this.#isWriting || this.#stretches.some(({ endedAtMs }) => endedAtMs !== undefined);
    if (hasToDo && performance.now() - this.#movedAtMs > hangMs) this.#over('does not answer');
  }

  /** Resolves when it has told the last words of what it was given, or is gone. */
  async finish(): Promise<void> {
    if (this.#isOver || this.#stretches.length === 0) return;
    await new Promise<void>((resolve) => this.#finished.push(resolve));
  }

  /** Ends it at once. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#tellFinished();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** The stretch that is being spoken. */
  get #open(): SpokenStretch | undefined {
    const newest = this.#stretches.at(-1);
    return newest?.endedAtMs === undefined ? newest : undefined;
  }

  #give(order: SherpaOrder): void {
    if (this.#isOver) return;
    this.#waiting.push(order);
    if (!this.#isWriting) {
      this.#movedAtMs = performance.now();
      this.#write();
    }
  }

  /** Writes one order at a time, so that what it does not take waits here, where it is counted. */
  #write(): void {
    const order = this.#waiting.shift();
    this.#isWriting = order !== undefined;
    if (order === undefined || this.#isOver) return;
    if (order.kind === 'sound') this.#waitingSamples -= order.samples.length;
    this.#child.stdin?.write(encodeOrder(order), () => {
      this.#movedAtMs = performance.now();
      this.#write();
    });
  }

  #read(text: string): void {
    if (this.#isOver) return;
    this.#movedAtMs = performance.now();
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > mostLineLength) return this.#over('answers with a line without an end');
    for (const line of lines) this.#take(parseAnswer(line));
  }

  #take(answer: SherpaAnswer | undefined): void {
    if (this.#isOver) return;
    if (answer === undefined) return this.#over('answers what is no result');
    if ('fault' in answer) return this.#over(`cannot work: ${answer.fault}`);
    if ('ready' in answer) {
      this.#isReady = true;
      return this.#follower.ready?.();
    }
    const [stretch] = this.#stretches;
    if (stretch === undefined || (answer.isFinal && stretch.endedAtMs === undefined))
      return this.#over('answers what was not asked');
    if (answer.isFinal) this.#stretches.shift();
    if (answer.text !== '') this.#follower.heard(answer.text, stretch, answer.isFinal);
    if (this.#stretches.length === 0) this.#tellFinished();
  }

  #tellFinished(): void {
    for (const finished of this.#finished.splice(0)) finished();
  }

  /** Before it is ready, the model is what ends it, and the library's last line says how. */
  #whyItEnded(how: string): string {
    if (this.#isReady) return `ended by itself (${how})`;
    const last = this.#complaint.trim().split('\n').at(-1)?.trim().slice(0, shownComplaintLength) ?? '';
    return `cannot load the model of STT_MODEL_DIR (${how})${last === '' ? '' : `: ${last}`}`;
  }

  #over(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    this.#waiting = [];
    this.#tellFinished();
    this.#follower.ended(why);
  }
}
