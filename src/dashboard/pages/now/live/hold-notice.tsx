import { Icon } from '../../../icons/icon.tsx';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { tellHeldAgain } from '../../../text/held-again.ts';

/** Why the call is on hold again after a person was heard; only for the last time that happened. */
export function HoldNotice({ live }: { live: LiveCall }) {
  if (live.status !== 'on_hold') return null;
  const turns = live.story.value.filter(
    ({ type }) => type === 'hold_resumed' || type === 'human_detected' || type === 'person_likely',
  );
  const last = turns.at(-1);
  if (last?.type !== 'hold_resumed') return null;
  const { text, isMissed } = tellHeldAgain(last.data.reason);
  return (
    <p class={`banner ${isMissed ? '' : 'plain'}`} role="status">
      <Icon name={isMissed ? 'triangle-alert' : 'undo-2'} />
      <span class="grow">{text}</span>
    </p>
  );
}
