import './silhouette.css';
import { Icon } from '../../icons/icon.tsx';
import { heightOf } from '../../timeline/classes.ts';
import type { LiveCall } from '../../state/call/live-call.ts';

const height = 132;
const personPart = 6.5;

/** The whole wait as a silhouette, with the person at its end. */
export function Silhouette({ live }: { live: LiveCall }) {
  const startedMs = Date.parse(live.view.value.started_at);
  const personMs = live.person.value?.atMs ?? startedMs + 1;
  const span = Math.max(1, personMs - startedMs);
  const at = (ms: number): number =>
    Math.max(0, Math.min(1, (ms - startedMs) / span)) * (100 - personPart - 0.3);
  return (
    <div class="silw" aria-hidden="true">
      <svg class="sil" height={height} width="100%">
        {live.segments.value
          .filter((each) => each.fromMs < personMs && each.type !== 'live_human')
          .map((each) => {
            const from = at(each.fromMs);
            const width = at(Math.min(each.endMs ?? personMs, personMs)) - from;
            const tall = heightOf(each.type) * height;
            return (
              <rect
                key={each.fromMs}
                x={`${from.toFixed(2)}%`}
                width={`${Math.max(0.5, width - 0.3).toFixed(2)}%`}
                y={height - tall}
                height={tall}
                rx="4"
              />
            );
          })}
        <rect x={`${100 - personPart}%`} width={`${personPart}%`} y="0" height={height} rx="4" class="p" />
      </svg>
      <span class="pi">
        <Icon name="user-round" />
      </span>
    </div>
  );
}
