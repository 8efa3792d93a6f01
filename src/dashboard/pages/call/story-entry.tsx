import type { ComponentChildren } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import type { StoryLine } from '../../state/story.ts';

interface StoryEntryProps {
  line: StoryLine;
  time: string;
  /** What is asked about it. */
  children?: ComponentChildren;
}

/** One thing that happened in a call. */
export function StoryEntry({ line, time, children }: StoryEntryProps) {
  return (
    <li class={line.icon === 'user-round' ? 'on' : undefined}>
      <span class={`badge-a s tone-${line.tone}`}>
        <Icon name={line.icon} />
      </span>
      <div>
        <p>{line.strong ? <b>{line.head}</b> : line.head}</p>
        {line.detail === '' ? null : <p>{line.detail}</p>}
        {children}
      </div>
      <time dateTime={line.at}>{time}</time>
    </li>
  );
}
