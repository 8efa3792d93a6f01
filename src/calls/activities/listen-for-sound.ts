import { type PlayedSound, readPlayedSound } from '../../detect/repetition/sound-trail.ts';
import { defaultTimeoutSeconds, type Step } from '../../domain/flow.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import { endOf } from '../plan.ts';
import { delay, waitFor } from '../waiting.ts';
import { notePrompt } from './hear-menus.ts';
import {
  hasChanged,
  type Listening,
  mayExplore,
  noteUnread,
  saysMatch,
  type StepResult,
  takeOption,
} from './step-options.ts';
import { askOwner } from './notice-menu.ts';

/** Some menus miss a key that is sent during their last syllable. */
const afterEndSeconds = 0.3;

/** How the menu of this step sounds; undefined if its sound is not stored here, as with a flow from another gateway. */
export async function soundOf(call: LiveCall, { id, sound }: Step): Promise<PlayedSound | undefined> {
  if (sound === undefined) return undefined;
  const packed = await call.needs.menuSounds.find(sound);
  const played = packed === undefined ? undefined : readPlayedSound(packed);
  if (played === undefined)
    call.needs.log.warn('the sound of a menu is not stored: its flow goes on after any prompt', {
      call: call.id,
      step: id,
    });
  return played;
}

/**
 * Waits for the end of the menu with this sound. Any other prompt is answered by its words alone: it may be a changed menu, and no key is
 * sent into one blindly.
 */
export async function listenForSound(
  listening: Listening,
  sound: PlayedSound,
  signal: AbortSignal,
): Promise<StepResult> {
  const { call, options, next } = listening;
  const heard = await soundOrWords(listening, sound, signal);
  if (heard === 'timeout') return giveUp(listening);
  if (heard === 'sound') {
    noteUnread(listening);
    await delay(afterEndSeconds, signal);
    return next;
  }
  const option = options.find(({ match }) => saysMatch(heard.transcript, match));
  const isChanged = option === undefined || hasChanged(listening, heard, option);
  if (mayExplore(listening) && isChanged) return { do: 'explore_menu', heard };
  call.menuEar.use(heard, option !== undefined);
  notePrompt(call, heard);
  return option === undefined ? next : takeOption(listening, option, signal);
}

/** Words, where they are recognised, arrive a second or more after the end of a prompt; its sound is known well before that. */
function soundOrWords(
  listening: Listening,
  sound: PlayedSound,
  signal: AbortSignal,
): Promise<'sound' | Prompt | 'timeout'> {
  const { call, step, options } = listening;
  const decides = (prompt: Prompt): boolean =>
    options.some(({ match }) => saysMatch(prompt.transcript, match)) ||
    (mayExplore(listening) && (prompt.options.length > 1 || call.menuEar.refusesAnswer));
  const seconds = step.timeout ?? defaultTimeoutSeconds.LISTEN;
  return waitFor<'sound' | Prompt>(signal, seconds, (settle) => {
    const leaveSound = call.soundEar.follow(sound, () => settle('sound'));
    const { unused } = call.menuEar;
    if (unused !== undefined && decides(unused)) settle(unused);
    const leaveWords = call.menuEar.isAvailable
      ? call.menuEar.subscribe((prompt) => decides(prompt) && settle(prompt))
      : undefined;
    return () => {
      leaveSound();
      leaveWords?.();
    };
  });
}

/** The menu did not come, or is another one now. */
function giveUp(listening: Listening): StepResult {
  const { call, flow, step } = listening;
  const reason = `step "${step.id}": the menu that was learned was not heard`;
  if (flow.endsBeforeHold === true) return endOf('flow_failed', reason);
  if (mayExplore(listening) && call.menuEar.isAvailable) return { do: 'explore_menu' };
  const audioType = call.hearing.pulse?.audioType;
  // The call is past its menus already.
  if (audioType !== 'music' && audioType !== 'ringing') askOwner(call, reason);
  return { do: 'hold' };
}
