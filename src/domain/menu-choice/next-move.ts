import { fold } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { NumberRequest } from '../menu-speech/number-request.ts';
import { isWithoutNumber, type Prompt } from '../menu-speech/read-prompt.ts';
import { type Asked, factAskedFor, nameNumber } from './asked-number.ts';
import { chooseOption, type Choice } from './choose-option.ts';
import { combineHearings } from './hearings.ts';
import { isGuessedWayOut, isPoor, leaveMenu, maxAnswers } from './leave-menu.ts';
import {
  findPrompt,
  hearingsOf,
  type KnownPrompt,
  maxHearings,
  type MenuMemory,
  offeredBefore,
  optionsOf,
  refusedKeys,
} from './menu-memory.ts';
import { type Move, press, pressForRest } from './move.ts';
import { dialExtension } from './offered-extension.ts';
import { extensionWords, withoutNumberWords, withYesWords, yesWords } from './topics.ts';
import { says } from './what-texts-say.ts';

/** The call, as far as menus matter. */
export type Caller = Asked;

export interface Deciding {
  /** The option that another decider chose (a chat service). */
  decided?: Choice | undefined;
  /** Whether the prompt may be heard once more before anything doubtful is done. */
  mayHearAgain?: boolean;
  /** Whether the recogniser is too poor for one hearing to be certain. */
  hearsBadly?: boolean;
  /** Whether the call has been on hold, and so has a place in a queue to lose. */
  isHeld?: boolean;
}

/** After this many choices, the call is going round in circles. */
const maxChoices = 12;

/** A recogniser gets one word in three of a menu wrong; what two hearings agree on is certain. */
const enoughHearings = 2;

/** A menu that repeats itself starts again within this time. */
const repeatSeconds = 9;
/** A menu that pauses before its next option goes on within this time. */
const goesOnSeconds = 4;

/**
 * Decides what to do about a prompt. It cannot loop: what led nowhere is not chosen again, and a prompt is answered twice at most; then the
 * operator is tried, then the owner is asked.
 */
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
  if (prompt.number !== null) return answerNumber(prompt, prompt.number, known, memory, caller);
  const answer = answerMenu({ prompt, known, memory, caller, decided, isHeld });
  const isOpen = !isHeld && (known?.answered ?? 0) === 0 && !(answer.do === 'press' && answer.isFit === true);
  const move = (isOpen ? dialExtension(prompt, caller) : undefined) ?? answer;
  const hearings = hearingsOf(prompt, known).length;
  if (
    mayHearAgain &&
    (hearsBadly || skipsKeys(optionsOf(prompt))) &&
    hearings < (isDoubtful(move) ? maxHearings : enoughHearings) &&
    (known?.answered ?? 0) === 0 &&
    !(isSure(move) && prompt.options.length > 1)
  )
    return { do: 'hear_again', reason: `heard once: ${move.reason}`, seconds: repeatSeconds };
  // An option that is offered a moment later changes neither of these.
  if (mayHearAgain && hearings < enoughHearings && leavesMenu(move))
    return { do: 'hear_again', reason: `it may go on: ${move.reason}`, seconds: goesOnSeconds };
  return move;
}

/** Nothing that was offered is taken, unless there is nothing better. */
function leavesMenu(move: Move): boolean {
  if (move.do !== 'press') return move.do === 'ask_owner';
  return move.option === undefined || move.isForWant === true;
}

/** Whether a prompt waits for keys. One that asks callers to hold and offers a single option, such as a call back, does not. */
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

interface MenuAnswering {
  prompt: Prompt;
  known: KnownPrompt | undefined;
  memory: MenuMemory;
  caller: Caller;
  decided: Choice | undefined;
  isHeld: boolean;
}

function answerMenu({ prompt, known, memory, caller, decided, isHeld }: MenuAnswering): Move {
  const answered = known?.answered ?? 0;
  const refused = refusedKeys(prompt, known, memory);
  const options = combineHearings(hearingsOf(prompt, known));
  const offered = options.filter(({ digits }) => !refused.includes(digits));
  if (answered < maxAnswers) {
    const confirmed = offered.find(({ text }) => confirms(text, prompt, memory));
    if (confirmed !== undefined)
      return press(confirmed, `what was chosen or sent was understood: "${confirmed.text}"`, true);
    const before = [...offeredBefore(known, memory), ...companyIn(prompt)];
    const tried = options.filter(({ digits }) => refused.includes(digits));
    const choice = decided ?? chooseOption(caller, offered, before, tried);
    const isOffered = offered.some(({ digits }) => digits === choice?.option.digits);
    const waitingHelps = prompt.offersToStay || prompt.asksToHold || prompt.queue !== null;
    const isGuess = choice?.isGuess === true && (choice.isMeant !== true || isHeld);
    const isRisk = (isGuess || choice?.fit === 'further') && (waitingHelps || isHeld);
    const isTooWeak =
      (memory.wentFurther && choice?.isLone === true) ||
      ((memory.wentFurther || memory.wentForRest) && choice?.isGuess === true);
    const isTaken = choice !== undefined && isOffered && !isPoor(choice, offered) && !isGuessedWayOut(choice);
    // The other options were heard, and did not fit either.
    const wasHeard = choice?.fit === 'further' && answered > 0 && !memory.wentBack;
    if (isTaken && !isRisk && !isTooWeak && !wasHeard) {
      const move = press(choice.option, choice.reason, isFit(choice));
      if (choice.fit === 'further') return { ...move, isFurther: true };
      if (choice.fit === 'other' || choice.fit === 'operator')
        return pressForRest(choice.option, choice.reason, options);
      return choice.fit === 'intent' ? { ...move, isForIntent: true } : move;
    }
    if (waitingHelps) return { do: 'wait', reason: 'nothing fits, and callers who wait are put through' };
  }
  return leaveMenu({ options, offered, refused, answered, known, memory, caller, isHeld });
}

