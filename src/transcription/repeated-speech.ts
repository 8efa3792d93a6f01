import type { Recognition, RecognitionOptions, Utterance } from '../calls/words/transcriber.ts';
import { fingerprintSeconds } from '../detect/repetition/fingerprint.ts';
import {
  isSameBetween,
  mayBeSame,
  shiftOf,
  spareSeconds,
  SpeechPrint,
} from '../detect/repetition/speech-print.ts';
import { VoiceGate } from './voice-gate.ts';

/** How much of a stretch is held back until it is clear whether it was heard before; a recogniser that then gets it catches up. */
const decideSeconds = 1.6;
/** A stretch unlike all earlier ones counts as new sooner than that. */
const glanceSeconds = 0.8;
/** How often a stretch that seems to be known is compared again. */
const compareSeconds = 0.8;
/** Stretches remembered per call; the oldest is forgotten. */
const maxKnown = 60;

const countOf = (seconds: number): number => Math.round(seconds / fingerprintSeconds);

/** A stretch of speech that a recogniser was given, and the words that it returned. */
interface Known {
  print: SpeechPrint;
  startedAtMs: number;
  endedAtMs: number;
  utterances: Utterance[];
}

interface Frame {
  samples: Int16Array;
  atMs: number;
}

/** Frames that the recogniser does not get: they were dropped, or belong to a repetition. */
interface Gap {
  frames: number;
}

/** The stretch that is being spoken. */
interface Stretch {
  print: SpeechPrint;
  startedAtMs: number;
  /** Undefined if it is new, and goes to the recogniser. */
  mayBe: Likeness[] | 'undecided' | undefined;
  comparedWords: number;
  /** Words that came before its end: a recogniser may end a sentence at a shorter pause than the gate. */
  utterances: Utterance[];
}

/** The stretches that it may be a repetition of. */
interface Likeness {
  known: Known;
  shift: number;
}

/**
 * Stands before any recogniser: an announcement that is repeated is recognised once and reported from memory after that, so that a
 * call on hold costs no recognition while nothing new is said. A stretch that begins like a known one but continues differently
 * reaches the recogniser whole.
 */
export class RepeatedSpeech implements Recognition {
  readonly #options: RecognitionOptions;
  readonly #gate: VoiceGate;
  readonly #known: Known[] = [];
  #inner!: Recognition;
  /** Time of the frame passed to the recogniser, epoch ms. */
  #innerNowMs = 0;
  #stretch: Stretch | undefined;
  /** Not yet passed to the recogniser, in order. */
  #held: (Frame | Gap)[] = [];

