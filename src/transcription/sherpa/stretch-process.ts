import type { ChildProcess } from 'node:child_process';
import { AppError, describeError } from '../../domain/errors.ts';
import { AskedVoices } from './asked-voices.ts';
import { Deafness } from './deafness.ts';
import { SherpaChild, type SherpaChildFollower, shownComplaint } from './sherpa-child.ts';
import type { VoiceEar } from '../voice-ear.ts';

export interface StretchProcessNeeds {
  /** For messages. */
  name: string;
  /** Starts a program that takes each stretch as one piece of audio and answers it with one final text on descriptor 3. */
  start: () => ChildProcess;
  /** How long one stretch may take, including loading the model. */
  hangMs: number;
  /** Called when its program cannot tell voices from other sounds. */
  onDeaf?: (why: string) => void;
}

interface Asked {
  samples: Int16Array;
  order: 'end' | 'again';
  answered: (text: string) => void;
  failed: (error: Error) => void;
}

/**
 * One process that recognises whole stretches for all calls, one after the other in the order of the requests, and in between tells voices
 * from other sounds. It is started when it is first needed, and again for the next stretch after it ended.
 */
export class StretchProcess {
  readonly #needs: StretchProcessNeeds;
  /** The newest child, which may have ended. */
  #child: SherpaChild | undefined;
  #waiting: Asked[] = [];
  #current: Asked | undefined;
  #watch: NodeJS.Timeout | undefined;
  readonly #voices: AskedVoices;
  #ears = 0;

  constructor(needs: StretchProcessNeeds) {
    this.#needs = needs;
    this.#voices = new AskedVoices(new Deafness((why) => needs.onDeaf?.(why)));
  }

  /** Somebody waits for its words. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Loads the model before it is needed. @throws AppError `unavailable` */
  start(): void {
    try {
      if (this.#child?.isOver !== false) this.#child = this.#begin();
      this.#child.hold(true);
    } catch (error) {
      throw this.#fault(`cannot be run: ${describeError(error)}`);
    }
  }

  /** Lets this process end while the child runs: the child ends with its stdin. */
  release(): void {
    this.#child?.hold(false);
  }

  /** The words in 8 kHz mono s16; '' for none. @throws AppError `unavailable`; the signal's reason when it aborts */
  recognise(samples: Int16Array, signal: AbortSignal): Promise<string> {
    return this.#ask({ samples, order: 'end' }, signal);
  }

  /** A second reading of the same sound, with errors in other words. @throws as `recognise` */
  recogniseAgain(samples: Int16Array, signal: AbortSignal): Promise<string> {
    return this.#ask({ samples, order: 'again' }, signal);
  }

  async #ask(what: Pick<Asked, 'samples' | 'order'>, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    let giveUp = (): void => undefined;
    try {
      return await new Promise<string>((answered, failed) => {
        const asked: Asked = { ...what, answered, failed };
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

  /** For one side of a call. */
  openEar(): VoiceEar & { close(): void } {
    const stream = ++this.#ears;
    return {
      hear: async (samples) => {
        const child = this.#child;
        if (child?.isOver !== false) return undefined;
        const voices = this.#voices.ask(() => child.order({ kind: 'voice', stream, samples }));
        if (this.#watch === undefined) this.#watchAnew();
        return voices;
      },
      close: () => {
        if (this.#child?.isOver === false) this.#child.order({ kind: 'forget', stream });
      },
    };
  }

  /** Never rejects. */
  async end(): Promise<void> {
    const ending = this.#child?.end();
    this.#voices.ended();
    for (const { failed } of this.#waiting.splice(0)) failed(this.#fault('was ended'));
    this.#fail(this.#fault('was ended'));
    await ending;
  }

  #begin(): SherpaChild {
    return new SherpaChild(this.#needs.start(), {
      answered: (answer) => this.#take(answer),
      ended: (why) => {
        this.#voices.ended(why);
        this.#fail(this.#fault(why));
      },
      // Node's message ends with its version, the library's with the fault.
      whyItEnded: (how, complaint) =>
        `ended by itself (${how})${shownComplaint(complaint.findLast((line) => /error/i.test(line)) ?? complaint.at(-1))}`,
    });
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return;
    try {
      this.start();
    } catch (error) {
      return this.#fail(error as Error);
    }
    this.#watchAnew();
    this.#child?.order({ kind: 'sound', samples: this.#current.samples });
    this.#child?.order({ kind: this.#current.order });
  }

  /** Restarts the time limit of the current request, if there is one. */
  #watchAnew(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (this.#current === undefined && !this.#voices.areWaitedFor) return;
    this.#watch = setTimeout(() => this.#child?.over('does not answer'), this.#needs.hangMs);
  }

  #take(answer: Parameters<SherpaChildFollower['answered']>[0]): void {
    if ('ready' in answer) return;
    if (!('text' in answer)) {
      if (this.#voices.take(answer)) this.#watchAnew();
      else this.#child?.over('answers what was not asked');
      return;
    }
    if (this.#current === undefined) return this.#child?.over('answers what was not asked');
    const { answered } = this.#current;
    this.#settle();
    answered(answer.text);
    this.#next();
  }

  #settle(): void {
    this.#current = undefined;
    this.#watchAnew();
  }

  /** The current stretch fails; those that wait are recognised by the next process. */
  #fail(error: Error): void {
    const failed = this.#current?.failed;
    this.#settle();
    failed?.(error);
    this.#next();
  }

  #fault(why: string): AppError {
    return new AppError('unavailable', `${this.#needs.name} ${why}`);
  }
}
