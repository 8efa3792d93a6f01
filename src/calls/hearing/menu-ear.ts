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
import type { SoundEar } from './sound-ear.ts';
import type { UtteranceSource } from '../words/utterance-source.ts';
import type { Utterance } from '../words/transcriber.ts';

/** A menu pauses between its options; it waits for a key longer than this. */
const quietSeconds = 3;
/** The detector has heard it end: only the recogniser's delay is left. */
const endedSeconds = 1.2;
/** After a voice has paused for this long, it may still go on, or its words may still arrive. */
const voiceSeconds = 2.5;
const lookMs = 500;
/** A menu pauses sooner than this; what was said so far is read then. */
const longestSeconds = 60;

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
 * Gathers what the far end has said since the last digits into whole prompts. A prompt is complete when nothing follows, or when it begins
 * to repeat itself. A menu that goes on after a long pause is reported again, with all its options. The engine runs from `open` to `stop`:
 * if it were opened anew for each menu, it would miss the beginning.
 */
export class MenuEar {
  readonly #words: UtteranceSource;
  readonly #hearing: Hearing;
  readonly #sounds: SoundEar;
  readonly #readsTwice: boolean;
  readonly #listeners: Listeners<[Prompt]>;
  readonly #refusal: PendingRefusal;
  #spoken: SpokenText[] = [];
  #partial = '';
  #beganAtMs: number | undefined;
  #endedAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #latest: Prompt | undefined;
  /** It ended a step that had nothing to decide. */
  #ended: Prompt | undefined;
  #used: Prompt | undefined;
  /** From the first option to the end. */
  readonly #utterances = new WeakMap<Prompt, readonly SpokenText[]>();
  /** What was taken for a person's words since the last digits. */
  #doubted = '';
  #sinceMs = -Infinity;
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
    this.#refusal = new PendingRefusal(
      () => this.#isStillSpeaking(),
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

  /** One word in three is wrong: what was heard only once is not certain. */
  get isUnreliable(): boolean {
    return this.#words.recognises === 'menus';
  }

  /** When a voice was last heard (epoch ms), known a second later at most. */
  get voicedAtMs(): number {
    return this.#hearing.pulse?.voicedAtMs ?? -Infinity;
  }

  /** The last whole prompt since the last digits. */
  get latest(): Prompt | undefined {
    return this.#latest;
  }

  /** The same, if no step of a flow has used it: the next step waits for another prompt. */
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
    return this.#text() !== '' || this.isRefusing;
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
    return parseMenu(this.#text()).length > 0;
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

  /** In a queue, which is nearly all of a call, menus come seldom, and nobody asks for their sound. */
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
    this.#clear();
  }

  /** Digits go out, or something is said: that answers what was heard before, even if its words are still to come. */
  answerGoesOut(): void {
    this.#clear();
    this.#doubted = '';
    this.#refusal.forget();
    this.#sounds.answerGoesOut();
    this.#sinceMs = this.#hearing.clock.now();
    this.#isAnswerOpen = true;
  }

