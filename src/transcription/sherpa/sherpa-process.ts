import type { ChildProcess } from 'node:child_process';
import { telephoneRateHz } from '../../audio/resample.ts';
import type { AskedVoices } from './asked-voices.ts';
import { SherpaChild, type SherpaChildFollower, shownComplaint } from './sherpa-child.ts';
import type { SherpaOrder } from './sherpa-frames.ts';

/** Speech without a pause; times are epoch ms of the audio. */
export interface SpokenStretch {
  startedAtMs: number;
  /** Undefined while it is being spoken. */
  endedAtMs: number | undefined;
}

export interface SherpaFollower {
  ready?(): void;
  heard(text: string, stretch: SpokenStretch, isFinal: boolean): void;
  /** Called when the oldest waiting sound is dropped because the process is too slow. */
  fellBehind(): void;
  /** Called once with the rest of a sentence that begins with its name; the process is gone by then. */
  ended(why: string): void;
}

/** Audio that it has not taken: half a minute. */
const maxWaitingSamples = 30 * telephoneRateHz;

/** A process running sherpa-program.ts: stretches of 8 kHz PCM in, their words out. */
export class SherpaProcess {
  readonly #child: SherpaChild;
  readonly #follower: SherpaFollower;
  #waiting: SherpaOrder[] = [];
  #waitingSamples = 0;
  #isWriting = false;
  /** Stretches whose last words have not arrived, oldest first. */
  readonly #stretches: SpokenStretch[] = [];
  /** When it last took or answered something, or was first given something to do. */
  #movedAtMs = 0;
  #isReady = false;
  #finished: (() => void)[] = [];
  readonly #voices: AskedVoices | undefined;

  /** @param voices also asks it where there is a voice. */
  constructor(child: ChildProcess, follower: SherpaFollower, voices?: AskedVoices) {
    this.#follower = follower;
    this.#voices = voices;
    this.#child = new SherpaChild(child, {
      answered: (answer) => this.#take(answer),
      ended: (why) => this.#ended(why),
      // If it ends before it is ready, the model is the cause, and the library's last line says how.
      whyItEnded: (how, complaint) =>
        this.#isReady
          ? `ended by itself (${how})`
          : `cannot load the model of STT_MODEL_DIR (${how})${shownComplaint(complaint.at(-1))}`,
    });
  }

  begin(startedAtMs: number): void {
    this.#stretches.push({ startedAtMs, endedAtMs: undefined });
  }

  sound(samples: Int16Array): void {
    if (this.#open === undefined || this.#child.isOver) return;
    this.#waitingSamples += samples.length;
    this.#give({ kind: 'sound', samples });
    while (this.#waitingSamples > maxWaitingSamples) {
      const oldest = this.#waiting.findIndex(({ kind }) => kind === 'sound');
      const [dropped] = this.#waiting.splice(oldest, 1);
      if (dropped?.kind === 'sound') this.#waitingSamples -= dropped.samples.length;
      this.#follower.fellBehind();
    }
  }

  /** @returns as `VoiceEar`. */
  async hear(samples: Int16Array): Promise<readonly boolean[] | undefined> {
    if (this.#child.isOver) return undefined;
    return this.#voices?.ask(() => this.#give({ kind: 'voice', stream: 0, samples }));
  }

  end(endedAtMs: number): void {
    if (this.#open === undefined) return;
    this.#open.endedAtMs = endedAtMs;
    this.#give({ kind: 'end' });
  }

  /** Ends it when it has neither taken nor answered anything for `hangMs` while it has something to do. */
  look(hangMs: number): void {
    const hasToDo =
      this.#isWriting ||
      this.#voices?.areWaitedFor === true ||
      this.#stretches.some(({ endedAtMs }) => endedAtMs !== undefined);
    if (hasToDo && performance.now() - this.#movedAtMs > hangMs) this.#child.over('does not answer');
  }

  /** Resolves when it has reported the last words of its audio, or is gone. */
  async finish(): Promise<void> {
    if (this.#child.isOver || this.#stretches.length === 0) return;
    await new Promise<void>((resolve) => this.#finished.push(resolve));
  }

  /** Ends it at once. */
  async close(): Promise<void> {
    this.#voices?.ended();
    this.#reportFinished();
    await this.#child.end();
  }

  /** The stretch that is being spoken. */
  get #open(): SpokenStretch | undefined {
    const newest = this.#stretches.at(-1);
    return newest?.endedAtMs === undefined ? newest : undefined;
  }

  #give(order: SherpaOrder): void {
    if (this.#child.isOver) return;
    this.#waiting.push(order);
    if (!this.#isWriting) {
      this.#movedAtMs = performance.now();
      this.#write();
    }
  }

  /** Writes one order at a time, so that whatever it does not take waits here, where it is counted. */
  #write(): void {
    const order = this.#waiting.shift();
    this.#isWriting = order !== undefined;
    if (order === undefined || this.#child.isOver) return;
    if (order.kind === 'sound') this.#waitingSamples -= order.samples.length;
    this.#child.order(order, () => {
      this.#movedAtMs = performance.now();
      this.#write();
    });
  }

  #take(answer: Parameters<SherpaChildFollower['answered']>[0]): void {
    this.#movedAtMs = performance.now();
    if ('ready' in answer) {
      this.#isReady = true;
      return this.#follower.ready?.();
    }
    if (!('text' in answer)) {
      if (this.#voices?.take(answer) !== true) this.#child.over('answers what was not asked');
      return;
    }
    const [stretch] = this.#stretches;
    if (stretch === undefined || (answer.isFinal && stretch.endedAtMs === undefined))
      return this.#child.over('answers what was not asked');
    if (answer.isFinal) this.#stretches.shift();
    if (answer.text !== '') this.#follower.heard(answer.text, stretch, answer.isFinal);
    if (this.#stretches.length === 0) this.#reportFinished();
  }

  #reportFinished(): void {
    for (const finished of this.#finished.splice(0)) finished();
  }

  #ended(why: string): void {
    this.#voices?.ended(why);
    this.#waiting = [];
    this.#reportFinished();
    this.#follower.ended(why);
  }
}
