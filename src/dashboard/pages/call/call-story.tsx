import { writeSpan } from '../../state/formats.ts';
import { isOver, type LiveCall } from '../../state/live-call.ts';
import { labelOf, personsOf } from '../../state/person-labels.ts';
import { tellStory } from '../../state/story.ts';
import { PersonQuestion } from './person-question.tsx';
import { StoryEntry } from './story-entry.tsx';

/** What happened, newest first, each with its time in the call. */
export function CallStory({ live }: { live: LiveCall }) {
  const beganMs = Date.parse(live.view.value.started_at);
  const lines = tellStory(live.story.value);
  const persons = isOver(live.view.value.status) ? personsOf(live.story.value) : new Set<number>();
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
            <StoryEntry key={each.id} line={each} time={writeSpan((Date.parse(each.at) - beganMs) / 1000)}>
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
      </div>
    </section>
  );
}
