import { isOver, type LiveCall } from '../../state/live-call.ts';
import { Timeline } from '../../timeline/timeline.tsx';
import { marksOf, talksOf } from '../../timeline/from-call.ts';
import { stretchClasses } from '../../timeline/classes.ts';

/** What was heard, from the dial to the end. Where a recording is kept its waveform stands above it, on the same axis. */
export function CallPicture({ live }: { live: LiveCall }) {
  const { status, ended_at: ended, started_at: began } = live.view.value;
  const over = isOver(status);
  const segments = live.segments.value;
  const endMs = over ? (ended === null ? lastHeardMs(live) : Date.parse(ended)) : undefined;
  const types = [...new Set(segments.map(({ type }) => type))];
  return (
    <section class="card player" aria-label="What was heard">
      <Timeline
        segments={segments}
        talks={talksOf(live.story.value)}
        marks={marksOf(live.story.value)}
        startMs={Date.parse(began)}
        endMs={endMs}
        height={132}
      />
      {types.length === 0 ? (
        <p class="muted sm">{over ? 'Nothing was heard in this call.' : 'Nothing has been heard yet.'}</p>
      ) : (
        <ul class="legend" aria-hidden="true">
          {types.map((type) => (
            <li key={type}>
              <svg>
                <rect width="16" height="12" rx="3" fill={`url(#p-${type})`} />
              </svg>
              {stretchClasses[type].name}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function lastHeardMs(live: LiveCall): number {
  const last = live.segments.value.at(-1);
  return last?.endMs ?? last?.fromMs ?? Date.parse(live.view.value.started_at);
}
