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
  /** Start of the stretch whose words were told before its end. */
  #toldOf: number | undefined;
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
    // What was told of it before is confirmed or taken back.
    if (voicedMs >= shortestVoicedMs || this.#readMs > 0) this.#read(endedAtMs, true);
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
    const dropped = this.#waiting.length >= mostWaiting ? this.#waiting.shift() : undefined;
    if (dropped !== undefined) this.#tell(dropped, '');
    this.#waiting.push({ samples, startedAtMs: this.#startedAtMs, endedAtMs, isFinal });
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  async #work(): Promise<void> {
    const { signal } = this.#ending;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const text = await this.#transcribe(next.samples);
        this.#faults = 0;
        if (!signal.aborted) this.#tell(next, text.replace(/\s+/g, ' ').trim());
      } catch (error) {
        if (signal.aborted) return;
        this.#tell(next, '');
        this.#faults += 1;
        if (this.#faults >= faultsToFail) return this.#options.failed(describeError(error));
      }
    }
  }

  /** Not by AbortSignal.any(): while it is listened to, Node 20 keeps it and loses its timeout (nodejs/node#57867). */
  async #transcribe(samples: Int16Array): Promise<string> {
    const { signal } = this.#ending;
    const limit = new AbortController();
    const end = (): void => limit.abort(signal.reason);
    signal.addEventListener('abort', end);
    const timer = setTimeout(
      () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      this.#engine.timeoutMs,
    );
    try {
      return await this.#engine.transcribe(samples, limit.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  }

  /** @param text '' takes back what was told of the stretch before. */
  #tell({ startedAtMs, endedAtMs, isFinal }: Stretch, text: string): void {
    if (text === '' && this.#toldOf !== startedAtMs) return;
    this.#toldOf = isFinal || text === '' ? undefined : startedAtMs;
    const isLast = isFinal && text !== '';
    this.#options.heard({ text, startedAtMs, endedAtMs, isFinal: isLast, confidence: null });
  }
}
