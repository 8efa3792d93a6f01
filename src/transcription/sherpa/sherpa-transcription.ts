import type { ChildProcess } from 'node:child_process';
import type { Recognition, RecognitionOptions } from '../../calls/words/transcriber.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import { AskedVoices } from './asked-voices.ts';
import { Deafness } from './deafness.ts';
import type { TranscriptionEngine } from '../engine.ts';
import { findSherpaModel, type SherpaModel } from './sherpa-model.ts';
import { SherpaProcess, type SpokenStretch } from './sherpa-process.ts';
import { VoiceGate } from '../voice-gate.ts';

export interface SherpaNeeds {
  /** `STT_MODEL_DIR`. */
  modelFolder: string;
  /** Starts sherpa-program.ts, with its answers on descriptor 3. */
  start: (model: SherpaModel) => ChildProcess;
  /** Called once per recognition, when decoding is slower than speech and the oldest audio is dropped. */
  onBehind: (options: Pick<RecognitionOptions, 'callId' | 'speaker'>) => void;
  /** Called when voices can be told from noise only by their level; if absent, the level alone is used from the start. */
  onDeaf?: (why: string) => void;
  /** How long it may do nothing. The default is longer than a large model takes to load. */
  hangMs?: number;
}

const defaultHangMs = 30_000;
/** A single crash may be an accident. */
const maxStarts = 2;

/** sherpa-onnx with the owner's streaming model, in a process for each transcribed side of a call. */
export class SherpaTranscription implements TranscriptionEngine {
  readonly name = 'sherpa-onnx';
  readonly recognises = 'speech';
  readonly #needs: SherpaNeeds;
  readonly #deafness: Deafness | undefined;

  constructor(needs: SherpaNeeds) {
    this.#needs = needs;
    this.#deafness = needs.onDeaf && new Deafness(needs.onDeaf);
  }

  /** Loads the model once, and unloads it. */
  async check(signal: AbortSignal): Promise<void> {
    const model = await findSherpaModel(this.#needs.modelFolder);
    let process: SherpaProcess | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (why: string): void => reject(new AppError('unavailable', `sherpa-onnx ${why}`));
        signal.addEventListener('abort', () => fail('does not load the model of STT_MODEL_DIR in time'), {
          once: true,
        });
        process = new SherpaProcess(this.#needs.start(model), {
          ready: resolve,
          heard: () => undefined,
          fellBehind: () => undefined,
          ended: fail,
        });
      });
    } finally {
      await process?.close();
    }
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    const model = await findSherpaModel(this.#needs.modelFolder);
    const canTell = this.#deafness?.isDeaf === false;
    const voices = canTell ? new AskedVoices(this.#deafness) : undefined;
    return new SherpaRecognition({ model, needs: this.#needs, options, voices });
  }
}

interface SherpaRecognitionNeeds {
  model: SherpaModel;
  needs: SherpaNeeds;
  options: RecognitionOptions;
  /** Undefined: voices are told from noise by their level alone. */
  voices: AskedVoices | undefined;
}

class SherpaRecognition implements Recognition {
  readonly #model: SherpaModel;
  readonly #needs: SherpaNeeds;
  readonly #options: RecognitionOptions;
  readonly #voices: AskedVoices | undefined;
  readonly #gate: VoiceGate;
  #process: SherpaProcess;
  #starts = 0;
  #isBehind = false;
  #isOver = false;

  constructor({ model, needs, options, voices }: SherpaRecognitionNeeds) {
    this.#model = model;
    this.#needs = needs;
    this.#options = options;
    this.#voices = voices;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => this.#process.begin(startedAtMs),
        sound: (samples) => this.#process.sound(samples),
        end: (endedAtMs) => this.#process.end(endedAtMs),
      },
      options,
      voices === undefined ? undefined : { hear: (samples) => this.#process.hear(samples) },
    );
    this.#process = this.#begin();
  }

  take(frame: Int16Array): void {
    if (this.#isOver) return;
    this.#gate.take(frame);
    this.#process.look(this.#needs.hangMs ?? defaultHangMs);
  }

  miss(frames: number): void {
    if (!this.#isOver) this.#gate.miss(frames);
  }

  async settle(): Promise<void> {
    await this.#gate.settle();
  }

  async finish(): Promise<void> {
    if (this.#isOver) return;
    this.#gate.close();
    await this.#process.finish();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#process.close();
  }

  #begin(): SherpaProcess {
    this.#starts += 1;
    const follower = {
      heard: (text: string, stretch: SpokenStretch, isFinal: boolean) => this.#heard(text, stretch, isFinal),
      fellBehind: () => this.#fellBehind(),
      ended: (why: string) => this.#goOnAfter(why),
    };
    return new SherpaProcess(this.#needs.start(this.#model), follower, this.#voices);
  }

  #heard(text: string, { startedAtMs, endedAtMs }: SpokenStretch, isFinal: boolean): void {
    if (this.#isOver) return;
    const nowMs = this.#options.now?.() ?? Date.now();
    this.#options.heard({ text, startedAtMs, endedAtMs: endedAtMs ?? nowMs, isFinal, confidence: null });
  }

  #fellBehind(): void {
    if (this.#isBehind || this.#isOver) return;
    this.#isBehind = true;
    this.#needs.onBehind(this.#options);
  }

  #goOnAfter(why: string): void {
    if (this.#isOver) return;
    if (this.#starts >= maxStarts) return this.#fail(why);
    try {
      this.#process = this.#begin();
    } catch (error) {
      return this.#fail(`cannot be started again: ${describeError(error)}`);
    }
    this.#gate.close(); // the audio that it was given is lost; the next stretch is heard from its beginning
  }

  #fail(why: string): void {
    this.#isOver = true;
    this.#options.failed(`sherpa-onnx ${why}`);
  }
}
