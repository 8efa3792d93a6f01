import type { ComponentChildren } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import type { StoryLine } from '../../state/call/story.ts';

interface StoryEntryProps {
  line: StoryLine;
  /** The time; a button if it can be jumped to. */
  time: ComponentChildren;
  isCurrent?: boolean;
  /** A question about it. */
  children?: ComponentChildren;
}

/** One event of a call. */
export function StoryEntry({ line, time, isCurrent = false, children }: StoryEntryProps) {
  return (
    <li
      class={`${line.icon === 'user-round' ? 'on' : ''} ${isCurrent ? 'here' : ''}`}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span class={`badge-a s tone-${line.tone}`}>
        <Icon name={line.icon} />
      </span>
      <div>
        <p>{line.strong ? <b>{line.head}</b> : line.head}</p>
        {line.detail === '' ? null : <p>{line.detail}</p>}
        {children}
      </div>
      {typeof time === 'string' ? <time dateTime={line.at}>{time}</time> : time}
    </li>
  );
}
