import type { ChildProcess } from 'node:child_process';
import type { Recognition, RecognitionOptions } from '../../calls/words/transcriber.ts';
import type { TranscriptionEngine } from '../engine.ts';
import { StretchProcess } from './stretch-process.ts';
import { type StretchEngine, StretchRecognition } from '../stretch-recognition.ts';
import type { VoiceEar } from '../voice-ear.ts';

export interface MoonshineNeeds {
  /** The user's cache, for the table of tokens. @throws AppError `unavailable` */
  openCache: () => Promise<string>;
  /** Starts moonshine-program.ts, with its answers on descriptor 3. */
  start: (cacheFolder: string) => ChildProcess;
  /** How long one stretch may take, including loading the model. */
  hangMs?: number;
  /** How long an unused process stays. */
  lingerMs?: number;
  /** Called once, if voices can be told from noise only by their level. */
  onDeaf?: (why: string) => void;
}

/** Twenty times what a slow machine needs to load the model and read 25 s of speech. */
const defaultHangMs = 30_000;
/** Including the requests that wait before it. */
const timeoutMs = 60_000;
/**
 * A pass takes 25 ms of processor time, plus 25 ms for each second of audio. The first words matter most for ringing early; a long stretch
 * is recognised again only once it has ended.
 */
export const partialsAtMs = [1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7000, 8000];
/** Loading costs a second; a call that goes from menu to menu needs words again and again. */
const defaultLingerMs = 30_000;

/** Moonshine's small English model, which understands people as well as menus, in one process for all calls. */
export class Moonshine implements TranscriptionEngine {
  readonly name = 'moonshine';
  readonly recognises = 'speech';
  readonly runsForEveryCall = true;
  readonly #process: StretchProcess;
  readonly #openCache: () => Promise<string>;
  readonly #lingerMs: number;
  #cacheFolder = '';
  #listeners = 0;
  #lingering: NodeJS.Timeout | undefined;

  constructor({
    openCache,
    start,
    hangMs = defaultHangMs,
    lingerMs = defaultLingerMs,
    onDeaf = () => undefined,
  }: MoonshineNeeds) {
    this.#process = new StretchProcess({
      name: this.name,
      start: () => start(this.#cacheFolder),
      hangMs,
      onDeaf,
    });
    this.#openCache = openCache;
    this.#lingerMs = lingerMs;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#enter();
    try {
      await this.#process.recognise(new Int16Array(8000), signal);
    } finally {
      this.#leave();
    }
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    await this.#enter();
    const transcribe = (samples: Int16Array, signal: AbortSignal): Promise<string> =>
      this.#process.recognise(samples, signal);
    const reread = (samples: Int16Array, signal: AbortSignal): Promise<string> =>
      this.#process.recogniseAgain(samples, signal);
    const isBusy = (): boolean => this.#process.isBusy;
    const engine = { transcribe, reread, timeoutMs, partialsAtMs, isBusy };
    const ear = this.#process.openEar();
    return new MoonshineRecognition(engine, options, ear, () => {
      ear.close();
      this.#leave();
    });
  }

  async #enter(): Promise<void> {
    this.#cacheFolder = await this.#openCache();
    clearTimeout(this.#lingering);
    this.#process.start();
    this.#listeners += 1;
  }

  #leave(): void {
    this.#listeners -= 1;
    if (this.#listeners > 0) return;
    this.#process.release();
    this.#lingering = setTimeout(() => void this.#process.end(), this.#lingerMs).unref();
  }
}

class MoonshineRecognition extends StretchRecognition {
  #leave: (() => void) | undefined;

  constructor(engine: StretchEngine, options: RecognitionOptions, ear: VoiceEar, leave: () => void) {
    super(engine, options, ear);
    this.#leave = leave;
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      this.#leave?.();
      this.#leave = undefined;
    }
  }
}
