import { fold, type NumberKind } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { NumberRequest, Prompt } from '../menu-speech/read-prompt.ts';
import { factAskedFor, type Fact, nameNumber } from './asked-number.ts';
import { saysNothingElse } from './allowed-options.ts';
import { chooseOption, type Choice } from './choose-option.ts';
import { combineHearings, wordOverlap } from './hearings.ts';
import { withoutNumberWords, yesWords } from './topics.ts';
import { says } from './what-texts-say.ts';

/** A menu or a question that was heard in this call, and what was done about it. */
export interface KnownPrompt {
  /** What was heard each time, and `options` combined from that. */
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
}

export const noMemory: MenuMemory = { prompts: [], choices: 0, sentNumber: false };

export interface Caller {
  intent: string;
  facts: readonly Fact[];
}

export type Move =
  /**
   * `fact`: label of the fact that the digits come from; `option`: the chosen option, where options were offered; `isFit`: the option is
   * what the call is about, not the best of a bad lot.
   */
  | { do: 'press'; digits: string; reason: string; fact?: string; option?: MenuOption; isFit?: boolean }
  | { do: 'ask_owner'; reason: string }
  /** Nothing is sure enough yet, and menus repeat. */
  | { do: 'hear_again'; reason: string }
  | { do: 'wait'; reason: string };

export interface Deciding {
  /** The option that another decider chose (a chat service). */
  decided?: Choice | undefined;
  /** Whether the prompt may be heard once more before anything doubtful is done. */
  mayHearAgain?: boolean;
  /** Whether what was heard once is never certain. */
  hearsBadly?: boolean;
  /** Whether the call was on hold already, and has a place in a queue to lose. */
  isHeld?: boolean;
}

/** More choices mean going round in circles. */
export const maxChoices = 12;
/** The same prompt is answered this often at most, before the way out is tried. */
const maxAnswers = 2;
const wayOut = '0';

/** The recogniser gets one word in three of a menu wrong: what two hearings have in common is sure. */
const enoughHearings = 2;
/** If the key of the fitting option is still doubtful then. */
const maxHearings = 3;

/** Decides what to do about a prompt. Never loops: a prompt is answered twice, then left through the operator, then given to the owner. */
export function nextMove(
  prompt: Prompt,
  memory: MenuMemory,
  caller: Caller,
  { decided, mayHearAgain = false, hearsBadly = false, isHeld = false }: Deciding = {},
): Move {
  const known = findPrompt(prompt, memory);
  if (!asksForSomething(prompt)) return { do: 'wait', reason: 'nothing is asked for' };
  if (known?.isHandedOver === true) return { do: 'wait', reason: 'the owner was asked' };
  if (memory.choices >= maxChoices) return { do: 'ask_owner', reason: `${maxChoices} choices led nowhere` };
  if (prompt.number !== null) return answerNumber(prompt, prompt.number, known, caller);
  const move = answerMenu(prompt, known, memory, caller, { decided, isHeld });
  const hearings = hearingsOf(prompt, known).length;
  if (
    mayHearAgain &&
    (hearsBadly || skipsKeys(optionsOf(prompt))) &&
    hearings < (isDoubtful(move) ? maxHearings : enoughHearings) &&
    (known?.answered ?? 0) === 0 &&
    !(isSure(move) && prompt.options.length > 1)
  )
    return { do: 'hear_again', reason: `heard once: ${move.reason}` };
  return move;
}

/** Whether a prompt waits for keys, apart from one that holds the line and offers a call back. */
export function asksForSomething(prompt: Prompt): boolean {
  if (prompt.number !== null) return true;
  if (prompt.options.length === 0) return false;
  // The end of the menu that was just answered, or a key without its purpose.
  if (prompt.options.length === 1 && prompt.options[0]?.text === '') return false;
  const holds = prompt.asksToHold || prompt.queue !== null || prompt.isVoicemail;
  return !(holds && prompt.options.length < 2);
}

/** A fitting option whose key was understood. */
function isSure(move: Move): boolean {
  if (move.do === 'wait') return true;
  return move.do === 'press' && move.isFit === true && !isDoubtful(move);
}

