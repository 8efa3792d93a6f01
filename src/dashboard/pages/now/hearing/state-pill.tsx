import { Icon } from '../../../icons/icon.tsx';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { statusChips } from '../../../text/status-texts.ts';

/** The status as a word and an icon. */
export function StatePill({ live }: { live: LiveCall }) {
  const { status, recovering } = live.view.value;
  const { text, icon } = statusChips[status];
  return (
    <p class={`state is-${status}`}>
      <Icon name={recovering ? 'refresh-cw' : icon} />
      {recovering ? 'Finding the call' : text}
    </p>
  );
}
