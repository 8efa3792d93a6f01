import type { Recognition, RecognitionOptions } from '../calls/words.ts';
import { describeError } from '../domain/errors.ts';
import { VoiceGate } from './voice-gate.ts';

/** Shorter stretches are clicks, and breaths into the telephone. */
const shortestVoicedMs = 200;
/** Stretches that wait; of more, the oldest is dropped. */
const mostWaiting = 8;
const frameMs = 20;
/** A longer stretch is read again only once it has ended: each reading takes as long as all that was said before. */
const longestPartialMs = 8000;
/** One missing answer may be the fault of the network; two in a row are the fault of the engine. */
const faultsToFail = 2;

interface Stretch {
  samples: Int16Array;
  startedAtMs: number;
  endedAtMs: number;
  isFinal: boolean;
}

export interface StretchEngine {
  /** The words in 8 kHz mono s16; '' for none. @throws AppError `unavailable`, `bad_upstream` */
  transcribe(samples: Int16Array, signal: AbortSignal): Promise<string>;
  /** For one stretch. */
  timeoutMs: number;
  /** Where words are wanted before their sentence has ended, it is read again whenever it has grown by this much. */
  partialEveryMs?: number;
  /** It works for somebody else, who shall not wait for what will be read again. */
  isBusy?(): boolean;
}

/** Recognition by an engine that takes one stretch of speech after another. */
export class StretchRecognition implements Recognition {
  readonly #engine: StretchEngine;
  readonly #options: RecognitionOptions;
  readonly #gate: VoiceGate;
  readonly #ending = new AbortController();
  #parts: Int16Array[] = [];
  #startedAtMs = 0;
  /** How much of the open stretch was read. */
  #readMs = 0;
  #waiting: Stretch[] = [];
  #working: Promise<void> | undefined;
  #faults = 0;

  constructor(engine: StretchEngine, options: RecognitionOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => {
          this.#parts = [];
          this.#startedAtMs = startedAtMs;
          this.#readMs = 0;
        },
        sound: (samples) => {
          this.#parts.push(samples);
          this.#readSoFar();
        },
        end: (endedAtMs, voicedMs) => this.#end(endedAtMs, voicedMs),
      },
      options,
    );
  }

  take(frame: Int16Array): void {
    this.#gate.take(frame);
  }

  miss(frames: number): void {
    this.#gate.miss(frames);
  }

  async settle(): Promise<void> {
    await this.#working;
  }

  async finish(): Promise<void> {
    this.#gate.close();
    await this.#working;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#working;
  }

  #end(endedAtMs: number, voicedMs: number): void {
    if (voicedMs >= shortestVoicedMs) this.#read(endedAtMs, true);
    this.#parts = [];
  }

  /** What was said up to now, unless the engine is still busy: what it says next is newer. */
  #readSoFar(): void {
    const { partialEveryMs } = this.#engine;
    const lengthMs = this.#parts.length * frameMs;
    if (partialEveryMs === undefined || lengthMs - this.#readMs < partialEveryMs) return;
    if (lengthMs > longestPartialMs || this.#working !== undefined) return;
    if (this.#options.wantsPartials?.() !== true || this.#engine.isBusy?.() === true) return;
    this.#readMs = lengthMs;
    this.#read(this.#startedAtMs + lengthMs, false);
  }

  #read(endedAtMs: number, isFinal: boolean): void {
    if (this.#ending.signal.aborted) return;
    const samples = new Int16Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      samples.set(part, at);
      at += part.length;
    }
    if (this.#waiting.length >= mostWaiting) this.#waiting.shift();
    this.#waiting.push({ samples, startedAtMs: this.#startedAtMs, endedAtMs, isFinal });
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  async #work(): Promise<void> {
    const { signal } = this.#ending;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { samples, startedAtMs, endedAtMs, isFinal } = next;
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#engine.timeoutMs)]);
        const text = (await this.#engine.transcribe(samples, limit)).replace(/\s+/g, ' ').trim();
        this.#faults = 0;
        if (text !== '' && !signal.aborted)
          this.#options.heard({ text, startedAtMs, endedAtMs, isFinal, confidence: null });
      } catch (error) {
        if (signal.aborted) return;
        this.#faults += 1;
        if (this.#faults >= faultsToFail) return this.#options.failed(describeError(error));
      }
    }
  }
}
