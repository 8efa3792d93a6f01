import { fold } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { NumberRequest, Prompt } from '../menu-speech/read-prompt.ts';
import { factAskedFor, type Fact, nameNumber } from './asked-number.ts';
import { isAllowed, saysNothingElse } from './allowed-options.ts';
import { chooseOption, type Choice } from './choose-option.ts';
import { leadsBack, leadsToPerson } from './for-whom.ts';
import { combineHearings } from './hearings.ts';
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
import type { Move } from './move.ts';
import { withoutNumberWords, yesWords } from './topics.ts';
import { says } from './what-texts-say.ts';

export interface Caller {
  intent: string;
  facts: readonly Fact[];
}

export interface Deciding {
  /** The option that another decider chose (a chat service). */
  decided?: Choice | undefined;
  /** Whether the prompt may be heard once more before anything doubtful is done. */
  mayHearAgain?: boolean;
  /** Whether the recogniser is too poor for one hearing to be certain. */
  hearsBadly?: boolean;
  /** Whether the call was on hold already, and has a place in a queue to lose. */
  isHeld?: boolean;
}

/** More choices mean going round in circles. */
const maxChoices = 12;
/** The same prompt is answered this often at most, before the way out is tried. */
const maxAnswers = 2;
const wayOut = '0';

/** A recogniser gets one word in three of a menu wrong; what two hearings agree on is certain. */
const enoughHearings = 2;

/** A menu that repeats itself starts again within this time. */
const repeatSeconds = 9;
/** A menu that pauses before its next option goes on within this time. */
const goesOnSeconds = 4;

/** Decides what to do about a prompt. It cannot loop: a prompt is answered twice, then the operator is tried, then the owner is asked. */
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
  const move = answerMenu({ prompt, known, memory, caller, decided, isHeld });
  const hearings = hearingsOf(prompt, known).length;
  if (
    mayHearAgain &&
    (hearsBadly || skipsKeys(optionsOf(prompt))) &&
    hearings < (isDoubtful(move) ? maxHearings : enoughHearings) &&
    (known?.answered ?? 0) === 0 &&
    !(isSure(move) && prompt.options.length > 1)
  )
    return { do: 'hear_again', reason: `heard once: ${move.reason}`, seconds: repeatSeconds };
  // Neither is undone by an option that is offered a moment later.
  if (mayHearAgain && hearings < enoughHearings && leavesMenu(move))
    return { do: 'hear_again', reason: `it may go on: ${move.reason}`, seconds: goesOnSeconds };
  return move;
}

/** Nothing that was offered is taken, except for want of anything better. */
function leavesMenu(move: Move): boolean {
  if (move.do !== 'press') return move.do === 'ask_owner';
  return move.option === undefined || move.isOnly === true || move.isBack === true;
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
    const confirmed = memory.sentNumber
      ? offered.find(({ text }) => says(fold(text).split(' '), yesWords))
      : undefined;
    if (confirmed !== undefined)
      return press(confirmed, `the number was understood: "${confirmed.text}"`, true);
    const choice =
      decided ?? chooseOption(caller, offered, [...offeredBefore(known, memory), ...companyIn(prompt)]);
    const isOffered = offered.some(({ digits }) => digits === choice?.option.digits);
    const waitingHelps = prompt.offersToStay || prompt.asksToHold || prompt.queue !== null;
    const isRisk = (choice?.isByExample === true || choice?.fit === 'further') && (waitingHelps || isHeld);
    const isTooWeak = memory.wentFurther && (choice?.isLone === true || choice?.isByExample === true);
    const isTaken = choice !== undefined && isOffered && !isPoor(choice, offered) && !isGuessedWayOut(choice);
    // What else there is was heard, and did not fit either.
    const wasHeard = choice?.fit === 'further' && answered > 0 && !memory.wentBack;
    if (isTaken && !isRisk && !isTooWeak && !wasHeard) {
      const move = press(choice.option, choice.reason, isFit(choice));
      return choice.fit === 'further' ? { ...move, isFurther: true } : move;
    }
    if (waitingHelps) return { do: 'wait', reason: 'nothing fits, and callers who wait are put through' };
    const only = memory.choseFitting && answered === 0 ? onlyOption(caller, offered) : undefined;
    if (only !== undefined) return { ...press(only, `"${only.text}" is all that is offered`), isOnly: true };
  }
  return leaveMenu({ options, offered, refused, answered, known, memory, caller });
}

