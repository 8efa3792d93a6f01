import { type ReadonlySignal, useComputed } from '@preact/signals';
import { serverNowMs } from '../state/gateway/clock.ts';
import { writeClock, writeClockSeconds } from '../text/formats.ts';
import { textScale } from '../text/text-scale.ts';
import { paintOf } from './classes.ts';
import type { Bar, Pin } from './drawing.ts';
import { type Scale, ticksOf, xOf } from './scale.ts';

interface StripProps {
  bars: readonly Bar[];
  pins: readonly Pin[];
  scale: Scale;
  height: number;
  /** The bars' base line. */
  footY: number;
  isLive: boolean;
  isFresh: boolean;
  /** The stretch selected by the keyboard. */
  chosen: number | undefined;
  label: string;
  /** A marked moment, drawn from `cursorTop` down to the base. */
  cursor?: ReadonlySignal<number | undefined> | undefined;
  cursorTop?: number;
}

/** The drawing: attributes only, because the content security policy forbids inline styles. */
export function Strip(props: StripProps) {
  const { bars, pins, scale, height, footY, isLive, isFresh, chosen, label, cursor, cursorTop = 0 } = props;
  const [, lens] = scale.pieces;
  return (
    <svg role="img" aria-label={label} width={scale.width} height={height}>
      {lens === undefined ? null : (
        <rect
          class="lens"
          x={lens.x - 5}
          width={scale.width - lens.x + 5}
          y={20}
          height={height - 20}
          rx={10}
        />
      )}
      <line
        class="base"
        x1={0}
        x2={isLive ? scale.width * 0.96 : scale.width}
        y1={footY + 0.5}
        y2={footY + 0.5}
      />
      {bars.map((bar) => (
        <BarShape
          key={`${bar.stretch.fromMs}${bar.x}`}
          bar={bar}
          scale={scale}
          isChosen={bar.index === chosen}
        />
      ))}
      {bars.map(({ stretch, x, width, y }) =>
        stretch.type === 'you' && width > 36 ? (
          <text key={`you${x}`} class="tl-you" x={x + 9} y={y + 18}>
            You
          </text>
        ) : null,
      )}
      {pins.map((pin) => (
        <g class="pin" key={pin.x}>
          <line x1={pin.x} x2={pin.x} y1={20} y2={footY} />
          <rect x={pin.flagX} y={2} width={pin.flagWidth} height={19} rx={6} />
          <text x={pin.flagX + pin.flagWidth / 2} y={15.5} text-anchor="middle">
            {pin.label}
          </text>
        </g>
      ))}
      {isLive ? <Edge scale={scale} footY={footY} isFresh={isFresh} heardX={endOf(bars.at(-1))} /> : null}
      {cursor === undefined ? null : <Cursor scale={scale} top={cursorTop} footY={footY} cursor={cursor} />}
      <Times scale={scale} y={height - 4} isLive={isLive} />
    </svg>
  );
}

interface CursorProps {
  scale: Scale;
  top: number;
  footY: number;
  cursor: ReadonlySignal<number | undefined>;
}

/** The current position; hidden while it is outside the visible range. */
function Cursor({ scale, top, footY, cursor }: CursorProps) {
  const at = cursor.value;
  const [first, last] = [scale.pieces[0], scale.pieces.at(-1)];
  if (at === undefined || first === undefined || last === undefined) return null;
  if (at < first.fromMs || at > last.toMs) return null;
  const x = xOf(scale, at).toFixed(1);
  return (
    <>
      <line class="ph" x1={x} x2={x} y1={top} y2={footY} />
      <circle class="phd" cx={x} cy={top} r="5" />
    </>
  );
}

function BarShape({ bar, scale, isChosen }: { bar: Bar; scale: Scale; isChosen: boolean }) {
  const { x, y, height, width, stretch, isOpen } = bar;
  const className = isChosen ? 'tl-chosen' : undefined;
  const rounding = Math.min(3, width / 2);
  if (isOpen) return <OpenBar bar={bar} scale={scale} className={className} />;
  return (
    <rect
      class={className}
      x={x.toFixed(1)}
      y={y.toFixed(1)}
      width={width.toFixed(1)}
      height={height.toFixed(1)}
      rx={rounding}
      fill={`url(#p-${paintOf(stretch.type)})`}
    />
  );
}

/** The current sound's bar grows by itself; nothing else is redrawn for it. */
function OpenBar({ bar, scale, className }: { bar: Bar; scale: Scale; className: string | undefined }) {
  const { x, y, height, stretch } = bar;
  const width = useComputed(() => Math.max(2, xOf(scale, secondNow()) - x - 1).toFixed(1));
  return (
    <rect
      class={className}
      x={x.toFixed(1)}
      y={y.toFixed(1)}
      width={width}
      height={height.toFixed(1)}
      rx={3}
      fill={`url(#p-${paintOf(stretch.type)})`}
    />
  );
}

interface EdgeProps {
  scale: Scale;
  footY: number;
  isFresh: boolean;
  heardX: number;
}

/** Now, by the second, but never before a sound that was heard since. */
function Edge({ scale, footY, isFresh, heardX }: EdgeProps) {
  const place = useComputed(() => `translate(${Math.max(heardX, xOf(scale, secondNow())).toFixed(1)} 0)`);
  return (
    <>
      <line class="fut" x1={scale.width * 0.97} x2={scale.width} y1={footY} y2={footY} />
      <g transform={place}>
        <line class="now" x1={0} x2={0} y1={24} y2={footY} />
        {isFresh ? <circle class="halo" cx={0} cy={24} r={11} /> : null}
        <circle class="nowdot" cx={0} cy={24} r={4.5} />
      </g>
    </>
  );
}

/** Where the last sound ends, as far as it is known. */
function endOf(last: Bar | undefined): number {
  if (last === undefined) return 0;
  return last.isOpen ? last.x : last.x + last.width;
}

const secondNow = (): number => Math.floor(serverNowMs() / 1_000) * 1_000;

const isShort = ({ pieces: [piece] }: Scale): boolean =>
  piece !== undefined && piece.toMs - piece.fromMs < 600_000;

/** A time with its seconds, and room beside it. */
const tickPx = 84;

function Times({ scale, y, isLive }: { scale: Scale; y: number; isLive: boolean }) {
  const [, lens] = scale.pieces;
  const isNarrow = scale.width < 560;
  const end = scale.pieces.at(-1);
  return (
    <>
      {ticksOf(scale, tickPx * textScale()).map(({ ms, x, withSeconds }, index) => (
        <text key={ms} x={x} y={y} text-anchor={index === 0 ? 'start' : 'middle'}>
          {withSeconds ? writeClockSeconds(ms) : writeClock(ms)}
        </text>
      ))}
      {lens === undefined ? null : (
        <>
          <text class="on-lens" x={lens.x + 4} y={36}>
            last 2 min
          </text>
          <text x={lens.x + 4} y={y}>
            {isNarrow ? '−2 min' : writeClockSeconds(lens.fromMs)}
          </text>
        </>
      )}
      {end === undefined || (isLive && !scale.isSplit) ? null : (
        <text x={end.x + end.width} y={y} text-anchor={isLive ? 'middle' : 'end'}>
          {isLive ? 'now' : isShort(scale) ? writeClockSeconds(end.toMs) : writeClock(end.toMs)}
        </text>
      )}
    </>
  );
}
