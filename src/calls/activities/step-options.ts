import { type Flow, type ListenOption, type Step } from '../../domain/flow.ts';
import { chooseOption } from '../../domain/menu-choice/choose-option.ts';
import { saysPhrase } from '../../domain/menu-choice/same-words.ts';
import { fold, wordsInAnyAlphabet } from '../../domain/menu-speech/language.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { sendDigits } from './send-digits.ts';

/** Where a step leads: to another step (none: the end of the flow), or out of the flow. */
export type StepResult = { to: string | undefined } | Plan;

/** A LISTEN step that is running. */
export interface Listening {
  call: LiveCall;
  flow: Flow;
  step: Step;
  options: readonly ListenOption[];
  next: { to: string | undefined };
}

/** A trial shows what its steps do, and nothing else. */
export function mayExplore({ call, flow }: Listening): boolean {
  return call.needs.settings.exploresMenus && flow.endsBeforeHold !== true;
}

/**
 * Whether the transcript contains the words in sequence, apart from endings and a recogniser's slips. An option without words never
 * matches.
 */
export function saysMatch(transcript: string, match: string): boolean {
  const words = wordsInAnyAlphabet(match);
  if (words.length === 0) return false;
  if (saysPhrase(wordsInAnyAlphabet(transcript), words)) return true;
  // What was learned of a menu is folded, and lacks all letters but those from a to z: "rsted" of "Ørsted".
  return words.join(' ') === fold(match) && saysPhrase(fold(transcript).split(' '), words);
}

/** Where the option that was heard leads. */
export async function takeOption(
  { call, step, next }: Listening,
  option: ListenOption,
  signal: AbortSignal,
): Promise<StepResult> {
  if (option.dtmf === undefined) return { to: option.next_step };
  await sendDigits(call, step, option.dtmf, signal, `the prompt said "${option.match}"`);
  return next;
}

/** Reports a menu of which no more is known than the options that the flow has for it. */
export function noteUnread({ call, options }: Listening, transcript = ''): void {
  call.ledger.note({}, [
    'ivr_menu_detected',
    { transcript, options: options.map(({ match }) => match), choices: [] },
  ]);
}

/**
 * Whether this is no longer the menu that the flow was written for: it refuses the answer, the flow's key now means something else, or
 * none of the options is offered and something else fits. A recogniser's doubt alone changes nothing.
 */
export function hasChanged(
  { call, flow, step, options, next }: Listening,
  prompt: Prompt,
  option: ListenOption | undefined,
): boolean {
  if (call.menuEar.refusesAnswer && option === undefined) return true;
  if (prompt.options.length < 2 || options.length === 0) return false;
  const after = flow.steps.find(({ id }) => id === (option === undefined ? next.to : option.next_step));
  const digits = option?.dtmf ?? (after?.type === 'DTMF' && after.secret !== true ? after.dtmf : undefined);
  if (option !== undefined) {
    // As in the texts of options.
    const match = fold(option.match);
    const named = prompt.options.find(({ text }) => saysMatch(text, match));
    const meant = prompt.options.find((offered) => offered.digits === digits);
    return (
      named !== undefined &&
      meant !== undefined &&
      meant !== named &&
      step.secret !== true &&
      meant.text !== ''
    );
  }
  if (digits === undefined) return after === undefined || after.type === 'HOLD' || after.type === 'TRANSFER';
  const choice = chooseOption({ ...call.ledger.call, meanings: call.menus.meanings }, prompt.options);
  return choice?.fit === 'intent' && choice.isGuess !== true && choice.option.digits !== digits;
}
