import { fold } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { type CallPurpose, isAllowed, saysNothingElse } from './allowed-options.ts';
import { type Choice, chooseOption } from './choose-option.ts';
import { leadsBack, leadsToPerson } from './for-whom.ts';
import type { KnownPrompt, MenuMemory } from './menu-memory.ts';
import { type Move, press, pressForRest } from './move.ts';

/** How often the same prompt is answered at most, before the way out is tried. */
export const maxAnswers = 2;
const wayOut = '0';

export interface MenuLeaving {
  options: readonly MenuOption[];
  offered: readonly MenuOption[];
  refused: readonly string[];
  answered: number;
  known: KnownPrompt | undefined;
  memory: MenuMemory;
  caller: CallPurpose;
  isHeld: boolean;
}

/**
 * If nothing fits: an option for everybody, else back to a menu with such an option or with another one that fits, else 0, else the owner
 * is asked.
 */
export function leaveMenu(leaving: MenuLeaving): Move {
  const { options, offered, refused, answered, known } = leaving;
  const forAll = forEverybody(offered);
  const isNew = (digits: string): boolean => !refused.includes(digits) && known?.last !== digits;
  if (answered <= maxAnswers && isForAll(forAll) && !isGuessedWayOut(forAll) && isNew(forAll.option.digits))
    return pressForRest(forAll.option, forAll.reason, options);
  const only = isForAll(forAll) ? undefined : onlyOption(leaving);
  const forWant = answered === 0 ? (only ?? wayBack(leaving)) : undefined;
  if (forWant !== undefined) return forWant;
  const ofWayOut = options.filter(({ digits }) => digits === wayOut);
  if (answered <= maxAnswers && isNew(wayOut) && ofWayOut.every((option) => mayLeadToPerson(option)))
    return {
      do: 'press',
      digits: wayOut,
      reason: 'nothing fits the intent: 0 is the usual way to a person',
      isForRest: true,
    };
  return {
    do: 'ask_owner',
    reason: answered > maxAnswers ? 'the menu comes again and again' : 'no option fits',
  };
}

/**
 * The only option besides ways back: "press one to enter a number, or star for the main menu". It is taken if the choice that led here
 * fits, and if it commits the caller to nothing.
 */
function onlyOption({ offered, memory, caller, isHeld }: MenuLeaving): Move | undefined {
  if (isHeld || !memory.choseFitting) return undefined;
  const open = offered.filter(({ text }) => !leadsOnlyBack(text));
  const [only] = open;
  const isOne = only !== undefined && open.every(({ digits }) => digits === only.digits);
  if (!isOne || only.isGuess === true || !isAllowed(caller, only) || !bindsToNothing.test(only.text))
    return undefined;
  return { ...press(only, `"${only.text}" is all that is offered`), isForWant: true };
}

const bindsToNothing =
  /^(?:enter|leave|record|hear|listen to|continue)\b(?!.*\b(?:pay|card|cancel|agree|accept)\b)/;

/** Back to a menu that was heard before, if that has a person or another option that fits. A place in a queue is not left. */
function wayBack({ offered, known, memory, caller, isHeld }: MenuLeaving): Move | undefined {
  const back = offered.find(({ text }) => leadsOnlyBack(text));
  if (isHeld || back === undefined || !isWorthGoingBack(memory, known, caller)) return undefined;
  const move = press(back, `nothing fits the intent: "${back.text}" leads back`);
  return { ...move, isForWant: true, isBack: true };
}

/** "Return to the main menu" or "cancel", not "return to work forms" or "cancel your booking and return to the main menu". */
function leadsOnlyBack(text: string): boolean {
  const words = fold(text).split(' ');
  if (text === 'cancel') return true;
  return leadsBack(words) && words.every((word) => ofWaysBack.includes(word));
}

const ofWaysBack = [
  ...'go back to the return previous main menu exit this hear and or'.split(' '),
  ...'zuruck zum zur in ins das dem vorigen vorherigen hauptmenu regresar volver al a menu anterior'.split(
    ' ',
  ),
  ...'principal revenir au retourner retour precedent'.split(' '),
];

/** Whether an earlier menu has a person, or an option that fits besides the one that led here. */
function isWorthGoingBack(
  { prompts }: MenuMemory,
  here: KnownPrompt | undefined,
  caller: CallPurpose,
): boolean {
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

/** In most menus 0 leads to a person, whatever the menu calls it ("the box office", or a misheard word), unless its text says otherwise. */
function mayLeadToPerson(option: MenuOption): boolean {
  return option.isGuess !== true && saysNothingElse(option);
}

/** The operator's key was not understood. It is most likely 0. */
export function isGuessedWayOut({ fit, option }: Choice): boolean {
  return fit === 'operator' && option.isGuess === true;
}

function isForAll(choice: Choice | undefined): choice is Choice {
  return choice?.fit === 'operator' || choice?.fit === 'other';
}

/**
 * It fits, but so does another option, or it fits only by a word that is little evidence here. A person, or the owner, is better than a
 * wrong queue. If no person is offered, that word is better than a key that was not offered.
 */
export function isPoor({ fit, isClose, isThin }: Choice, offered: readonly MenuOption[]): boolean {
  if (fit !== 'intent') return false;
  return isClose === true || (isThin === true && isForAll(forEverybody(offered)));
}

function forEverybody(offered: readonly MenuOption[]): Choice | undefined {
  return chooseOption({ intent: '', facts: [] }, offered);
}
