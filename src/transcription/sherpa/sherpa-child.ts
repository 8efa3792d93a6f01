import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { encodeOrder, parseAnswer, type SherpaAnswer, type SherpaOrder } from './sherpa-frames.ts';

export interface SherpaChildFollower {
  /** Its answers, other than faults. */
  answered(answer: Exclude<SherpaAnswer, { fault: string }>): void;
  /** Called once with the rest of a sentence that begins with its name, unless this side ended it; it has been killed by then. */
  ended(why: string): void;
  /** Describes why it ended by itself. @param how signal or exit code. @param complaint its last lines on stderr. */
  whyItEnded(how: string, complaint: readonly string[]): string;
}

const maxLineLength = 256 * 1024;
const maxComplaintLength = 4096;
const shownComplaintLength = 300;

/** A process that runs sherpa-onnx (sherpa-package.ts): orders in, answers out. Any fault ends it. */
export class SherpaChild {
  readonly #child: ChildProcess;
  readonly #follower: SherpaChildFollower;
  readonly #exited: Promise<void>;
  #rest = '';
  #complaint = '';
  #isOver = false;

  constructor(child: ChildProcess, follower: SherpaChildFollower) {
    this.#child = child;
    this.#follower = follower;
    // One of the two comes: a program that cannot be started may not exit.
    this.#exited = new Promise<void>((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    );
    // Not `once`: an error without a listener, such as that of a later kill(), would end this process.
    child.on('error', (error) => this.over(`cannot be run: ${error.message}`));
    // Not `exit`: the library's message may arrive after it.
    child.once('close', (code, signal) => {
      const lines = this.#complaint.trim().split('\n');
      this.over(follower.whyItEnded(signal ?? `exit code ${code}`, lines));
    });
    child.stdin?.on('error', () => undefined); // reported when the process ends
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-maxComplaintLength);
    });
    const answers = child.stdio[3] as Socket | null | undefined;
    answers?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    answers?.on('error', () => undefined);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @param taken called once the process, or its pipe, has taken the order. */
  order(order: SherpaOrder, taken?: () => void): void {
    this.#child.stdin?.write(encodeOrder(order), taken);
  }

  /** Whether it keeps this process running; the child ends with its stdin. */
  hold(isHeld: boolean): void {
    const handles = [this.#child, ...this.#child.stdio] as (ChildProcess | Socket | null | undefined)[];
    for (const handle of handles) handle?.[isHeld ? 'ref' : 'unref']?.();
  }

  /** Ends it because of a fault. */
  over(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    this.#follower.ended(why);
  }

  /** Ends it at once, without telling its follower. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > maxLineLength) return this.over('sent a line without an end');
    for (const line of lines) this.#take(parseAnswer(line));
  }

  #take(answer: SherpaAnswer | undefined): void {
    if (this.#isOver) return;
    if (answer === undefined) return this.over('sent an answer that is not a result');
    if ('fault' in answer) return this.over(`cannot work: ${answer.fault}`);
    this.#follower.answered(answer);
  }
}

/** A complaint, as appended to a sentence. */
export function shownComplaint(line = ''): string {
  const shown = line.trim().slice(0, shownComplaintLength);
  return shown === '' ? '' : `: ${shown}`;
}
