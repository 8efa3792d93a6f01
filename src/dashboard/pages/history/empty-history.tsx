import { Icon } from '../../icons/icon.tsx';
import { hasCalled } from '../../state/calls/first-call.ts';
import { MiniStrip } from '../../timeline/mini-strip.tsx';

const example: [string, number, number][] = [
  ['ringing', 0, 4],
  ['ivr_prompt', 4, 12],
  ['ivr_prompt', 13, 21],
  ['music', 21, 44],
  ['announcement', 44, 49],
  ['music', 49, 78],
  ['live_human', 78, 100],
];

interface EmptyHistoryProps {
  title?: string;
  text?: string;
}

export function EmptyHistory({
  title = 'No calls yet',
  text = 'Each call leaves its picture here: what was heard, what was said, and how long you did not wait.',
}: EmptyHistoryProps) {
  return (
    <section class="card empty">
      <div class="example">
        <MiniStrip strip={example} seconds={100} height={92} />
      </div>
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <a class="btn primary" href="/">
        <Icon name="phone-outgoing" />
        {hasCalled.value === true ? 'Place a call' : 'Place the first call'}
      </a>
    </section>
  );
}
