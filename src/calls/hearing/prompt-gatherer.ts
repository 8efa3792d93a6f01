import { parseMenu } from '../../domain/menu-speech/parse-menu.ts';
import type { Utterance } from '../words/transcriber.ts';
import type { Hearing } from './hearing.ts';
import { type SpokenText, textOf } from './option-span.ts';

/** A menu pauses between its options; it waits for a key longer than this. */
const quietSeconds = 3;
/** The detector has heard the voice end: only the recogniser's delay is left. */
const endedSeconds = 1.2;
/** A voice that paused less than this long ago may go on, and its last words may still arrive. */
const voiceSeconds = 2.5;
const lookMs = 500;
/** A menu pauses sooner than this; what was said so far is read then. */
const longestSeconds = 60;

/** Everything that was said as one prompt. */
export interface GatheredPrompt {
  utterances: readonly SpokenText[];
  /** Words whose utterance has not ended; empty if there are none. */
  partial: string;
}

/** Gathers utterances into a whole prompt, which is complete when nothing follows, or when a menu begins to repeat itself. */
export class PromptGatherer {
  readonly #hearing: Hearing;
  readonly #onComplete: (prompt: GatheredPrompt) => void;
  #utterances: SpokenText[] = [];
  #partial = '';
  #beganAtMs: number | undefined;
  /** When the detector last heard a voice end. */
  #endedAtMs = -Infinity;
  /** What was said earlier has been answered. */
  #sinceMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(hearing: Hearing, onComplete: (prompt: GatheredPrompt) => void) {
    this.#hearing = hearing;
    this.#onComplete = onComplete;
  }

  /** What was said of the prompt so far. */
  get text(): string {
    return [textOf(this.#utterances), this.#partial].filter((said) => said !== '').join('\n');
  }

  /** When a voice was last heard (epoch ms), known a second later at most. */
  get voicedAtMs(): number {
    return this.#hearing.pulse?.voicedAtMs ?? -Infinity;
  }

  /** Whether a prompt has begun, or may be about to: a voice is heard. */
  get isStillSpeaking(): boolean {
    return this.#isVoiced || this.text !== '';
  }

  get #isVoiced(): boolean {
    return this.#nowMs() - this.voicedAtMs < voiceSeconds * 1000;
  }

  take({ text, reread = text, isFinal, startedAtMs, endedAtMs }: Utterance): void {
    const said = text.trim();
    // How far a partial utterance reaches is unknown.
    const isAnswered = (isFinal ? endedAtMs : startedAtMs) < this.#sinceMs;
    if (said === '' || isAnswered) return this.#dropPartial();
    if (isFinal && this.#repeats(said)) this.#complete();
    this.#beganAtMs ??= this.#nowMs();
    if (isFinal) this.#utterances.push({ text: said, reread, startedAtMs, endedAtMs });
    this.#partial = isFinal ? '' : said;
    if (this.#nowMs() - this.#beganAtMs > longestSeconds * 1000) return this.#complete();
    this.#expect(isFinal && endedAtMs <= this.#endedAtMs ? endedSeconds : quietSeconds);
  }

  /** The detector heard a prompt end. */
  voiceEnds(): void {
    this.#endedAtMs = this.#nowMs();
    this.#expect(endedSeconds);
  }

  /** What was said up to now is answered, even if its words are still to come. */
  answerGoesOut(): void {
    this.beginAnew();
    this.#sinceMs = this.#nowMs();
  }

  beginAnew(): void {
    clearTimeout(this.#timer);
    this.#utterances = [];
    this.#partial = '';
    this.#beganAtMs = undefined;
  }

  #nowMs(): number {
    return this.#hearing.clock.now();
  }

  /** It was not speech, or was answered. */
  #dropPartial(): void {
    if (this.#partial === '') return;
    this.#partial = '';
    if (this.text === '') this.beginAnew();
  }

  /** The prompt is over unless something is said within `seconds`. */
  #expect(seconds: number): void {
    clearTimeout(this.#timer);
    if (this.text !== '') this.#timer = setTimeout(() => this.#completeInSilence(), seconds * 1000);
  }

  /** Words arrive only after a pause, and speech without one may be long. */
  #completeInSilence(): void {
    const lastedMs = this.#nowMs() - (this.#beganAtMs ?? this.#nowMs());
    if (this.#isVoiced && lastedMs < longestSeconds * 1000) this.#expect(lookMs / 1000);
    else this.#complete();
  }

  /** Every key that is named now was named before. */
  #repeats(said: string): boolean {
    const again = parseMenu(said);
    if (again.length === 0) return false;
    const before = new Set(parseMenu(textOf(this.#utterances)).map(({ digits }) => digits));
    return again.every(({ digits }) => before.has(digits));
  }

  #complete(): void {
    const [utterances, partial] = [this.#utterances, this.#partial];
    this.beginAnew();
    this.#onComplete({ utterances, partial });
  }
}