/** Menus count up; those that end with 8 or 9 often leave keys out. */
function skipsKeys(options: readonly MenuOption[]): boolean {
  const keys = new Set(options.map(({ digits }) => digits).filter((digits) => /^[1-7]$/.test(digits)));
  return keys.size > 0 && Math.max(...[...keys].map(Number)) > keys.size;
}

function isDoubtful(move: Move): boolean {
  return move.do === 'press' && move.option?.isGuess === true;
}

/** What was heard this time. */
function optionsOf({ options, readings }: Prompt): MenuOption[] {
  return readings ?? options;
}

function hearingsOf(prompt: Prompt, known: KnownPrompt | undefined): KnownPrompt['hearings'] {
  const before = known?.hearings ?? [];
  const options = optionsOf(prompt);
  if (before.includes(options)) return before;
  // A piece of another menu must not offer its keys here.
  return [...before.filter((hearing) => isSameMenu(hearing, options)), options];
}

/** Whether two hearings have two options in common, or all of them. */
function isSameMenu(one: readonly MenuOption[], other: readonly MenuOption[]): boolean {
  const shared = one.filter(({ digits, text }) =>
    other.some((each) => each.digits === digits && text !== '' && wordOverlap(each.text, text) > 0.5),
  );
  return shared.length >= 2 || (shared.length === one.length && one.length === other.length);
}

function answerMenu(
  prompt: Prompt,
  known: KnownPrompt | undefined,
  memory: MenuMemory,
  caller: Caller,
  { decided, isHeld = false }: Deciding,
): Move {
  const answered = known?.answered ?? 0;
  const refused = [
    ...(known?.refused ?? []),
    ...(prompt.isInvalid && known !== undefined ? [known.last] : []),
  ];
  const options = combineHearings(hearingsOf(prompt, known));
  const offered = options.filter(({ digits }) => !refused.includes(digits));
  if (answered < maxAnswers) {
    const confirmed = memory.sentNumber
      ? offered.find(({ text }) => says(fold(text).split(' '), yesWords))
      : undefined;
    if (confirmed !== undefined)
      return press(confirmed, `the number was understood: "${confirmed.text}"`, true);
    const choice =
      decided ?? chooseOption(caller, offered, [...offeredBefore(known, memory), ...companyIn(prompt)]);
    const isOffered = offered.some(({ digits }) => digits === choice?.option.digits);
    const waitingHelps = prompt.offersToStay || prompt.asksToHold || prompt.queue !== null;
    const isRisk = choice?.isByExample === true && (waitingHelps || isHeld);
    if (choice !== undefined && isOffered && !isPoor(choice) && !isGuessedWayOut(choice) && !isRisk)
      return press(choice.option, choice.reason, isFit(choice));
    if (waitingHelps) return { do: 'wait', reason: 'nothing fits, and callers who wait are put through' };
  }
  const forAll = chooseOption({ intent: '', facts: [] }, offered);
  const isNew = (digits: string): boolean => !refused.includes(digits) && known?.last !== digits;
  if (answered <= maxAnswers && isForAll(forAll) && !isGuessedWayOut(forAll) && isNew(forAll.option.digits))
    return press(forAll.option, forAll.reason);
  const ofWayOut = options.filter(({ digits }) => digits === wayOut);
  if (answered <= maxAnswers && isNew(wayOut) && ofWayOut.every((option) => mayLeadToPerson(option)))
    return { do: 'press', digits: wayOut, reason: 'nothing fits the intent: 0 is the usual way to a person' };
  return {
    do: 'ask_owner',
    reason: answered > maxAnswers ? 'the menu comes again and again' : 'no option fits',
  };
}

/** Most menus have people at 0, whatever they call them ("the box office", or a misheard word), unless they say what else it is for. */
function mayLeadToPerson(option: MenuOption): boolean {
  return option.isGuess !== true && saysNothingElse(option);
}

/** A person whose key was not understood is most likely at 0. */
function isGuessedWayOut({ fit, option }: Choice): boolean {
  return fit === 'operator' && option.isGuess === true;
}

function isForAll(choice: Choice | undefined): choice is Choice {
  return choice?.fit === 'operator' || choice?.fit === 'other';
}

/** It fits, but so does another one, or by one word that tells nothing any more: a wrong queue is worse than asking. */
function isPoor({ fit, isClose, isThin }: Choice): boolean {
  return fit === 'intent' && (isClose === true || isThin === true);
}

