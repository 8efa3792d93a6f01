import { Listeners } from '../../async/listeners.ts';
import { parseMenu } from '../../domain/menu-speech/parse-menu.ts';
import { wordOverlap } from '../../domain/menu-choice/hearings.ts';
import { readBoth } from '../../domain/menu-choice/read-both.ts';
import { asksForSomething } from '../../domain/menu-choice/next-move.ts';
import { isRefusalAlone, type Prompt, readPrompt } from '../../domain/menu-speech/read-prompt.ts';
import type { Log } from '../../log/log.ts';
import type { Hearing } from './hearing.ts';
import { type SpokenText, spanOf, textOf } from './option-span.ts';
import { PendingRefusal } from './pending-refusal.ts';
import { type GatheredPrompt, PromptGatherer } from './prompt-gatherer.ts';
import type { SoundEar } from './sound-ear.ts';
import type { UtteranceSource } from '../words/utterance-source.ts';

/** What begins this soon after a menu, and offers other keys, belongs to it. */
const goesOnSeconds = 5;

/** Share of the words that a question has in common with itself when it is heard twice. */
const sameWords = 0.7;

export interface MenuEarNeeds {
  words: UtteranceSource;
  hearing: Hearing;
  sounds: SoundEar;
  /** Whether an option may be chosen by what is heard. */
  readsTwice: boolean;
  log: Log;
}

/**
 * Reports the whole prompts that the far end has said since the last digits, and knows which of them was the last, whether a step of a
 * flow has used it, and whether it refuses an answer. A menu that goes on after a long pause is reported again, with all its options. The
 * engine runs from `open` to `stop`: if it were opened again for each menu, it would miss the beginning.
 */
export class MenuEar {
  readonly #words: UtteranceSource;
  readonly #hearing: Hearing;
  readonly #sounds: SoundEar;
  readonly #readsTwice: boolean;
  readonly #listeners: Listeners<[Prompt]>;
  readonly #refusal: PendingRefusal;
  readonly #gatherer: PromptGatherer;
  #latest: Prompt | undefined;
  /** It ended a step that had nothing to decide. */
  #ended: Prompt | undefined;
  #used: Prompt | undefined;
  /** What was said of a prompt. */
  readonly #utterances = new WeakMap<Prompt, readonly SpokenText[]>();
  /** What was last taken for a person's words, since the last digits. */
  #doubted = '';
  /** An answer went out, and no offer since shows that it was taken. */
  #isAnswerOpen = false;
  #refusesAnswer = false;
  #leave: (() => void) | undefined;
  #leaveSounds: (() => void) | undefined;

