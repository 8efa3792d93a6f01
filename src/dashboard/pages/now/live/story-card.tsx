import { useComputed } from '@preact/signals';
import { Icon } from '../../../icons/icon.tsx';
import { serverNowMs } from '../../../state/gateway/clock.ts';
import { writeClockSeconds, writeRough } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { audioTexts } from '../../../text/status-texts.ts';
import { tellStory } from '../../../state/call/story.ts';
import { isOffline } from '../../../state/gateway/reach.ts';
import { StoryEntry } from '../../call/story-entry.tsx';

const maxLines = 12;

/** The story so far, newest first; what is heard now is above it. */
export function StoryCard({ live }: { live: LiveCall }) {
  const lines = tellStory(live.story.value).slice(0, maxLines);
  const heard = live.segments.value.at(-1);
  // Nothing is listened to in a talk, and a page without the gateway does not know what is heard.
  const isHearing = live.view.value.status !== 'connected' && !isOffline.value;
  const since = useComputed(() => {
    const open = live.segments.value.at(-1);
    return open === undefined ? '' : writeRough(Math.max(0, (serverNowMs() - open.fromMs) / 1000));
  });
  return (
    <section class="card">
      <div class="card-head">
        <h2>What happened</h2>
        <a class="sm" href={`/calls/${live.id}`}>
          All of it
        </a>
      </div>
      <div class="pad story-pad">
        <ol class="story" aria-label="What happened">
          {isHearing && heard !== undefined && heard.endMs === undefined ? (
            <li key="heard">
              <span class={`a ${heard.type} badge-a s`}>
                <Icon name={audioTexts[heard.type].icon} />
              </span>
              <div>
                <p>{audioTexts[heard.type].name}</p>
                <p>{since} so far</p>
              </div>
              <time>{writeClockSeconds(heard.fromMs)}</time>
            </li>
          ) : null}
          {lines.map((each) => (
            <StoryEntry key={each.id} line={each} time={writeClockSeconds(each.at)} />
          ))}
        </ol>
      </div>
    </section>
  );
}