  static async open(
    options: RecognitionOptions,
    open: (options: RecognitionOptions) => Promise<Recognition>,
  ): Promise<Recognition> {
    const repeated = new RepeatedSpeech(options);
    repeated.#inner = await open({
      ...options,
      now: () => repeated.#innerNowMs,
      heard: (utterance) => repeated.#understood(utterance),
    });
    return repeated;
  }

  private constructor(options: RecognitionOptions) {
    this.#options = options;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => this.#begin(startedAtMs),
        sound: (samples) => this.#hear(samples),
        end: (endedAtMs) => this.#end(endedAtMs),
      },
      options,
    );
  }

  take(samples: Int16Array): Promise<void> | void {
    const atMs = this.#options.now?.() ?? Date.now();
    this.#gate.take(samples);
    const isHeld = this.#stretch?.mayBe !== undefined;
    if (!isHeld && this.#held.length === 0) return this.#pass({ samples, atMs });
    this.#held.push({ samples, atMs });
    if (!isHeld) return this.#release();
  }

  miss(frames: number): void {
    this.#gate.miss(frames);
    this.#held.push({ frames });
  }

  async settle(): Promise<void> {
    await this.#inner.settle?.();
  }

  async finish(): Promise<void> {
    this.#gate.close();
    await this.#release();
    await this.#inner.finish?.();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #begin(startedAtMs: number): void {
    const hasWords = this.#known.some(({ utterances }) => utterances.length > 0);
    const mayBe = hasWords && this.#options.ignoresCache?.() !== true ? 'undecided' : undefined;
    this.#stretch = { print: new SpeechPrint(), startedAtMs, mayBe, comparedWords: 0, utterances: [] };
  }

  #hear(samples: Int16Array): void {
    const stretch = this.#stretch;
    if (stretch === undefined) return;
    const { print, mayBe } = stretch;
    print.take(samples);
    if (mayBe === undefined) return;
    const count = print.words.length;
    if (mayBe === 'undecided') {
      if (count >= countOf(decideSeconds)) this.#narrow(stretch, this.#recall(print, count));
      else if (count === countOf(glanceSeconds) && !this.#isLikeAny(print, count)) stretch.mayBe = undefined;
    } else if (count - stretch.comparedWords >= countOf(compareSeconds)) this.#compare(stretch, mayBe);
  }

  #isLikeAny(print: SpeechPrint, count: number): boolean {
    return this.#known.some(
      ({ utterances, print: known }) => utterances.length > 0 && mayBeSame(print, known, count),
    );
  }

  /** Known stretches that begin like it. */
  #recall(print: SpeechPrint, count: number): Likeness[] {
    return this.#known.flatMap((known) => {
      if (known.utterances.length === 0) return [];
      const shift = shiftOf(print, known.print, count);
      if (shift === undefined) return [];
      return isSameBetween(print, known.print, { shift, from: 0, to: count }) ? [{ known, shift }] : [];
    });
  }

  /** @returns those that it still resembles. */
  #compare(stretch: Stretch, likenesses: readonly Likeness[]): Likeness[] {
    const { print, comparedWords: from } = stretch;
    const to = print.words.length;
    const left = likenesses.filter(({ known, shift }) =>
      isSameBetween(print, known.print, { shift, from, to }),
    );
    this.#narrow(stretch, left);
    return left;
  }

  #narrow(stretch: Stretch, left: Likeness[]): void {
    stretch.comparedWords = stretch.print.words.length;
    stretch.mayBe = left.length === 0 ? undefined : left;
  }

  #end(endedAtMs: number): void {
    const stretch = this.#stretch;
    this.#stretch = undefined;
    if (stretch === undefined) return;
    const { print, startedAtMs, utterances } = stretch;
    if (stretch.mayBe !== undefined && stretch.mayBe !== 'undecided') {
      const whole = this.#compare(stretch, stretch.mayBe).find(({ known }) => {
        const longerMs = endedAtMs - startedAtMs - (known.endedAtMs - known.startedAtMs);
        return Math.abs(longerMs) <= spareSeconds * 1000;
      });
      if (whole !== undefined) return this.#reportAgain(whole.known, startedAtMs);
    }
    this.#known.push({ print, startedAtMs, endedAtMs, utterances });
    if (this.#known.length > maxKnown) this.#known.shift();
  }

  #reportAgain({ utterances, startedAtMs: firstAtMs }: Known, startedAtMs: number): void {
    const frames = this.#held.reduce((sum, each) => sum + ('frames' in each ? each.frames : 1), 0);
    this.#held = [{ frames }];
    const later = startedAtMs - firstAtMs;
    for (const utterance of utterances)
      this.#options.heard({
        ...utterance,
        startedAtMs: utterance.startedAtMs + later,
        endedAtMs: utterance.endedAtMs + later,
      });
  }

  /** Words belong to the stretch during which they were said; they may arrive while the next one is spoken. */
  #understood(utterance: Utterance): void {
    const { startedAtMs, endedAtMs, isFinal } = utterance;
    const middleMs = (startedAtMs + endedAtMs) / 2;
    if (isFinal) this.#stretchAt(middleMs)?.utterances.push(utterance);
    this.#options.heard(utterance);
  }

  #stretchAt(atMs: number): Pick<Known, 'utterances'> | undefined {
    if (this.#stretch !== undefined && this.#stretch.startedAtMs <= atMs) return this.#stretch;
    return this.#known.find(({ startedAtMs, endedAtMs }) => startedAtMs <= atMs && atMs <= endedAtMs);
  }

  #release(): Promise<void> | void {
    const held = this.#held;
    this.#held = [];
    for (const [index, each] of held.entries()) {
      const taking = this.#pass(each);
      if (taking !== undefined) return this.#goOn(taking, held.slice(index + 1));
    }
  }

  async #goOn(taking: Promise<void>, held: readonly (Frame | Gap)[]): Promise<void> {
    await taking;
    for (const each of held) await this.#pass(each);
  }

  #pass(held: Frame | Gap): Promise<void> | void {
    if ('frames' in held) return this.#inner.miss(held.frames);
    this.#innerNowMs = held.atMs;
    return this.#inner.take(held.samples);
  }
}
