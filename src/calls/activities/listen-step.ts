import type { DetectorEvent } from '../../detect/types.ts';
import { defaultTimeoutSeconds, type Flow, followingStep, type Step } from '../../domain/flow.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import { waitFor } from '../waiting.ts';
import { notePrompt } from './hear-menus.ts';
import { listenForSound, soundOf } from './listen-for-sound.ts';
import {
  hasChanged,
  type Listening,
  mayExplore,
  noteUnread,
  saysMatch,
  type StepResult,
  takeOption,
} from './step-options.ts';

/**
 * Waits for the current prompt to end; its words, if they are recognised, decide between the options. A step that knows how its menu
 * sounds waits for that sound.
 */
export async function listen(
  call: LiveCall,
  flow: Flow,
  step: Step,
  signal: AbortSignal,
): Promise<StepResult> {
  const next = { to: followingStep(flow.steps, step) };
  const listening = { call, flow, step, options: step.options ?? [], next };
  // The sound is known before the words. If the words decide what follows, the sound alone is not enough.
  const isOneWay = listening.options.every((option) => !option.dtmf && option.next_step === next.to);
  const sound = isOneWay ? await soundOf(call, step) : undefined;
  signal.throwIfAborted();
  if (sound !== undefined) return listenForSound(listening, sound, signal);
  // Without options, only a refusal of what was sent before matters.
  const isDecided = listening.options.length > 0 || mayExplore(listening);
  return isDecided && call.menuEar.isAvailable
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
  if (prompt !== 'timeout') noteUnread(listening, transcript);
  const said = transcript.toLowerCase();
  const option = options.find(({ match }) => said.includes(match.toLowerCase()));
  return option === undefined ? next : takeOption(listening, option, signal);
}

async function listenToWords(listening: Listening, signal: AbortSignal): Promise<StepResult> {
  const { call, options, next } = listening;
  const prompt = await menuHeard(listening, signal);
  if (prompt === 'timeout') return next;
  if (prompt === 'not_understood') {
    noteUnread(listening);
    return next;
  }
  const option = options.find(({ match }) => saysMatch(prompt.transcript, match));
  // What the call is for matters only where none of the flow's options was said.
  if (mayExplore(listening) && option === undefined) {
    await call.menus.understand(prompt, call.ledger.call.intent);
    signal.throwIfAborted();
  }
  if (mayExplore(listening) && hasChanged(listening, prompt, option))
    return { do: 'explore_menu', heard: prompt };
  call.menuEar.use(prompt, option !== undefined);
  notePrompt(call, prompt);
  return option === undefined ? next : takeOption(listening, option, signal);
}

/** How far the recogniser may lag behind the detector, which has heard the prompt end. */
const recogniserSeconds = 3;

/**
 * The prompt that offers something, or the second one that does not. A step without options goes on at the end of any prompt, understood or
 * not, unless a refusal waits for its menu.
 */
function menuHeard(
  listening: Listening,
  signal: AbortSignal,
): Promise<Prompt | 'not_understood' | 'timeout'> {
  const { call, step, options } = listening;
  let emptyPrompts = 0;
  const decides = (prompt: Prompt): boolean => {
    const says = options.some(({ match }) => saysMatch(prompt.transcript, match));
    const isDecided = options.length === 0 || call.menuEar.refusesAnswer;
    return isDecided || says || prompt.options.length > 0 || ++emptyPrompts > 1;
  };
  const mayStillSay = (): boolean =>
    options.length === 0 ? call.menuEar.isRefusing : call.menuEar.isHearing || emptyPrompts > 0;
  const { unused } = call.menuEar;
  if (unused !== undefined && decides(unused)) return Promise.resolve(unused);
  const seconds = step.timeout ?? defaultTimeoutSeconds.LISTEN;
  return waitFor<Prompt | 'not_understood'>(signal, seconds, (settle) => {
    let timer: NodeJS.Timeout | undefined;
    const leaveEar = call.menuEar.subscribe((prompt) => decides(prompt) && settle(prompt));
    const leaveHearing = call.hearing.subscribe((event) => {
      if (event.kind !== 'prompt_end' || (timer !== undefined && options.length === 0)) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => !mayStillSay() && settle('not_understood'),
        call.menuEar.isAvailable ? recogniserSeconds * 1000 : 0,
      );
    });
    return () => {
      clearTimeout(timer);
      leaveEar();
      leaveHearing();
    };
  });
}
