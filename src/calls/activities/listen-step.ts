import type { DetectorEvent } from '../../detect/types.ts';
import {
  defaultTimeoutSeconds,
  type Flow,
  followingStep,
  type ListenOption,
  type Step,
} from '../../domain/flow.ts';
import { shownDigits } from '../../domain/flow-secrets.ts';
import { chooseOption } from '../../domain/menu-choice/choose-option.ts';
import { saysPhrase } from '../../domain/menu-choice/same-words.ts';
import { fold } from '../../domain/menu-speech/language.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { notePrompt } from './hear-menus.ts';
import { sendDigits } from './send-digits.ts';

/** Where a step leads: to another step (none: the end of the flow), or out of the flow. */
export type StepResult = { to: string | undefined } | Plan;

interface Listening {
  call: LiveCall;
  flow: Flow;
  step: Step;
  options: readonly ListenOption[];
  next: { to: string | undefined };
}

/** Waits for the current prompt to end; its words, if they are understood, decide between the options. */
export async function listen(
  call: LiveCall,
  flow: Flow,
  step: Step,
  signal: AbortSignal,
): Promise<StepResult> {
  const next = { to: followingStep(flow.steps, step) };
  const listening = { call, flow, step, options: step.options ?? [], next };
  // Without options, only a refusal of what was sent before matters.
  const isDecided = listening.options.length > 0 || mayExplore(listening);
  return isDecided && call.menuEar.isOpen
    ? listenToWords(listening, signal)
    : listenForEnd(listening, signal);
}

/** Without words: an earlier part of the transcript decides, if there is one. */
async function listenForEnd(listening: Listening, signal: AbortSignal): Promise<StepResult> {
  const { call, step, options, next } = listening;
  const prompt = await waitFor<DetectorEvent>(
    signal,
    step.timeout ?? defaultTimeoutSeconds.LISTEN,
    (settle) => call.hearing.subscribe((event) => event.kind === 'prompt_end' && settle(event)),
  );
  const { transcriptExcerpt: transcript } = call.ledger.call;
  if (prompt !== 'timeout')
    call.ledger.note({}, [
      'ivr_menu_detected',
      { transcript, options: options.map(({ match }) => match), choices: [] },
    ]);
  const said = transcript.toLowerCase();
  const option = options.find(({ match }) => said.includes(match.toLowerCase()));
  return option === undefined ? next : take(listening, option, signal);
}

async function listenToWords(listening: Listening, signal: AbortSignal): Promise<StepResult> {
  const { call, options, next } = listening;
  const prompt = await menuHeard(listening, signal);
  if (prompt === undefined) return next;
  const option = options.find(({ match }) => saysMatch(prompt.transcript, match));
  if (mayExplore(listening) && hasChanged(listening, prompt, option))
    return { do: 'explore_menu', heard: prompt };
  notePrompt(call, prompt);
  return option === undefined ? next : take(listening, option, signal);
}

/** A trial shows what its steps do, and nothing else. */
function mayExplore({ call, flow }: Listening): boolean {
  return call.needs.settings.exploresMenus && flow.endsBeforeHold !== true;
}

/** How far the recogniser may lag behind the detector, which has heard the prompt end. */
const recogniserSeconds = 3;

/**
 * The prompt that offers something, or the second one that does not; undefined where none was understood. A step without options goes on
 * at the end of any prompt, understood or not, unless a refusal waits for its menu.
 */
async function menuHeard(listening: Listening, signal: AbortSignal): Promise<Prompt | undefined> {
  const { call, step, options } = listening;
  let hollow = 0;
  const decides = (prompt: Prompt): boolean => {
    const says = options.some(({ match }) => saysMatch(prompt.transcript, match));
    const isDecided = options.length === 0 || call.menuEar.refusesAnswer;
    return isDecided || says || prompt.options.length > 0 || ++hollow > 1;
  };
  const mayStillSay = (): boolean =>
    options.length === 0 ? call.menuEar.isRefusing : call.menuEar.isHearing || hollow > 0;
  const { latest } = call.menuEar;
  if (latest !== undefined && decides(latest)) return latest;
  const seconds = step.timeout ?? defaultTimeoutSeconds.LISTEN;
  const heard = await waitFor<Prompt | undefined>(signal, seconds, (settle) => {
    let timer: NodeJS.Timeout | undefined;
    const leaveEar = call.menuEar.subscribe((prompt) => decides(prompt) && settle(prompt));
    const leaveHearing = call.hearing.subscribe((event) => {
      if (event.kind !== 'prompt_end' || (timer !== undefined && options.length === 0)) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => !mayStillSay() && settle(undefined),
        call.menuEar.isOpen ? recogniserSeconds * 1000 : 0,
      );
    });
    return () => {
      clearTimeout(timer);
      leaveEar();
      leaveHearing();
    };
  });
  return heard === 'timeout' ? undefined : heard;
}

/** Whether the transcript has its words in a row, give or take endings and a recogniser's slips. */
function saysMatch(transcript: string, match: string): boolean {
  const words = fold(match).split(' ');
  return saysPhrase(fold(transcript).split(' '), words);
}

async function take(
  { call, step, next }: Listening,
  option: ListenOption,
  signal: AbortSignal,
): Promise<StepResult> {
  if (option.dtmf === undefined) return { to: option.next_step };
  if (!(await sendDigits(call, step, option.dtmf, signal))) return next;
  call.ledger.note({}, [
    'menu_option_chosen',
    { digits: shownDigits(step, option.dtmf), reason: `the prompt said "${option.match}"`, fact: '' },
  ]);
  return next;
}

/**
 * Whether this is no longer the menu that the flow was written for: it refuses the answer, the flow's key now means something else, or
 * none of the options is offered and something else fits. A recogniser's doubt alone changes nothing.
 */
function hasChanged(
  { call, flow, step, options, next }: Listening,
  prompt: Prompt,
  option: ListenOption | undefined,
): boolean {
  if (call.menuEar.refusesAnswer && option === undefined) return true;
  if (prompt.options.length < 2 || options.length === 0) return false;
  const after = flow.steps.find(({ id }) => id === (option === undefined ? next.to : option.next_step));
  const digits = option?.dtmf ?? (after?.type === 'DTMF' && after.secret !== true ? after.dtmf : undefined);
  if (option !== undefined) {
    const named = prompt.options.find(({ text }) => saysMatch(text, option.match));
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
  const choice = chooseOption(call.ledger.call, prompt.options);
  return choice?.fit === 'intent' && choice.option.digits !== digits;
}