/** The only option besides ways back: "press one to enter a number, or star for the main menu". */
function onlyOption(caller: Caller, offered: readonly MenuOption[]): MenuOption | undefined {
  if (isForAll(forEverybody(offered))) return undefined;
  const open = offered.filter(
    (option) => isAllowed(caller, option) && !leadsBack(fold(option.text).split(' ')),
  );
  const [only] = open;
  const isOne = only !== undefined && only.text !== '' && open.every(({ digits }) => digits === only.digits);
  return isOne && only.isGuess !== true ? only : undefined;
}

interface MenuLeaving {
  options: readonly MenuOption[];
  offered: readonly MenuOption[];
  refused: readonly string[];
  answered: number;
  known: KnownPrompt | undefined;
  memory: MenuMemory;
  caller: Caller;
}

/** Nothing fits: an option for everybody, then back to a menu with one or with another option that fits, then 0, then the owner. */
function leaveMenu({ options, offered, refused, answered, known, memory, caller }: MenuLeaving): Move {
  const forAll = forEverybody(offered);
  const isNew = (digits: string): boolean => !refused.includes(digits) && known?.last !== digits;
  if (answered <= maxAnswers && isForAll(forAll) && !isGuessedWayOut(forAll) && isNew(forAll.option.digits))
    return press(forAll.option, forAll.reason);
  const back = offered.find(({ text }) => leadsBack(fold(text).split(' ')));
  if (back !== undefined && answered === 0 && isWorthGoingBack(memory, known, caller))
    return { ...press(back, `nothing fits the intent: "${back.text}" leads back`), isBack: true };
  const ofWayOut = options.filter(({ digits }) => digits === wayOut);
  if (answered <= maxAnswers && isNew(wayOut) && ofWayOut.every((option) => mayLeadToPerson(option)))
    return { do: 'press', digits: wayOut, reason: 'nothing fits the intent: 0 is the usual way to a person' };
  return {
    do: 'ask_owner',
    reason: answered > maxAnswers ? 'the menu comes again and again' : 'no option fits',
  };
}

/** Whether an earlier menu has a person, or an option that fits besides the one that led here. */
function isWorthGoingBack({ prompts }: MenuMemory, here: KnownPrompt | undefined, caller: Caller): boolean {
  return prompts
    .filter((prompt) => prompt !== here && prompt.answered > 0)
    .some(({ options, last, refused, answered }) => {
      const left = options.filter(({ digits }) => digits !== last && !refused.includes(digits));
      const choice = chooseOption(caller, left);
      if (left.some(({ text }) => leadsToPerson(fold(text).split(' ')))) return true;
      const isOpen = choice?.fit === 'further' || (choice?.fit === 'intent' && !isPoor(choice, left));
      return answered < maxAnswers && isOpen;
    });
}

/** In most menus 0 leads to a person, whatever it is called ("the box office", or a misheard word), unless its text says otherwise. */
function mayLeadToPerson(option: MenuOption): boolean {
  return option.isGuess !== true && saysNothingElse(option);
}

/** The key of the operator was not understood: it is most likely 0. */
function isGuessedWayOut({ fit, option }: Choice): boolean {
  return fit === 'operator' && option.isGuess === true;
}

function isForAll(choice: Choice | undefined): choice is Choice {
  return choice?.fit === 'operator' || choice?.fit === 'other';
}

/**
 * It fits, but so does another option, or only by a word that says little here: a person, or the owner, is better than a wrong queue. Where
 * no person is offered, that word is better than a key that was not offered.
 */
function isPoor({ fit, isClose, isThin }: Choice, offered: readonly MenuOption[]): boolean {
  if (fit !== 'intent') return false;
  return isClose === true || (isThin === true && isForAll(forEverybody(offered)));
}

function forEverybody(offered: readonly MenuOption[]): Choice | undefined {
  return chooseOption({ intent: '', facts: [] }, offered);
}

/** The name of the company says as little as a menu that led here: "thank you for calling Steady Hands MOVING". */
function companyIn({ transcript }: Prompt): MenuOption[] {
  const name = greets.exec(transcript)?.[1];
  return name === undefined ? [] : [{ digits: '', text: fold(name) }];
}

const greets = /\b(?:for calling|for choosing|welcome to|you have reached) (?:the )?([^.,!?\n]{1,60})/i;

/** An option chosen by sound, by examples or by a narrow lead is only the best that there is. */
function isFit({ fit, isBySound, isByExample, isClose }: Choice): boolean {
  const isGuess = isBySound === true || isByExample === true || isClose === true;
  return fit === 'language' || (fit === 'intent' && !isGuess);
}

function press(option: MenuOption, reason: string, isFit = false): Extract<Move, { do: 'press' }> {
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