/** Who is called tells no more of the errand than a menu that led here: "thank you for calling Steady Hands MOVING". */
function companyIn({ transcript }: Prompt): MenuOption[] {
  const name = greets.exec(transcript)?.[1];
  return name === undefined ? [] : [{ digits: '', text: fold(name) }];
}

const greets = /\b(?:for calling|for choosing|welcome to|you have reached) (?:the )?([^.,!?\n]{1,60})/i;

function offeredBefore(known: KnownPrompt | undefined, { prompts }: MenuMemory): MenuOption[] {
  return prompts.filter((each) => each !== known).flatMap(({ options }) => options);
}

/** An option that is only close to the errand, or sounds like it, or is like other such calls, is chosen for want of a better one. */
function isFit({ fit, isBySound, isByExample, isClose }: Choice): boolean {
  const isGuess = isBySound === true || isByExample === true || isClose === true;
  return fit === 'language' || (fit === 'intent' && !isGuess);
}

function press(option: MenuOption, reason: string, isFit = false): Move {
  return { do: 'press', digits: option.digits, reason, option, isFit };
}

/** Digits that identify or pay come from a fact of the call whose label names them, and from nowhere else. */
function answerNumber(
  prompt: Prompt,
  request: NumberRequest,
  known: KnownPrompt | undefined,
  caller: Caller,
): Move {
  const name = nameNumber(request.kind);
  const fact = factAskedFor(prompt, caller.facts);
  if (fact !== undefined && (known?.answered ?? 0) < maxAnswers)
    return {
      do: 'press',
      digits: `${fact.digits}${request.endKey}`,
      reason: `${name} is asked for: the fact "${fact.label}"`,
      fact: fact.label,
    };
  const without = prompt.options.find(({ text }) => says(fold(text).split(' '), withoutNumberWords));
  if (fact === undefined && without !== undefined && (known?.answered ?? 0) < maxAnswers)
    return press(without, `${name} is asked for and not known: "${without.text}"`);
  return {
    do: 'ask_owner',
    reason:
      fact === undefined
        ? `${name} is asked for, and no fact of the call has it`
        : `${name} was sent and is asked for again`,
  };
}

/** The same prompt as heard before: a recogniser never writes it twice in the same words. */
export function findPrompt(prompt: Prompt, memory: MenuMemory): KnownPrompt | undefined {
  return memory.prompts.find((known) => isSamePrompt(known, prompt));
}

/** Whether two prompts are one that was heard twice. */
export function isSamePrompt(known: Pick<KnownPrompt, 'options' | 'number'>, prompt: Prompt): boolean {
  if (known.number !== (prompt.number?.kind ?? null)) return false;
  if (prompt.number !== null) return true;
  const shared = prompt.options.flatMap((option) => {
    const before = known.options.find(({ digits }) => digits === option.digits);
    return before === undefined ? [] : [wordOverlap(before.text, option.text)];
  });
  // The tail of a menu is that menu.
  const least = Math.min(known.options.length, prompt.options.length);
  const like = shared.reduce((sum, each) => sum + each, 0) / Math.max(1, shared.length);
  return least > 0 && shared.length >= Math.min(2, least) && shared.length / least >= 0.5 && like >= 0.5;
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

/** The memory after a move. */
export function remember(memory: MenuMemory, prompt: Prompt, move: Move): MenuMemory {
  if (move.do === 'wait' || move.do === 'hear_again') return memory;
  const before = findPrompt(prompt, memory);
  const known = before ?? unanswered(prompt);
  const isPress = move.do === 'press';
  const next: KnownPrompt = {
    ...known,
    refused: prompt.isInvalid && known.last !== '' ? [...known.refused, known.last] : known.refused,
    answered: known.answered + (isPress ? 1 : 0),
    last: isPress ? (move.fact === undefined ? move.digits : 'a fact') : known.last,
    isHandedOver: known.isHandedOver || !isPress,
  };
  return {
    prompts: [...memory.prompts.filter((each) => each !== before), next],
    choices: memory.choices + (isPress ? 1 : 0),
    sentNumber: isPress && move.fact !== undefined,
  };
}
