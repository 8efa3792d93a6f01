import { useComputed } from '@preact/signals';
import { heightOf } from '../../../timeline/classes.ts';
import { serverNowMs } from '../../../state/gateway/clock.ts';
import { isOver, type LiveCall } from '../../../state/call/live-call.ts';
import { stretchesOf } from '../../../timeline/stretches.ts';
import { audioTexts } from '../../../text/status-texts.ts';

const minSpanMs = 60_000;

/** Everything heard in a call, small: one band without marks. */
export function HeardStrip({ live, height }: { live: LiveCall; height: number }) {
  const startedMs = Date.parse(live.view.value.started_at);
  const over = isOver(live.status);
  // Redrawn when something new is heard, otherwise every five seconds.
  const nowMs = useComputed(() => Math.ceil(serverNowMs() / 5_000) * 5_000);
  const endMs = over ? Date.parse(live.view.value.ended_at ?? '') || startedMs : nowMs.value;
  const spanMs = Math.max(over ? 1 : minSpanMs, endMs - startedMs);
  const at = (ms: number): number => Math.max(0, Math.min(100, ((ms - startedMs) / spanMs) * 100));
  const last = live.segments.value.at(-1);
  return (
    <figure class="tl">
      <svg
        role="img"
        height={height}
        aria-label={`What was heard in this call${last === undefined ? '' : `; last ${audioTexts[last.type].hearing}`}.`}
      >
        <line class="base" x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
        {stretchesOf(live.segments.value).map((each) => {
          const from = at(each.fromMs);
          const width = at(each.endMs ?? endMs) - from;
          const tall = heightOf(each.type) * (height - 4);
          return (
            <rect
              key={each.fromMs}
              x={`${from.toFixed(2)}%`}
              width={`${Math.max(0.25, width - 0.2).toFixed(2)}%`}
              y={height - tall}
              height={tall}
              rx="3"
              fill={`url(#p-${each.type})`}
            />
          );
        })}
      </svg>
    </figure>
  );
}
