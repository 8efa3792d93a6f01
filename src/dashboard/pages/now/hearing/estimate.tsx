import { useComputed } from '@preact/signals';
import { secondsOf } from '../../../state/gateway/clock.ts';
import { knownMs } from '../../../state/gateway/reach.ts';
import { writeRange, writeRough } from '../../../text/formats.ts';
import type { Estimate } from '../../../state/stored/known-numbers.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { callsPerDot, outlook, plotDots } from '../../../state/calls/waits.ts';
import { QueueWords } from './queue-words.tsx';

/** Earlier calls as dots, and this one's position among them. */
export function WaitOutlook({ live, estimate }: { live: LiveCall; estimate: Estimate }) {
  // To the quarter of a minute: slowly moving dots would look like progress.
  const waited = useComputed(() => Math.floor(secondsOf(live.hold.value, knownMs.value) / 15) * 15).value;
  const samples = [...estimate.samples].sort((a, b) => a - b);
  const { lead, longer } = outlook(samples, waited);
  const [shortest = 0] = samples;
  const longest = samples.at(-1) ?? 0;
  return (
    <div class="eta">
      <div class="leadrow">
        <p class="lead">{lead}</p>
        <QueueWords live={live} />
      </div>
      <p class="muted sm">
        {samples.length} earlier calls: {writeRange(shortest, longest)}, most of them{' '}
        <span class="tel">{writeRange(estimate.p25, estimate.p75)}</span>.{tellDots(samples.length)}
      </p>
      <WaitDots samples={samples} waited={waited} p25={estimate.p25} p75={estimate.p75} longer={longer} />
    </div>
  );
}

function tellDots(calls: number): string {
  const each = callsPerDot(calls);
  if (each === 1) return '';
  return ` Each dot is ${Number.isInteger(each) ? '' : 'about '}${Math.round(each)} of them.`;
}

interface DotsProps {
  samples: readonly number[];
  waited: number;
  p25: number;
  p75: number;
  longer: number;
}

const footY = 35.6;
const dotStep = 11;
const dotRadius = 4.6;
/** Of the axis where it is narrowest, on a phone. */
const dotWidth = 0.028;
/** Above the axis; the mark of this call reaches as high. */
const rowsAt = (size: number): number => 1 + Math.floor((footY - 2 * dotRadius * size) / (dotStep * size));

function WaitDots({ samples, waited, p25, p75, longer }: DotsProps) {
  const end = axisEnd(Math.max(waited, ...samples));
  const at = (seconds: number): string => `${((seconds / end) * 100).toFixed(2)}%`;
  const { dots, size, step } = plotDots(samples, end, dotWidth, rowsAt);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => part * end);
  return (
    <svg
      role="img"
      aria-label={`${samples.length} earlier calls waited ${writeRough(samples[0] ?? 0)} to ${writeRough(samples.at(-1) ?? 0)}. You have waited ${writeRough(waited)}; ${longer} of them waited longer.`}
    >
      <line class="axis" x1="0" x2="100%" y1="38.5" y2="38.5" />
      <rect class="win" x={at(p25)} width={at(Math.max(0, p75 - p25))} y="36" height="5" rx="2.5" />
      {dots.map(({ seconds, row }, index) => (
        <circle
          key={index}
          class={seconds > waited ? 'still' : 'past'}
          cx={at(seconds)}
          cy={footY - dotRadius * size - row * dotStep * step}
          r={(seconds > waited ? dotRadius : dotRadius - 0.6) * size}
        />
      ))}
      <line class="me" x1={at(waited)} x2={at(waited)} y1="0" y2="45" />
      {ticks.map((seconds, index) => (
        <text
          key={seconds}
          x={at(seconds)}
          y="46"
          class={isBetween(index, ticks.length) ? 'between' : undefined}
          text-anchor={index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle'}
        >
          {Math.round(seconds / 60)}
          {index === ticks.length - 1 ? ' min' : ''}
        </text>
      ))}
    </svg>
  );
}

/** Neither an end of the axis nor its middle: left out where text is large. */
const isBetween = (index: number, count: number): boolean => index % 2 === 1 && index < count - 1;

/** A round end divisible by four, so that the ticks are whole minutes. */
function axisEnd(seconds: number): number {
  const minutes = Math.max(4, seconds / 60);
  const steps = [4, 8, 12, 20, 40, 60, 80, 120, 160, 240];
  return (steps.find((each) => each >= minutes * 1.05) ?? Math.ceil(minutes / 60) * 60) * 60;
}
