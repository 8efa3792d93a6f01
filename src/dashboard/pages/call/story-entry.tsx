import { Icon } from '../../icons/icon.tsx';
import type { StoryLine } from '../../state/story.ts';

/** One thing that happened in a call. */
export function StoryEntry({ line, time }: { line: StoryLine; time: string }) {
  return (
    <li class={line.icon === 'user-round' ? 'on' : undefined}>
      <span class={`badge-a s tone-${line.tone}`}>
        <Icon name={line.icon} />
      </span>
      <div>
        <p>{line.strong ? <b>{line.head}</b> : line.head}</p>
        {line.detail === '' ? null : <p>{line.detail}</p>}
      </div>
      <time dateTime={line.at}>{time}</time>
    </li>
  );
}
