import { Icon } from '../../../icons/icon.tsx';
import type { LiveCall } from '../../../state/call/live-call.ts';

/** Why the call is on hold again after a person was heard; only for the last time that happened. */
export function HoldNotice({ live }: { live: LiveCall }) {
  if (live.status !== 'on_hold') return null;
  const turns = live.story.value.filter(
    ({ type }) => type === 'hold_resumed' || type === 'human_detected' || type === 'person_likely',
  );
  const last = turns.at(-1);
  if (last?.type !== 'hold_resumed') return null;
  const { reason } = last.data;
  const nobodyTook = /no device answered/.test(reason);
  const text = /no person|not a person/.test(reason)
    ? 'Back on hold. I will not take that voice for a person again.'
    : nobodyTook
      ? 'None of your devices took the call. I ring again as soon as they speak.'
      : 'Back on hold. I ring you when a person answers.';
  return (
    <p class={`banner ${nobodyTook ? '' : 'plain'}`} role="status">
      <Icon name={nobodyTook ? 'triangle-alert' : 'undo-2'} />
      <span class="grow">{text}</span>
    </p>
  );
}
