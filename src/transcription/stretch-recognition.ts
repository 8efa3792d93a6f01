import { setTimeout as wait } from 'node:timers/promises';
import { withTimeLimit } from '../async/time-limit.ts';
import { joinSounds } from '../audio/join.ts';
import type { Recognition, RecognitionOptions } from '../calls/words/transcriber.ts';
import { describeError } from '../domain/errors.ts';
import type { VoiceEar } from './voice-ear.ts';
import { VoiceGate } from './voice-gate.ts';

/** Shorter stretches are clicks and breaths into the telephone. */
const shortestVoicedMs = 200;
/** Most stretches that may wait; beyond that the oldest is dropped. */
const maxWaiting = 8;
const frameMs = 20;
/** One stretch without an answer may be at fault itself; two in a row are the fault of the engine. */
const faultsToFail = 2;
/** A stretch is asked about once more: a connection may have been lost, a process may have been renewed. */
const askAgainAfterMs = 1000;
/** An engine that took longer to fail than this hangs, and other stretches wait. */
const soonMs = 5000;

interface Stretch {
  samples: Int16Array;
  startedAtMs: number;
  endedAtMs: number;
  isFinal: boolean;
}

export interface StretchEngine {
  /** The words in 8 kHz mono s16; '' for none. @throws AppError `unavailable`, `bad_upstream` */
  transcribe(samples: Int16Array, signal: AbortSignal): Promise<string>;
  /** A second reading of the same sound, with errors in other words. @throws as `transcribe` */
  reread?(samples: Int16Array, signal: AbortSignal): Promise<string>;
  /** For one stretch. */
  timeoutMs: number;
  /** If words are wanted before their sentence has ended, the stretch is recognised again at each of these lengths; ascending. */
  partialsAtMs?: readonly number[];
  /** Whether the engine is busy: another call should not wait for a stretch that will be recognised again anyway. */
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
  /** How much of the open stretch has been recognised. */
  #readMs = 0;
  /** Start of the stretch whose words were reported before its end. */
  #reportedStartMs: number | undefined;
  #waiting: Stretch[] = [];
  #working: Promise<void> | undefined;
  #faults = 0;

  /** @param ear for its gate. */
  constructor(engine: StretchEngine, options: RecognitionOptions, ear?: VoiceEar) {
    this.#engine = engine;
    this.#options = options;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => {
          this.#parts = [];
          this.#startedAtMs = startedAtMs;
          this.#readMs = 0;
        },
        sound: (samples) => void this.#parts.push(samples),
        end: (endedAtMs, voicedMs) => this.#end(endedAtMs, voicedMs),
      },
      options,
      ear,
    );
  }

  get #lengthMs(): number {
    return this.#parts.length * frameMs;
  }

  take(frame: Int16Array): void {
    this.#gate.take(frame);
    if (this.#parts.length > 0 && this.#isPartialDue()) this.#start();
  }

  miss(frames: number): void {
    this.#gate.miss(frames);
  }

  async settle(): Promise<void> {
    await this.#gate.settle();
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
    // Confirms or withdraws the words reported before the end.
    if (voicedMs >= shortestVoicedMs || this.#readMs > 0) this.#read(endedAtMs);
    this.#parts = [];
  }

  #read(endedAtMs: number): void {
    if (this.#ending.signal.aborted) return;
    const dropped = this.#waiting.length >= maxWaiting ? this.#waiting.shift() : undefined;
    if (dropped !== undefined) this.#report(dropped, '');
    this.#waiting.push(this.#cut(endedAtMs, true));
    this.#start();
  }

  #start(): void {
    this.#working ??= this.#work();
  }

  #next(): Stretch | undefined {
    return this.#ending.signal.aborted ? undefined : (this.#waiting.shift() ?? this.#soFar());
  }

  /** Recognises the stretch so far, unless somebody else waits: a later pass is newer anyway. */
  #soFar(): Stretch | undefined {
    if (!this.#isPartialDue()) return undefined;
    this.#readMs = this.#lengthMs;
    return this.#cut(this.#startedAtMs + this.#readMs, false);
  }

  #isPartialDue(): boolean {
    const dueAtMs = this.#engine.partialsAtMs?.find((each) => each > this.#readMs);
    if (dueAtMs === undefined || this.#lengthMs < dueAtMs) return false;
    return this.#options.wantsPartials?.() === true && this.#engine.isBusy?.() !== true;
  }

  #cut(endedAtMs: number, isFinal: boolean): Stretch {
    const samples = joinSounds(Int16Array, this.#parts);
    return { samples, startedAtMs: this.#startedAtMs, endedAtMs, isFinal };
  }

  async #work(): Promise<void> {
    try {
      // Audio that was held back arrives all at once and is recognised whole.
      await Promise.resolve();
      for (let next = this.#next(); next !== undefined; next = this.#next())
        if (!(await this.#hear(next))) break;
    } finally {
      this.#working = undefined;
    }
  }

  /** @returns whether the engine still works. */
  async #hear(stretch: Stretch): Promise<boolean> {
    const { signal } = this.#ending;
    let [text, reread] = ['', ''];
    let fault: string | undefined;
    try {
      text = tidy(await this.#transcribe(stretch));
      this.#faults = 0;
      if (text !== '' && stretch.isFinal) reread = await this.#reread(stretch);
    } catch (error) {
      if (signal.aborted) return false;
      this.#faults += 1;
      if (this.#faults >= faultsToFail) fault = describeError(error);
      else if (stretch.isFinal && text === '') this.#options.missed?.(describeError(error));
    }
    if (signal.aborted) return false;
    this.#report(stretch, text, reread);
    if (text === '' && stretch.isFinal && this.#faults === 0)
      this.#options.wordless?.(stretch.startedAtMs, stretch.endedAtMs);
    if (fault === undefined) return true;
    this.#ending.abort();
    this.#options.failed(fault);
    return false;
  }

  /** Of what is still being said, a later pass is newer than a second try. */
  async #transcribe({ samples, isFinal }: Stretch): Promise<string> {
    const ask = (): Promise<string> => this.#inTime((limit) => this.#engine.transcribe(samples, limit));
    const askedAtMs = performance.now();
    try {
      return await ask();
    } catch (error) {
      if (!isFinal || performance.now() - askedAtMs > soonMs) throw error;
      await wait(askAgainAfterMs, undefined, { signal: this.#ending.signal });
      return ask();
    }
  }

  /** There is no second reading while another call waits for the engine. @returns '' if there is none. */
  async #reread({ samples }: Stretch): Promise<string> {
    const isWanted = this.#options.wantsRereading?.() === true && this.#engine.isBusy?.() !== true;
    if (!isWanted || this.#engine.reread === undefined) return '';
    return tidy(await this.#inTime((limit) => this.#engine.reread?.(samples, limit) ?? Promise.resolve('')));
  }

  #inTime(work: (limit: AbortSignal) => Promise<string>): Promise<string> {
    return withTimeLimit(this.#ending.signal, this.#engine.timeoutMs, work);
  }

  /** @param text '' withdraws what was reported about the stretch before. */
  #report({ startedAtMs, endedAtMs, isFinal }: Stretch, text: string, reread = ''): void {
    if (text === '' && this.#reportedStartMs !== startedAtMs) return;
    this.#reportedStartMs = isFinal || text === '' ? undefined : startedAtMs;
    const isLast = isFinal && text !== '';
    const utterance = { text, startedAtMs, endedAtMs, isFinal: isLast, confidence: null };
    this.#options.heard(reread === '' || reread === text ? utterance : { ...utterance, reread });
  }
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
