import { useComputed } from '@preact/signals';
import { nowMs } from '../../../state/gateway/clock.ts';
import { isOver, type LiveCall } from '../../../state/call/live-call.ts';
import { isOffline } from '../../../state/gateway/reach.ts';
import { marksOf, talksOf } from '../../../timeline/from-call.ts';
import { Timeline } from '../../../timeline/timeline.tsx';

/** A stream silent for this long is no longer shown as listening. */
const freshMs = 10_000;

/** What was heard in a running call, with the digits sent and the owner's own talk. */
export function LiveTimeline({ live, height }: { live: LiveCall; height: number }) {
  const { started_at: startedAt, ended_at: endedAt, status } = live.view.value;
  const story = live.story.value;
  const isFresh = useComputed(() => nowMs.value - live.heardAtMs.value < freshMs);
  return (
    <Timeline
      segments={live.segments.value}
      talks={talksOf(story)}
      marks={marksOf(story)}
      startMs={Date.parse(startedAt)}
      endMs={isOver(status) && endedAt !== null ? Date.parse(endedAt) : undefined}
      height={height}
      isFresh={!isOffline.value && isFresh.value}
      hasList={false}
    />
  );
}