  #clear(): void {
    this.#beginAnew();
    this.#latest = undefined;
  }

  #beginAnew(): void {
    clearTimeout(this.#timer);
    this.#spoken = [];
    this.#partial = '';
    this.#beganAtMs = undefined;
  }

  #listen(): void {
    const leaveWords = this.#words.subscribe((utterance) => this.#take(utterance), {
      wantsRereading: () => this.#readsTwice && !this.#isQueued,
      skipsKnown: () => this.#isQueued,
    });
    const leaveHearing = this.#hearing.subscribe((event) => {
      if (event.kind === 'hold') this.#reviewDemand();
      if (event.kind !== 'prompt_end') return;
      this.#endedAtMs = this.#hearing.clock.now();
      this.#expect(endedSeconds);
    });
    this.#leave = () => {
      this.#stopSounds();
      leaveWords();
      leaveHearing();
    };
  }

  #take({ text, reread = text, isFinal, startedAtMs, endedAtMs }: Utterance): void {
    const said = text.trim();
    // How far a partial utterance reaches is unknown.
    const isAnswered = (isFinal ? endedAtMs : startedAtMs) < this.#sinceMs;
    if (said === '' || isAnswered) return this.#dropPartial();
    if (isFinal && this.#repeats(said)) this.#complete();
    this.#beganAtMs ??= this.#hearing.clock.now();
    if (isFinal) this.#spoken.push({ text: said, reread, startedAtMs, endedAtMs });
    this.#partial = isFinal ? '' : said;
    if (this.#hearing.clock.now() - this.#beganAtMs > longestSeconds * 1000) return this.#complete();
    this.#expect(isFinal && endedAtMs <= this.#endedAtMs ? endedSeconds : quietSeconds);
  }

  /** It was not speech, or was answered. */
  #dropPartial(): void {
    if (this.#partial === '') return;
    this.#partial = '';
    if (this.#text() === '') this.#beginAnew();
  }

  /** The prompt is over unless something is said within `seconds`. */
  #expect(seconds: number): void {
    clearTimeout(this.#timer);
    if (this.#text() !== '') this.#timer = setTimeout(() => this.#completeInSilence(), seconds * 1000);
  }

  /** Words arrive only after a pause, and speech without one may be long. */
  #completeInSilence(): void {
    const silentMs = this.#hearing.clock.now() - this.voicedAtMs;
    const lastedMs = this.#hearing.clock.now() - (this.#beganAtMs ?? this.#hearing.clock.now());
    if (silentMs < voiceSeconds * 1000 && lastedMs < longestSeconds * 1000) this.#expect(lookMs / 1000);
    else this.#complete();
  }

  /** Every key that is named now was named before. */
  #repeats(said: string): boolean {
    const again = parseMenu(said);
    if (again.length === 0) return false;
    const before = new Set(parseMenu(textOf(this.#spoken)).map(({ digits }) => digits));
    return again.every(({ digits }) => before.has(digits));
  }

  /**
   * A recogniser of menus may find one key, or a question for a number, in what a person says, but never a whole menu. A question that
   * comes again in the same words is a machine's, whatever it sounds like.
   */
  #isDoubtful(prompt: Prompt): boolean {
    const { options, queue, transcript } = prompt;
    const isPerson = this.#hearing.pulse?.audioType === 'live_human';
    if (!isPerson || !this.isUnreliable || options.length >= 2 || queue !== null) return false;
    const isAskedAgain = asksForSomething(prompt) && wordOverlap(this.#doubted, transcript) >= sameWords;
    this.#doubted = transcript;
    return !isAskedAgain;
  }

  #text(): string {
    return [textOf(this.#spoken), this.#partial].filter((said) => said !== '').join('\n');
  }

  /** The menu that was reported last, where what was said now goes on with it. */
  #beginning(): readonly SpokenText[] {
    const before = this.#latest === undefined ? undefined : this.#utterances.get(this.#latest);
    const [endedAtMs, startedAtMs] = [before?.at(-1)?.endedAtMs, this.#spoken[0]?.startedAtMs];
    if (before === undefined || endedAtMs === undefined || startedAtMs === undefined) return [];
    const known = parseMenu(textOf(before)).map(({ digits }) => digits);
    const now = parseMenu(textOf(this.#spoken)).map(({ digits }) => digits);
    const offersOthers = known.length > 0 && now.length > 0 && !now.some((digits) => known.includes(digits));
    return offersOthers && startedAtMs - endedAtMs < goesOnSeconds * 1000 ? before : [];
  }

  #complete(): void {
    this.#spoken = [...this.#beginning(), ...this.#spoken];
    const said = this.#text();
    const reread = [...this.#spoken.map((each) => each.reread), this.#partial].join('\n').trim();
    const utterances = this.#spoken;
    this.#clear();
    if (said === '') return;
    const text = this.#refusal.before(said);
    const prompt = reread === said ? readPrompt(text) : readBoth(text, this.#refusal.before(reread));
    if (this.#isDoubtful(prompt)) return;
    this.#refusal.forget();
    this.#utterances.set(prompt, utterances);
    if (isRefusalAlone(prompt)) this.#refusal.hold(text);
    else this.#report(prompt);
  }

  #isStillSpeaking(): boolean {
    return this.#hearing.clock.now() - this.voicedAtMs < voiceSeconds * 1000 || this.#text() !== '';
  }

  #report(prompt: Prompt): void {
    this.#latest = prompt;
    this.#refusesAnswer = prompt.isInvalid && this.#isAnswerOpen;
    if (!prompt.isInvalid && asksForSomething(prompt)) this.#isAnswerOpen = false;
    this.#listeners.emit(prompt);
  }
}
