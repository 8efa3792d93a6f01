import { Icon } from '../../icons/icon.tsx';
import { writeSpan } from '../../state/formats.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { tellStory } from '../../state/story.ts';

/** What happened, newest first, each with its time in the call. */
export function CallStory({ live }: { live: LiveCall }) {
  const beganMs = Date.parse(live.view.value.started_at);
  const lines = tellStory(live.story.value);
  return (
    <section class="card">
      <div class="card-head">
        <h2>What happened</h2>
        <a class="sm" href={`/api/v1/calls/${encodeURIComponent(live.id)}/events?limit=1000`} target="_blank">
          Raw events
        </a>
      </div>
      <div class="pad story-room">
        <ol class="story" aria-label="What happened, newest first">
          {lines.map((each) => (
            <li key={each.id} class={each.icon === 'user-round' ? 'on' : undefined}>
              <span class={`badge-a s tone-${each.tone}`}>
                <Icon name={each.icon} />
              </span>
              <div>
                <p>{each.strong ? <b>{each.head}</b> : each.head}</p>
                {each.detail === '' ? null : <p>{each.detail}</p>}
              </div>
              <time dateTime={each.at}>{writeSpan((Date.parse(each.at) - beganMs) / 1000)}</time>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
