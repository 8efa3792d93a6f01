import type { AudioClass } from '../../domain/audio-class.ts';
import { parseMenu } from '../../domain/menu-speech/parse-menu.ts';
import { wordOverlap } from '../../domain/menu-choice/hearings.ts';
import { readBoth } from '../../domain/menu-choice/read-both.ts';
import { asksForSomething } from '../../domain/menu-choice/next-move.ts';
import { isRefusalAlone, type Prompt, readPrompt } from '../../domain/menu-speech/read-prompt.ts';
import type { Hearing } from './hearing.ts';
import type { SoundEar } from './sound-ear.ts';
import type { UtteranceSource, Utterance } from '../words/words.ts';

/** A menu pauses between its options; it waits for a key longer than this. */
const quietSeconds = 3;
/** The detector has heard it end: only the recogniser's delay is left. */
const endedSeconds = 1.2;
/** After a voice has paused for this long, it may still go on, or its words may still arrive. */
const voiceSeconds = 2.5;
const lookMs = 500;
/** Anything quieter is line noise. */
const voiceDb = -45;
/** A menu pauses sooner than this; what was said so far is read then. */
const longestSeconds = 60;

/** Share of the words that a question has in common with itself when it is heard twice. */
const sameWords = 0.7;

/** A menu comes sooner after a refusal; a later one still belongs to it. */
const refusalSeconds = 3;
/** In UTF-16 units. */
const longestRefusal = 300;

const voices: readonly AudioClass[] = ['ivr_prompt', 'announcement', 'live_human'];

/**
 * Gathers what the far end has said since the last digits into whole prompts. A prompt is complete when nothing follows, or when it begins
 * to repeat itself. The engine runs from the first subscription until `stop`: if opened anew for each menu, it would miss the beginning.
 */
export class MenuEar {
  readonly #words: UtteranceSource;
  readonly #hearing: Hearing;
  readonly #sounds: SoundEar;
  readonly #readsTwice: boolean;
  readonly #followers = new Set<(prompt: Prompt) => void>();
  #said: Said[] = [];
  #partial = '';
  #beganAtMs: number | undefined;
  #endedAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #voicedAtMs = -Infinity;
  #looking: NodeJS.Timeout | undefined;
  #latest: Prompt | undefined;
  /** From the first option to the end. */
  readonly #utterances = new WeakMap<Prompt, readonly Said[]>();
  /** What was taken for a person's words since the last digits. */
  #doubted = '';
  /** "That is not valid", which belongs to the menu that comes after it. */
  #refusal = '';
  /** Runs while the refusal waits for its menu. */
  #refusing: NodeJS.Timeout | undefined;
  #sinceMs = -Infinity;
  /** An answer went out, and no offer since shows that it was taken. */
  #isAnswerOpen = false;
  #refusesAnswer = false;
  #leave: (() => void) | undefined;

  /** @param readsTwice whether an option may be chosen by what is heard. */
  constructor(words: UtteranceSource, hearing: Hearing, sounds: SoundEar, readsTwice: boolean) {
    this.#words = words;
    this.#readsTwice = readsTwice;
    this.#hearing = hearing;
    this.#sounds = sounds;
  }

  /** Whether words can be recognised. */
  get isOpen(): boolean {
    return this.#words.isAvailable;
  }

  /** One word in three is wrong: what was heard only once is not certain. */
  get isUnreliable(): boolean {
    return this.#words.recognises === 'menus';
  }

  /** Whether a voice is heard now. */
  get isVoiced(): boolean {
    const { pulse } = this.#hearing;
    return pulse !== undefined && pulse.levelDb >= voiceDb && voices.includes(pulse.audioType);
  }

  /** The last whole prompt since the last digits. */
  get latest(): Prompt | undefined {
    return this.#latest;
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
    return this.#refusing !== undefined;
  }

  /** Whether the last whole prompt refuses the digits or the words that went out before it. */
  get refusesAnswer(): boolean {
    return this.#latest !== undefined && this.#refusesAnswer;
  }

