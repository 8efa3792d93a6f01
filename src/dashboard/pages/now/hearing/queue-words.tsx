import { useComputed } from '@preact/signals';
import { Icon } from '../../../icons/icon.tsx';
import { serverNowMs } from '../../../state/gateway/clock.ts';
import { writeRough } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { tellQueue } from '../../../text/queue.ts';

/** The queue's last announcement and its age: what was said, not what is. */
export function QueueWords({ live }: { live: LiveCall }) {
  const { queue } = live.view.value;
  const ago = useComputed(() => {
    const said = live.view.value.queue?.said_at;
    return said === undefined ? 0 : Math.max(0, Math.floor((serverNowMs() - Date.parse(said)) / 60_000));
  }).value;
  if (queue === null) return null;
  const told = tellQueue(queue.position, queue.wait_minutes);
  if (told === '') return null;
  return (
    <span class="chip queue">
      <Icon name="list-ordered" />
      <span>
        {told} <span class="faint">· said {ago === 0 ? 'just now' : `${writeRough(ago * 60)} ago`}</span>
      </span>
    </span>
  );
}
