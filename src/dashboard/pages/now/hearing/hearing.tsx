import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../icons/icon.tsx';
import { nowMs, serverNowMs } from '../../../state/gateway/clock.ts';
import { writeRough, writeSpan } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { audioTexts } from '../../../text/status-texts.ts';
import { sureness } from '../../../text/sureness.ts';
import { isOffline, lostAtMs } from '../../../state/gateway/reach.ts';

const meterPx = 26;
const quietestDb = -55;
/** A call being listened to sends something every second. */
const staleMs = 35_000;

/** What is heard now, since when and how certain: evidence that it is being listened to. */
export function Hearing({ live, children }: { live: LiveCall; children?: ComponentChildren }) {
  const last = live.segments.value.at(-1);
  const type = live.view.value.audio_type;
  const { icon, hearing, name } = audioTexts[type];
  const since = useComputed(() => {
    const open = live.segments.value.at(-1);
    return open === undefined ? '' : writeSpan((serverNowMs() - open.fromMs) / 1000);
  });
  const silentSeconds = useComputed(() => {
    const heardAtMs = isOffline.value ? (lostAtMs.value ?? nowMs.value) : live.heardAtMs.value;
    const silentMs = nowMs.value - heardAtMs;
    return isOffline.value || silentMs > staleMs ? Math.floor(silentMs / 1000) : undefined;
  }).value;
  if (silentSeconds !== undefined)
    return (
      <div class="hear">
        <span class={`a ${type} badge-a`}>
          <Icon name={icon} />
        </span>
        <div class="what">
          <b>Last heard: {name.toLowerCase()}</b>
          <span class="muted sm">{writeRough(silentSeconds)} ago</span>
        </div>
      </div>
    );
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
      <Levels live={live} type={type} />
      {children}
    </div>
  );
}

/** The measured level of the last seconds, one bar per second. */
function Levels({ live, type }: { live: LiveCall; type: string }) {
  const levels = live.levelsDb.value;
  if (levels.length === 0) return null;
  return (
    <svg class={`vu a ${type}`} width="51" height={meterPx} aria-hidden="true">
      {levels.map((levelDb, index) => {
        const loud = Math.max(0, Math.min(1, 1 - levelDb / quietestDb));
        const height = 3 + loud * (meterPx - 3);
        return (
          <rect key={index} x={index * 6} y={(meterPx - height) / 2} width="3" height={height} rx="1.5" />
        );
      })}
    </svg>
  );
}
