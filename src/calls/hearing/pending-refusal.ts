import { type Prompt, readPrompt } from '../../domain/menu-speech/read-prompt.ts';

/** A menu usually follows a refusal sooner than this. One that comes later still belongs to the refusal. */
const waitMs = 3000;
/** How soon to look again while something is being said. */
const lookMs = 500;
/** In UTF-16 units. */
const longestRefusal = 300;

/** "That is not valid", which belongs to the menu that follows it. Without one it is reported alone after a few seconds. */
export class PendingRefusal {
  readonly #isStillSpeaking: () => boolean;
  readonly #report: (prompt: Prompt) => void;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param isStillSpeaking whether the menu may be under way: then the two are reported together. */
  constructor(isStillSpeaking: () => boolean, report: (prompt: Prompt) => void) {
    this.#isStillSpeaking = isStillSpeaking;
    this.#report = report;
  }

  /** Whether a refusal was heard that nothing has followed yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** The text of a prompt, after that of its refusal. */
  before(text: string): string {
    return this.#text === '' ? text : `${this.#text}\n${text}`;
  }

  hold(text: string): void {
    this.#text = text.slice(-longestRefusal);
    this.#timer = setTimeout(() => this.#reportAlone(), waitMs);
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = '';
  }

  #reportAlone(): void {
    this.#timer = this.#isStillSpeaking() ? setTimeout(() => this.#reportAlone(), lookMs) : undefined;
    if (this.#timer === undefined) this.#report(readPrompt(this.#text));
  }
}
