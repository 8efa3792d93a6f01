import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Wideband, folded, widebandRateHz } from '../../audio/wideband.ts';
import type { Recognition, RecognitionOptions } from '../../calls/words/transcriber.ts';
import { describeError } from '../../domain/errors.ts';
import type { TranscriptionEngine } from '../engine.ts';
import { LanguageModel } from './language-model.ts';
import { type SphinxLine, SphinxProcess } from './sphinx-process.ts';
import { StreamTimes } from '../stream-times.ts';
import { VoiceGate } from '../voice-gate.ts';

/** A program, the arguments that go before its own, and the models that it needs. */
export interface SphinxProgram {
  readonly command: string;
  readonly leadingArgs: readonly string[];
  /** The folder of the English model: `en-us` and `cmudict-en-us.dict` in it. */
  readonly modelFolder: string;
}

export interface PocketSphinxNeeds {
  /** @throws AppError `unavailable` */
  open(): Promise<SphinxProgram>;
  start: (command: string, args: readonly string[]) => ChildProcessWithoutNullStreams;
  /** What menus say, as a language model. */
  languageModel: string;
  /** Where copies of it go, to which the words that a call expects are added. */
  temporaryFolder: string;
  /** Called when they cannot be added to it. */
  onCommonModel?: (why: string) => void;
  /** A linear transform of the model's means, from its microphone to a telephone. */
  transform: string;
  /** How long it may go without taking audio. The default is longer than loading its models and catching up take on a slow machine. */
  hangMs?: number;
}

/** Added after each stretch, so that the program's own pause detection ends the utterance at once. */
const silenceSeconds = 0.6;
/** Mean of a telephone's features, printed by training/words/make.sh: without it the first sentence of a call is misheard. */
const meanCepstrum = '48.8,1.3,2.8,17.2,-1.0,0.7,1.7,-5.2,-3.2,-1.5,1.3,4.5,-1.5';
/**
 * Below the program's default of 0.65, so that words with a pause after each, as in a menu, are not heard as two ("full are" for "four").
 */
const wordPenalty = '0.01';
const defaultHangMs = 20_000;
/** A single crash may be an accident. */
const maxStarts = 2;

/** Debian's PocketSphinx in a process for each call that needs it: good for menus and announcements, useless for conversations. */
export class PocketSphinx implements TranscriptionEngine {
  readonly name = 'pocketsphinx';
  readonly recognises = 'menus';
  readonly #needs: PocketSphinxNeeds;
  #program: Promise<SphinxProgram> | undefined;

  constructor(needs: PocketSphinxNeeds) {
    this.#needs = needs;
  }

  async check(): Promise<void> {
    await this.#open();
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    const { command, leadingArgs, modelFolder } = await this.#open();
    const { languageModel: common, temporaryFolder, transform, start } = this.#needs;
    const { onCommonModel = () => undefined } = this.#needs;
    const words = options.expectedWords?.() ?? [];
    const model = await LanguageModel.expecting(words, { common, temporaryFolder }, onCommonModel);
    const args = [
      ...leadingArgs,
      ...['-hmm', `${modelFolder}/en-us`, '-dict', `${modelFolder}/cmudict-en-us.dict`],
      ...[
        '-lm',
        model.file,
        '-mllr',
        transform,
        '-cmninit',
        meanCepstrum,
        '-wip',
        wordPenalty,
        '-remove_noise',
        'yes',
        '-loglevel',
        'FATAL',
        'live',
        '-',
      ],
    ];
    try {
      const hangMs = this.#needs.hangMs ?? defaultHangMs;
      return new SphinxRecognition(() => start(command, args), { ...options, hangMs, model });
    } catch (error) {
      await model.remove();
      throw error;
    }
  }

  /** A program that could not be opened is tried again the next time it is needed. */
  #open(): Promise<SphinxProgram> {
    this.#program ??= this.#needs.open().catch((error: unknown) => {
      this.#program = undefined;
      throw error;
    });
    return this.#program;
  }
}

interface SphinxOptions extends RecognitionOptions {
  hangMs: number;
  /** Removed when the recognition closes. */
  model: LanguageModel;
}

class SphinxRecognition implements Recognition {
  readonly #start: () => ChildProcessWithoutNullStreams;
  readonly #options: SphinxOptions;
  readonly #gate: VoiceGate;
  readonly #wideband = new Wideband(folded);
  #process: SphinxProcess;
  #times = new StreamTimes();
  #starts = 0;
  #isOver = false;

  constructor(start: () => ChildProcessWithoutNullStreams, options: SphinxOptions) {
    this.#start = start;
    this.#options = options;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => this.#times.begin(this.#process.takenSeconds, startedAtMs),
        sound: (samples) => this.#process.take(this.#wideband.take(samples)),
        end: () => this.#process.take(quiet),
      },
      options,
    );
    this.#process = this.#begin();
  }

  take(frame: Int16Array): void {
    if (this.#isOver) return;
    this.#gate.take(frame);
    this.#process.look(this.#options.hangMs);
  }

  miss(frames: number): void {
    if (!this.#isOver) this.#gate.miss(frames);
  }

  async finish(): Promise<void> {
    this.#gate.close();
    if (!this.#isOver) await this.#process.finish();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#process.end();
    await this.#options.model.remove();
  }

  #begin(): SphinxProcess {
    this.#starts += 1;
    this.#times = new StreamTimes();
    return new SphinxProcess(this.#start(), {
      heard: (line) => this.#heard(line),
      ended: (why) => this.#goOnAfter(why),
    });
  }

  #heard({ text, startSeconds, endSeconds, confidence }: SphinxLine): void {
    if (this.#isOver || text === '') return;
    this.#options.heard({
      text,
      startedAtMs: this.#times.at(startSeconds),
      endedAtMs: this.#times.at(endSeconds),
      isFinal: true,
      confidence,
    });
  }

  #goOnAfter(why: string): void {
    if (this.#isOver) return;
    if (this.#starts < maxStarts) {
      try {
        this.#process = this.#begin();
      } catch (error) {
        return this.#fail(`cannot be started again: ${describeError(error)}`);
      }
      this.#gate.close(); // the audio that it was given is lost; the next stretch is heard from its beginning
      return;
    }
    this.#fail(why);
  }

  #fail(why: string): void {
    this.#isOver = true;
    this.#options.failed(`pocketsphinx ${why}`);
  }
}

/** Not digital silence, which no microphone produces. */
const quiet = Int16Array.from(
  { length: silenceSeconds * widebandRateHz },
  (_none, n) => ((n * 7919) % 7) - 3,
);