  /** Whether what is being said offers keys. */
  get hearsMenu(): boolean {
    return parseMenu(this.#text()).length > 0;
  }

  /** @returns the function that ends the subscription. */
  subscribe(follower: (prompt: Prompt) => void): () => void {
    this.#followers.add(follower);
    if (this.#leave === undefined) this.#listen();
    return () => this.#followers.delete(follower);
  }

  /** Stops listening until the next subscription. */
  stop(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#forgetRefusal();
    this.#doubted = '';
    this.#clear();
  }

  /** Digits go out, or something is said: that answers what was heard before, even if its words are still to come. */
  answerGoesOut(): void {
    this.#clear();
    this.#doubted = '';
    this.#forgetRefusal();
    this.#sounds.answerGoesOut();
    this.#sinceMs = Date.now();
    this.#isAnswerOpen = true;
  }

  #forgetRefusal(): void {
    clearTimeout(this.#refusing);
    this.#refusing = undefined;
    this.#refusal = '';
  }

  #clear(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#said = [];
    this.#partial = '';
    this.#beganAtMs = undefined;
    this.#latest = undefined;
  }

  #listen(): void {
    const leaveSounds = this.#words.isAvailable ? this.#sounds.listen() : () => undefined;
    const leaveWords = this.#words.subscribe((utterance) => this.#take(utterance), {
      wantsRereading: this.#readsTwice,
    });
    const leaveHearing = this.#hearing.subscribe((event) => {
      if (event.kind !== 'prompt_end') return;
      this.#endedAtMs = Date.now();
      this.#expect(endedSeconds);
    });
    this.#leave = () => {
      leaveSounds();
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
    this.#beganAtMs ??= Date.now();
    this.#looking ??= setInterval(() => this.#look(), lookMs);
    if (isFinal) this.#said.push({ text: said, reread, startedAtMs, endedAtMs });
    this.#partial = isFinal ? '' : said;
    if (Date.now() - this.#beganAtMs > longestSeconds * 1000) return this.#complete();
    this.#expect(isFinal && endedAtMs <= this.#endedAtMs ? endedSeconds : quietSeconds);
  }

  /** It was not speech, or was answered. */
  #dropPartial(): void {
    if (this.#partial === '') return;
    this.#partial = '';
    if (this.#text() !== '') return;
    const latest = this.#latest;
    this.#clear();
    this.#latest = latest;
  }

  /** The prompt is over unless something is said within `seconds`. */
  #expect(seconds: number): void {
    clearTimeout(this.#timer);
    if (this.#text() !== '') this.#timer = setTimeout(() => this.#completeInSilence(), seconds * 1000);
  }

  /** Words arrive only after a pause, and speech without one may be long. */
  #completeInSilence(): void {
    const silentMs = Date.now() - this.#voicedAtMs;
    const lastedMs = Date.now() - (this.#beganAtMs ?? Date.now());
    if (silentMs < voiceSeconds * 1000 && lastedMs < longestSeconds * 1000) this.#expect(lookMs / 1000);
    else this.#complete();
  }

  #look(): void {
    if (this.isVoiced) this.#voicedAtMs = Date.now();
  }

  /** Every key that is named now was named before. */
  #repeats(said: string): boolean {
    const again = parseMenu(said);
    if (again.length === 0) return false;
    const before = new Set(parseMenu(textOf(this.#said)).map(({ digits }) => digits));
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
    return [textOf(this.#said), this.#partial].filter((said) => said !== '').join('\n');
  }

  #complete(): void {
    const said = this.#text();
    const reread = [...this.#said.map((each) => each.reread), this.#partial].join('\n').trim();
    const utterances = this.#said;
    this.#clear();
    if (said === '') return;
    const after = (what: string): string => (this.#refusal === '' ? what : `${this.#refusal}\n${what}`);
    const text = after(said);
    const prompt = reread === said ? readPrompt(text) : readBoth(text, after(reread));
    if (this.#isDoubtful(prompt)) return;
    this.#forgetRefusal();
    this.#utterances.set(prompt, utterances);
    if (!isRefusalAlone(prompt)) return this.#report(prompt);
    this.#refusal = text.slice(-longestRefusal);
    this.#refusing = setTimeout(() => this.#reportRefusal(), refusalSeconds * 1000);
  }

  /** If its menu is being read out, the two are reported together. */
  #reportRefusal(): void {
    this.#look();
    const isVoiced = Date.now() - this.#voicedAtMs < voiceSeconds * 1000;
    this.#refusing =
      isVoiced || this.#text() !== '' ? setTimeout(() => this.#reportRefusal(), lookMs) : undefined;
    if (this.#refusing === undefined) this.#report(readPrompt(this.#refusal));
  }

  #report(prompt: Prompt): void {
    this.#latest = prompt;
    this.#refusesAnswer = prompt.isInvalid && this.#isAnswerOpen;
    if (!prompt.isInvalid && asksForSomething(prompt)) this.#isAnswerOpen = false;
    for (const follower of [...this.#followers]) follower(prompt);
  }
}

interface Said {
  text: string;
  /** By a second reading; the same where there was none. */
  reread: string;
  startedAtMs: number;
  endedAtMs: number;
}

function textOf(said: readonly Said[]): string {
  return said.map(({ text }) => text).join('\n');
}

/** Less of a menu may be the end of another one too. */
const shortestSpanMs = 2000;
/** A word is not said exactly where its place among the others would have it; what comes before the menu must not belong to it. */
const spareMs = 300;

/**
 * Of the end of a prompt that names every option: a greeting before it may be another in the evening, and a refusal is not said to those
 * who choose at once.
 */
function spanOf(said: readonly Said[]): { fromMs: number; toMs: number } | undefined {
  const all = parseMenu(textOf(said)).length;
  const first = said.findLastIndex((_one, index) => parseMenu(textOf(said.slice(index))).length === all);
  const [from, to] = [said[all === 0 ? 0 : first], said.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const fromMs = all === 0 ? from.startedAtMs : firstOptionMs(from, said.slice(first + 1), all);
  return { fromMs: Math.min(fromMs, to.endedAtMs - shortestSpanMs), toMs: to.endedAtMs };
}

/** About when the first of `all` options begins, which are named in the utterance and those that follow it. */
function firstOptionMs(
  { text, startedAtMs, endedAtMs }: Said,
  following: readonly Said[],
  all: number,
): number {
  const words = text.split(/\s+/);
  const rest = textOf(following);
  const before = words.findLastIndex(
    (_word, index) => parseMenu(`${words.slice(index).join(' ')}\n${rest}`).length === all,
  );
  return before <= 0
    ? startedAtMs
    : startedAtMs + (before / words.length) * (endedAtMs - startedAtMs) + spareMs;
}