  constructor({ words, hearing, sounds, readsTwice, log }: MenuEarNeeds) {
    this.#words = words;
    this.#readsTwice = readsTwice;
    this.#hearing = hearing;
    this.#sounds = sounds;
    this.#listeners = new Listeners(log, 'a listener to menus');
    this.#gatherer = new PromptGatherer(hearing, (prompt) => this.#takeWhole(prompt));
    this.#refusal = new PendingRefusal(
      () => this.#gatherer.isStillSpeaking,
      (prompt) => this.#report(prompt),
    );
  }

  /** Whether words can be recognised, now or once an engine that has failed is tried again. */
  get hasEngine(): boolean {
    return this.#words.hasEngine;
  }

  /** Whether words can be recognised now. */
  get isAvailable(): boolean {
    return this.#words.isAvailable;
  }

  /** One word in three is wrong, so nothing that was heard only once is certain. */
  get isUnreliable(): boolean {
    return this.#words.recognises === 'menus';
  }

  /** When a voice was last heard (epoch ms), known a second later at most. */
  get voicedAtMs(): number {
    return this.#gatherer.voicedAtMs;
  }

  /** The last whole prompt since the last digits. */
  get latest(): Prompt | undefined {
    return this.#latest;
  }

  /** The same, unless a step of a flow has used it: then the next step waits for another prompt. */
  get unused(): Prompt | undefined {
    return this.#latest === this.#used ? undefined : this.#latest;
  }

  /**
   * A step of a flow goes on after this prompt. What offers keys may be used by one more step if this one did not decide on its words:
   * a greeting and its menu are often one prompt.
   */
  use(prompt: Prompt, hasDecided: boolean): void {
    const isSpent = hasDecided || !asksForSomething(prompt) || this.#ended === prompt;
    this.#ended = prompt;
    if (isSpent) this.#used = prompt;
  }

  /** How the prompt sounded from its first option on, packed; undefined if that is not known, or too long ago. */
  soundOf(prompt: Prompt): Uint8Array | undefined {
    const span = spanOf(this.#utterances.get(prompt) ?? []);
    return span === undefined ? undefined : this.#sounds.between(span.fromMs, span.toMs);
  }

  /** Whether something was said that is not a whole prompt yet. */
  get isHearing(): boolean {
    return this.#gatherer.text !== '' || this.isRefusing;
  }

  /** Whether a refusal was heard that nothing has followed yet; in a few seconds it is reported alone. */
  get isRefusing(): boolean {
    return this.#refusal.isPending;
  }

  /** Whether the last whole prompt refuses the digits or the words that went out before it. */
  get refusesAnswer(): boolean {
    return this.#latest !== undefined && this.#refusesAnswer;
  }

  /** Whether what is being said offers keys. */
  get hearsMenu(): boolean {
    return parseMenu(this.#gatherer.text).length > 0;
  }

  /** Begins to listen, so that what is said before the first subscription is known too. */
  open(): void {
    if (this.#leave === undefined) this.#listen();
    this.#reviewDemand();
  }

  /** Music has put the call into a queue, which repeats its announcements for as long as it lasts. */
  get #isQueued(): boolean {
    return this.#hearing.hasHeldMusic && !this.#hearing.isInMenu;
  }

  /** Most of a call is spent in a queue, where menus are rare and nobody asks for their sound. */
  #reviewDemand(): void {
    if (this.#isQueued) this.#stopSounds();
    else if (this.#words.isAvailable) this.#leaveSounds ??= this.#sounds.listen();
    this.#hearing.audio.reviewDemand();
  }

  #stopSounds(): void {
    this.#leaveSounds?.();
    this.#leaveSounds = undefined;
  }

  /** @returns the function that ends the subscription. */
  subscribe(listener: (prompt: Prompt) => void): () => void {
    this.open();
    return this.#listeners.add(listener);
  }

  /** Stops listening until it is opened again. */
  stop(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#refusal.forget();
    this.#doubted = '';
    this.#gatherer.beginAnew();
    this.#latest = undefined;
  }

  /** Digits go out, or something is said: that answers what was heard before, even if its words are still to come. */
  answerGoesOut(): void {
    this.#gatherer.answerGoesOut();
    this.#latest = undefined;
    this.#doubted = '';
    this.#refusal.forget();
    this.#sounds.answerGoesOut();
    this.#isAnswerOpen = true;
  }

  #listen(): void {
    const leaveWords = this.#words.subscribe((utterance) => this.#gatherer.take(utterance), {
      wantsRereading: () => this.#readsTwice && !this.#isQueued,
      skipsKnown: () => this.#isQueued,
    });
    const leaveHearing = this.#hearing.subscribe((event) => {
      if (event.kind === 'hold') this.#reviewDemand();
      if (event.kind === 'prompt_end') this.#gatherer.voiceEnds();
    });
    this.#leave = () => {
      this.#stopSounds();
      leaveWords();
      leaveHearing();
    };
  }

  /**
   * A recogniser of menus may find one key, or a question for a number, in what a person says, but never a whole menu. A question that is
   * repeated in the same words comes from a machine, whatever it sounds like.
   */
  #isDoubtful(prompt: Prompt): boolean {
    const { options, queue, transcript } = prompt;
    const isPerson = this.#hearing.pulse?.audioType === 'live_human';
    if (!isPerson || !this.isUnreliable || options.length >= 2 || queue !== null) return false;
    const isAskedAgain = asksForSomething(prompt) && wordOverlap(this.#doubted, transcript) >= sameWords;
    this.#doubted = transcript;
    return !isAskedAgain;
  }

  /** The menu that was reported last, if what was said now goes on with it. */
  #beginningOf(said: readonly SpokenText[]): readonly SpokenText[] {
    const before = this.#latest === undefined ? undefined : this.#utterances.get(this.#latest);
    const [endedAtMs, startedAtMs] = [before?.at(-1)?.endedAtMs, said[0]?.startedAtMs];
    if (before === undefined || endedAtMs === undefined || startedAtMs === undefined) return [];
    const known = parseMenu(textOf(before)).map(({ digits }) => digits);
    const now = parseMenu(textOf(said)).map(({ digits }) => digits);
    const offersOthers = known.length > 0 && now.length > 0 && !now.some((digits) => known.includes(digits));
    return offersOthers && startedAtMs - endedAtMs < goesOnSeconds * 1000 ? before : [];
  }

  #takeWhole({ utterances: gathered, partial }: GatheredPrompt): void {
    const utterances = [...this.#beginningOf(gathered), ...gathered];
    const said = [textOf(utterances), partial].join('\n').trim();
    const reread = [...utterances.map((each) => each.reread), partial].join('\n').trim();
    this.#latest = undefined;
    const text = this.#refusal.before(said);
    const prompt = reread === said ? readPrompt(text) : readBoth(text, this.#refusal.before(reread));
    if (this.#isDoubtful(prompt)) return;
    this.#refusal.forget();
    this.#utterances.set(prompt, utterances);
    if (isRefusalAlone(prompt)) this.#refusal.hold(text);
    else this.#report(prompt);
  }

  #report(prompt: Prompt): void {
    this.#latest = prompt;
    this.#refusesAnswer = prompt.isInvalid && this.#isAnswerOpen;
    if (!prompt.isInvalid && asksForSomething(prompt)) this.#isAnswerOpen = false;
    this.#listeners.emit(prompt);
  }
}
