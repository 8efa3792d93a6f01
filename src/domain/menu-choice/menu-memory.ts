import type { NumberKind } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { Prompt } from '../menu-speech/read-prompt.ts';
import { combineHearings, wordLikeness, wordOverlap } from './hearings.ts';
import type { Move } from './move.ts';
import { isSameWord } from './same-words.ts';

/** A menu or a question that was heard in this call, and what was done about it. */
export interface KnownPrompt {
  /** What was heard each time, and the `options` combined from it. */
  hearings: readonly (readonly MenuOption[])[];
  options: readonly MenuOption[];
  number: NumberKind | null;
  /** How often it was answered. */
  answered: number;
  /** The digits sent last, and all those that the menu refused. */
  last: string;
  refused: readonly string[];
  /** The owner was asked. */
  isHandedOver: boolean;
}

export interface MenuMemory {
  prompts: readonly KnownPrompt[];
  /** How many choices were made in the call. */
  choices: number;
  /** A number was sent last: the next prompt may ask whether it was understood. */
  sentNumber: boolean;
  /** An option was chosen last for what the call is about, be it a guess: the next prompt may ask whether that is correct. */
  choseForIntent: boolean;
  /** Nothing fitted in a menu, and it was left for more options, which are just as unlikely to fit. */
  wentFurther: boolean;
  /** Nothing fitted in a menu, and it was left for what is for everything else: what merely seems likely there is just as unlikely to fit. */
  wentForRest: boolean;
  /** Nothing fitted in a menu, and it was left for an earlier one: what had been chosen there led nowhere. */
  wentBack: boolean;
  /** What was chosen last is what the call is about. */
  choseFitting: boolean;
}

export const noMemory: MenuMemory = {
  prompts: [],
  choices: 0,
  sentNumber: false,
  choseForIntent: false,
  wentFurther: false,
  wentForRest: false,
  wentBack: false,
  choseFitting: false,
};

/** How often a menu is heard at most while the key of the option that fits is doubtful. */
export const maxHearings = 3;

/** What was heard this time. */
export function optionsOf({ options, readings }: Prompt): MenuOption[] {
  return readings ?? options;
}

/** All hearings of a menu so far, with this one. */
export function hearingsOf(prompt: Prompt, known: KnownPrompt | undefined): KnownPrompt['hearings'] {
  const before = known?.hearings ?? [];
  const options = optionsOf(prompt);
  if (before.includes(options)) return before;
  // A piece of another menu must not offer its keys here, and the beginning of this one does not count as a hearing.
  const others = before.filter((hearing) => isSameMenu(hearing, options) && !goesOn(hearing, options));
  return [...others, options];
}

/** Whether a menu that was heard up to a pause continued after it. */
export function goesOn(beginning: readonly MenuOption[], whole: readonly MenuOption[]): boolean {
  const isIn = (one: MenuOption): boolean =>
    whole.some(({ digits, text }) => digits === one.digits && text === one.text);
  return beginning.length < whole.length && beginning.every(isIn);
}

/** Whether two hearings have two options in common, or all of them. */
function isSameMenu(one: readonly MenuOption[], other: readonly MenuOption[]): boolean {
  const shared = one.filter(({ digits, text }) =>
    other.some((each) => each.digits === digits && text !== '' && wordOverlap(each.text, text) > 0.5),
  );
  return shared.length >= 2 || (shared.length === one.length && one.length === other.length);
}

/** What the call's other menus offered. */
export function offeredBefore(known: KnownPrompt | undefined, { prompts }: MenuMemory): MenuOption[] {
  return prompts.filter((each) => each !== known).flatMap(({ options }) => options);
}

/** The prompt as it was heard before: a recogniser never writes it in the same words twice. */
export function findPrompt(prompt: Prompt, memory: MenuMemory): KnownPrompt | undefined {
  return memory.prompts.find((known) => isSamePrompt(known, prompt));
}

