import { useComputed, type ReadonlySignal } from '@preact/signals';
import { paintOf } from './classes.ts';
import { msAt, type Scale, xOf } from './scale.ts';
import type { Stretch } from './stretches.ts';

/** A recording's levels, on the axis of the strip. */
export interface Wave {
  fromMs: number;
  toMs: number;
  /** 0 to 1, evenly over that time. */
  peaks: readonly number[];
}

interface WaveStripProps {
  wave: Wave;
  stretches: readonly Stretch[];
  scale: Scale;
  height: number;
  cursor: ReadonlySignal<number | undefined> | undefined;
}

const stepPx = 4;
const barPx = 2.5;
const minPx = 3;

/** The waveform in the colours of what was heard; the part already played stands out. */
export function WaveStrip({ wave, stretches, scale, height, cursor }: WaveStripProps) {
  const bars = waveBars(wave, stretches, scale, height);
  const played = useComputed(() => cursor?.value !== undefined).value;
  const drawn = bars.map(({ x, y, height: tall, type }) => (
    <rect key={x} class={`f-${type}`} x={x} y={y} width={barPx} height={tall} rx="1" />
  ));
  return (
    <svg class="wave" width={scale.width} height={height} aria-hidden="true">
      <g class={played ? 'to-come' : undefined}>{drawn}</g>
      {played ? (
        <>
          <clipPath id="wave-played">
            <Played scale={scale} height={height} cursor={cursor} />
          </clipPath>
          <g clip-path="url(#wave-played)">{drawn}</g>
        </>
      ) : null}
    </svg>
  );
}

function Played({ scale, height, cursor }: Pick<WaveStripProps, 'scale' | 'height' | 'cursor'>) {
  const at = cursor?.value;
  return <rect x="0" y="0" width={at === undefined ? 0 : xOf(scale, at)} height={height} />;
}

export interface WaveBar {
  x: number;
  y: number;
  height: number;
  type: string;
}

/** The peak of each bar; nothing where nothing was recorded. */
function waveBars(
  { fromMs, toMs, peaks }: Wave,
  stretches: readonly Stretch[],
  scale: Scale,
  height: number,
): WaveBar[] {
  const msPerPeak = (toMs - fromMs) / Math.max(1, peaks.length);
  const bars: WaveBar[] = [];
  for (let x = 0; x + barPx <= scale.width; x += stepPx) {
    const [leftMs, rightMs] = [msAt(scale, x), msAt(scale, x + stepPx)];
    if (rightMs <= fromMs || leftMs >= toMs) continue;
    const first = Math.max(0, Math.floor((leftMs - fromMs) / msPerPeak));
    const last = Math.max(first + 1, Math.ceil((rightMs - fromMs) / msPerPeak));
    const loudest = peaks.slice(first, last).reduce((most, each) => Math.max(most, each), 0);
    // Speech is loud only briefly: the square root keeps it visible next to music.
    const tall = Math.max(minPx, Math.sqrt(loudest) * height);
    const midMs = (leftMs + rightMs) / 2;
    const stretch = stretches.findLast((each) => each.fromMs <= midMs && midMs < (each.endMs ?? Infinity));
    bars.push({
      x,
      y: (height - tall) / 2,
      height: tall,
      type: stretch === undefined ? 'silence' : paintOf(stretch.type),
    });
  }
  return bars;
}
