import { useComputed, useSignal } from '@preact/signals';
import { writeSpan } from '../../text/formats.ts';
import { isForgotten, isOver, type LiveCall } from '../../state/call/live-call.ts';
import { labelOf, personsOf } from '../../state/call/person-labels.ts';
import { type StoryLine, tellStory } from '../../state/call/story.ts';
import { MomentButton } from './moment-button.tsx';
import { PersonQuestion } from './person-question.tsx';
import type { Playback } from './playback.ts';
import { StoryEntry } from './story-entry.tsx';

/** How many events are shown at first: a call of hours has hundreds. The same number is in call.css. */
const maxLines = 30;

/** The call's events, newest first, each with its time in the call. */
export function CallStory({ live, playback }: { live: LiveCall; playback: Playback }) {
  const beganMs = Date.parse(live.view.value.started_at);
  const told = useComputed(() => tellStory(live.story.value));
  const lines = told.value;
  const persons = isOver(live.view.value.status) ? personsOf(live.story.value) : new Set<number>();
  const current = useComputed(() => {
    const at = playback.atMs.value;
    return at === undefined ? undefined : lineAt(told.value, at)?.id;
  }).value;
  const showsAll = useSignal(false);
  // What plays now must not stay hidden.
  const isFolded =
    !showsAll.value && lines.length > maxLines + 10 && lines.findIndex(({ id }) => id === current) < maxLines;
  return (
    <section class="card">
      <div class="card-head">
        <h2>What happened</h2>
        <a
          class="sm no-print"
          href={`/api/v1/calls/${encodeURIComponent(live.id)}/events?limit=1000`}
          target="_blank"
        >
          Raw events
        </a>
      </div>
      <div class="pad story-room">
        {isOver(live.view.value.status) && isForgotten(live.story.value) ? (
          <p class="muted">What happened is not kept any more: the call was too long ago.</p>
        ) : null}
        <ol class={`story ${isFolded ? 'folded' : ''}`} aria-label="What happened, newest first">
          {lines.map((each) => (
            <StoryEntry
              key={each.id}
              line={each}
              isCurrent={each.id === current}
              time={
                <MomentButton
                  atMs={Date.parse(each.at)}
                  text={writeSpan((Date.parse(each.at) - beganMs) / 1000)}
                  playback={playback}
                />
              }
            >
              {persons.has(each.id) ? (
                <PersonQuestion
                  callId={live.id}
                  eventId={each.id}
                  label={labelOf(live.story.value, each.id)}
                />
              ) : null}
            </StoryEntry>
          ))}
        </ol>
        {isFolded ? (
          <button type="button" class="btn sm no-print" onClick={() => (showsAll.value = true)}>
            Show all {lines.length} events
          </button>
        ) : null}
      </div>
    </section>
  );
}

/** The newest line at that moment; lines are newest first. */
function lineAt(lines: readonly StoryLine[], atMs: number): StoryLine | undefined {
  return lines.find(({ at }) => Date.parse(at) <= atMs);
}
