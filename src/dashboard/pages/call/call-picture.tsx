import { useEffect } from 'preact/hooks';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';
import { Timeline } from '../../timeline/timeline.tsx';
import { marksOf, talksOf } from '../../timeline/from-call.ts';
import { stretchClasses, type StretchType } from '../../timeline/classes.ts';
import { stretchesOf } from '../../timeline/stretches.ts';
import type { Wave } from '../../timeline/wave.tsx';
import type { CallData } from './call-data.ts';
import type { Playback } from './playback.ts';
import { PlayerBar } from './player-bar.tsx';
import { RecordingNotice } from './recording-notice.tsx';

/** Sounds nobody needs to hear again. */
const passedOver: readonly StretchType[] = ['music', 'ringing'];
const minPassedMs = 1_500;

/** What was heard, from dialling to the end. With a recording, its waveform is above it on the same axis. */
export function CallPicture({
  live,
  data,
  playback,
}: {
  live: LiveCall;
  data: CallData;
  playback: Playback;
}) {
  const { status, ended_at: ended, started_at: began } = live.view.value;
  const over = isOver(status);
  const segments = live.segments.value;
  const talks = talksOf(live.story.value);
  const endMs = over ? (ended === null ? lastHeardMs(live) : Date.parse(ended)) : undefined;
  const types = [...new Set(segments.map(({ type }) => type))];
  const wave = waveOf(data, playback);
  useEffect(() => {
    playback.music.value = stretchesOf(segments, talks, Infinity).flatMap(({ type, fromMs, endMs: toMs }) =>
      passedOver.includes(type) && toMs !== undefined && toMs - fromMs >= minPassedMs
        ? [{ fromMs, toMs }]
        : [],
    );
  }, [segments, status]);
  return (
    <section class="card player" aria-label="What was heard">
      {over && types.length === 0 && wave === undefined ? null : (
        <Timeline
          segments={segments}
          talks={talks}
          marks={marksOf(live.story.value)}
          startMs={Date.parse(began)}
          endMs={endMs}
          height={wave === undefined ? 132 : 92}
          wave={wave}
          cursor={playback.atMs}
          onPick={(ms) => playback.goTo(ms)}
        />
      )}
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
      <RecordingNotice live={live} data={data} />
      {playback.range.value === undefined ? null : <PlayerBar data={data} playback={playback} />}
    </section>
  );
}

/** Both sides combined: the colours show who spoke. */
function waveOf(data: CallData, playback: Playback): Wave | undefined {
  const range = playback.range.value;
  const read = data.peaks.value;
  if (range === undefined || read === undefined || read.far.length === 0) return undefined;
  const peaks = read.far.map((far, index) => Math.max(far, read.owner[index] ?? 0));
  return { fromMs: range.fromMs, toMs: range.fromMs + read.duration * 1000, peaks };
}

function lastHeardMs(live: LiveCall): number {
  const last = live.segments.value.at(-1);
  return last?.endMs ?? last?.fromMs ?? Date.parse(live.view.value.started_at);
}