/** Whether two prompts are one that was heard twice. */
export function isSamePrompt(known: Pick<KnownPrompt, 'options' | 'number'>, prompt: Prompt): boolean {
  if (known.number !== (prompt.number?.kind ?? null)) return false;
  if (prompt.number !== null) return true;
  const isOnlyTail = [known.options, prompt.options].some((options) => ownOptions(options).length === 0);
  const [one, other] = isOnlyTail
    ? [known.options, prompt.options]
    : [telling(ownOptions(known.options)), telling(ownOptions(prompt.options))];
  const shared = other.flatMap((option) => {
    const before = one.find(({ digits }) => digits === option.digits);
    return before === undefined ? [] : [wordLikeness(before.text, option.text)];
  });
  // The tail of a menu is that menu.
  const fewer = Math.min(one.length, other.length);
  const like = shared.reduce((sum, each) => sum + each, 0) / Math.max(1, shared.length);
  return fewer > 0 && shared.length >= Math.min(2, fewer) && shared.length / fewer >= 0.5 && like >= 0.5;
}

/** Only the options that belong to this menu: all menus of a company offer the same way back and the same operator. */
function ownOptions(options: readonly MenuOption[]): readonly MenuOption[] {
  return options.filter(({ digits }) => !['*', '#', '0'].includes(digits));
}

/** The texts without the words that all of them have: otherwise "old messages" and "last message" would have something in common. */
function telling(options: readonly MenuOption[]): MenuOption[] {
  const isInAll = (word: string): boolean =>
    options.length > 1 && options.every(({ text }) => text.split(' ').some((each) => isSameWord(each, word)));
  return options.map((option) => ({
    ...option,
    text: option.text
      .split(' ')
      .filter((word) => !isInAll(word))
      .join(' '),
  }));
}

/** The memory with a prompt that was heard, before anything is decided about it. */
export function rememberHearing(memory: MenuMemory, prompt: Prompt): MenuMemory {
  if (prompt.options.length === 0) return memory;
  const known = findPrompt(prompt, memory) ?? unanswered(prompt);
  const hearings = hearingsOf(prompt, known).slice(-maxHearings);
  const next = { ...known, hearings, options: combineHearings(hearings) };
  return { ...memory, prompts: [...memory.prompts.filter((each) => each !== known), next] };
}

function unanswered(prompt: Prompt): KnownPrompt {
  return {
    hearings: [optionsOf(prompt)],
    options: optionsOf(prompt),
    number: prompt.number?.kind ?? null,
    answered: 0,
    last: '',
    refused: [],
    isHandedOver: false,
  };
}

/** The keys of a prompt that the menu refused or that led nowhere. */
export function refusedKeys(prompt: Prompt, known: KnownPrompt | undefined, memory: MenuMemory): string[] {
  if (known === undefined) return [];
  const isLastRefused = (prompt.isInvalid || memory.wentBack) && known.last !== '';
  return isLastRefused ? [...known.refused, known.last] : [...known.refused];
}

/** The memory after a move. */
export function remember(memory: MenuMemory, prompt: Prompt, move: Move): MenuMemory {
  if (move.do === 'wait' || move.do === 'hear_again') return memory;
  const before = findPrompt(prompt, memory);
  const known = before ?? unanswered(prompt);
  const isPress = move.do === 'press';
  const next: KnownPrompt = {
    ...known,
    refused: refusedKeys(prompt, before, memory),
    answered: known.answered + (isPress ? 1 : 0),
    last: isPress ? (move.fact === undefined ? move.digits : 'a fact') : known.last,
    isHandedOver: known.isHandedOver || !isPress,
  };
  return {
    prompts: [...memory.prompts.filter((each) => each !== before), next],
    choices: memory.choices + (isPress ? 1 : 0),
    sentNumber: isPress && move.fact !== undefined,
    choseForIntent: isPress && move.isForIntent === true,
    wentForRest: isPress ? move.isForRest === true : memory.wentForRest,
    wentFurther: isPress ? move.isFurther === true : memory.wentFurther,
    wentBack: isPress ? move.isBack === true : memory.wentBack,
    choseFitting: isPress ? move.isFit === true : memory.choseFitting,
  };
}
