import type { DetectorEvent } from '../../detect/types.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import { shownText } from './hear-menus.ts';

/** A menu repeats itself sooner than this; in a queue without music, announcements are further apart. */
const longestPauseSeconds = 12;
/** Announcements that lead on by themselves (a greeting, a note on data protection) are over by then. */
const longestIntroSeconds = 45;
const minPrompts = 3;
const unansweredReason = 'prompt after prompt and no hold music: it may be a menu that waits for a key';

type PromptEnd = Extract<DetectorEvent, { kind: 'prompt_end' }>;

/** Hands a menu over to the owner. */
export function askOwner(call: LiveCall, reason: string, prompt?: Prompt): void {
  call.menus.noteOwnerAsked();
  call.ledger.note({}, [
    'menu_needs_owner',
    {
      reason: shownText(call, reason),
      transcript: prompt === undefined ? '' : shownText(call, prompt.transcript),
      end_key: prompt?.number?.endKey ?? '',
    },
  ]);
}

/**
 * On hold: prompt after prompt without any music may be a menu that waits for a key, and that neither a flow nor the explorer answers, for
 * example because the recogniser does not know its language. Rather than wait there for hours, the call asks its owner, once until keys are
 * sent. The decision is made by sound alone, which costs nothing and writes no words down.
 * @returns the function that stops this.
 */
export function noticeMenu(call: LiveCall): () => void {
  const { ledger, hearing, menus, voice } = call;
  if (ledger.call.mode !== 'hold_slayer') return () => undefined;
  let prompts: PromptEnd[] = [];
  let isRecalled = false;
  void menus.recall().then(() => (isRecalled = true));
  const take = (ended: PromptEnd): void => {
    const pauseSeconds = ended.startedAt - (prompts.at(-1)?.at ?? ended.startedAt);
    const isAnswered = voice.secondsSinceDigits < ended.at - (prompts[0]?.startedAt ?? ended.at);
    if (pauseSeconds > longestPauseSeconds || isAnswered) prompts = [];
    prompts.push(ended);
    if (prompts.length < minPrompts || ended.at - prompts[0]!.startedAt < longestIntroSeconds) return;
    if (!isRecalled || menus.isOwnerAsked(voice.secondsSinceDigits)) return;
    askOwner(call, unansweredReason, call.menuEar.latest);
  };
  return hearing.subscribe((event) => {
    if (event.kind === 'tone' && event.tone === 'ringback') prompts = [];
    if (event.kind !== 'prompt_end') return;
    const { connectedAtMs } = ledger.call;
    // A queue, or somebody to talk to, was reached; or the owner is pressing keys.
    if (hearing.hasHeldMusic || connectedAtMs !== null || call.keypad.isInUse) prompts = [];
    else take(event);
  });
}