/** Whether the option that was pressed last in any menu is for entering an extension. */
function choseToEnter({ prompts }: MenuMemory): boolean {
  return prompts.some(({ options, last }) =>
    options.some(({ digits, text }) => digits === last && says(fold(text).split(' '), extensionWords)),
  );
}

/** After a number, "if the number you entered is correct"; after a choice "if this is correct", but not "the right department". */
function confirms(text: string, prompt: Prompt, { sentNumber, choseForIntent }: MenuMemory): boolean {
  if (!sentNumber && !choseForIntent) return false;
  const words = fold(text).split(' ');
  if (!says(words, yesWords)) return false;
  return sentNumber || (words.every((word) => ofConfirmations.has(word)) && !asksForFact(prompt));
}

/** "Have you reported it to us?" is for the owner to answer; "did you say billing?" and "is that right?" are about what was chosen. */
function asksForFact({ transcript }: Prompt): boolean {
  const said = fold(transcript);
  return factQuestion.test(said) && !/\b(?:correct|right)\b/.test(said);
}

const factQuestion =
  /\b(?:are|did|does|has|have|is|was|were) (?:any|anyone|someone|the|there|your)\b|\b(?:had|have|were) you\b|\bare you (?!calling\b)|\bdid you (?!ask|choose|enter|mean|need|say|select|want)|\bdo you (?:have|know|live|own|rent)\b/;

const ofConfirmations: ReadonlySet<string> = new Set(`${yesWords},${withYesWords}`.split(/[, ]/));

/** The name of the company is as little evidence as an earlier menu's words: "thank you for calling Steady Hands MOVING". */
function companyIn({ transcript }: Prompt): MenuOption[] {
  const name = greets.exec(transcript)?.[1];
  return name === undefined ? [] : [{ digits: '', text: fold(name) }];
}

const greets = /\b(?:for calling|for choosing|welcome to|you have reached) (?:the )?([^.,!?\n]{1,60})/i;

/** An option that was chosen by sound, or that is merely likely, is only the best of what was offered. */
function isFit({ fit, isBySound, isGuess, isClose }: Choice): boolean {
  const isUncertain = isBySound === true || isGuess === true || isClose === true;
  return fit === 'language' || (fit === 'intent' && !isUncertain);
}

/** Digits that identify or pay come from a fact of the call whose label names them, and from nowhere else. */
function answerNumber(
  prompt: Prompt,
  request: NumberRequest,
  known: KnownPrompt | undefined,
  memory: MenuMemory,
  caller: Caller,
): Move {
  const name = nameNumber(request.kind);
  const fact = factAskedFor(prompt, caller);
  if (fact !== undefined && (known?.answered ?? 0) < maxAnswers)
    return {
      do: 'press',
      digits: `${fact.digits}${request.endKey}`,
      reason: `${name} is asked for: the fact "${fact.label}"`,
      fact: fact.label,
    };
  const without = prompt.options.find(
    ({ text }) => says(fold(text).split(' '), withoutNumberWords) || isWithoutNumber(text),
  );
  if (fact === undefined && without !== undefined && (known?.answered ?? 0) < maxAnswers)
    return press(without, `${name} is asked for and not known: "${without.text}"`);
  // Many callers know none, and the prompt goes on to say what they can do, unless the call has chosen to enter one.
  if (fact === undefined && request.kind === 'extension' && !choseToEnter(memory))
    return { do: 'wait', reason: 'an extension is asked for, and no fact of the call has it' };
  if (fact === undefined && prompt.offersToStay)
    return { do: 'wait', reason: `${name} is asked for and not known, and callers who wait are put through` };
  return {
    do: 'ask_owner',
    reason:
      fact === undefined
        ? `${name} is asked for, and no fact of the call has it`
        : `${name} was sent and is asked for again`,
  };
}
