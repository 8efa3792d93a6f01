import { useComputed } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import { nowMs, serverNowMs } from '../../state/clock.ts';
import { writeRough, writeSpan } from '../../state/formats.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { audioTexts, sureness } from '../../state/status-texts.ts';
import { isOffline, lostAtMs } from '../../stream/connection.ts';

const barHeights = [6, 14, 9, 20, 8, 17, 11] as const;

/** What is heard now, since when and how sure: evidence that somebody listens. */
export function Hearing({ live }: { live: LiveCall }) {
  const last = live.segments.value.at(-1);
  const type = live.view.value.audio_type;
  const { icon, hearing, name } = audioTexts[type];
  const since = useComputed(() => {
    const open = live.segments.value.at(-1);
    return open === undefined ? '' : writeSpan((serverNowMs() - open.fromMs) / 1000);
  });
  if (isOffline.value) {
    const ago = (nowMs.value - (lostAtMs.value ?? nowMs.value)) / 1000;
    return (
      <div class="hear">
        <span class={`a ${type} badge-a`}>
          <Icon name={icon} />
        </span>
        <div class="what">
          <b>Last heard: {name.toLowerCase()}</b>
          <span class="muted sm">{writeRough(ago)} ago</span>
        </div>
      </div>
    );
  }
  return (
    <div class="hear">
      <span class={`a ${type} badge-a`}>
        <Icon name={icon} />
      </span>
      <div class="what">
        <b>Hearing {hearing}</b>
        {last === undefined || type === 'unknown' ? (
          <span class="muted sm">I listen from the first ring on</span>
        ) : (
          <span class="muted sm">
            for <span class="num">{since}</span> · {sureness(last.confidence)}{' '}
            <span class="desk-inline">({Math.round(last.confidence * 100)} %)</span>
          </span>
        )}
      </div>
      {type === 'unknown' || type === 'silence' ? null : (
        <svg class={`vu a ${type}`} width="39" height="26" aria-hidden="true">
          {barHeights.map((height, index) => (
            <rect
              key={index}
              x={index * 6}
              y={(26 - height) / 2}
              width="3"
              height={height}
              rx="1.5"
              class={`vu-${index % 4}`}
            />
          ))}
        </svg>
      )}
    </div>
  );
}
