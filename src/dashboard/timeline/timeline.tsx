import './timeline.css';
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../shell/overlays/announcer.tsx';
import { serverNowMs, serverTimeAt } from '../state/gateway/clock.ts';
import { textScale } from '../text/text-scale.ts';
import { barsOf, type Mark, pinsOf } from './drawing.ts';
import { moved, msAt, type Scale, scaleOf, type Window, zoomed } from './scale.ts';
import { Strip } from './strip.tsx';
import { StripTable } from './strip-table.tsx';
import { type Heard, type Stretch, stretchesOf, type Talk } from './stretches.ts';
import { describeStretch, describeStrip } from './telling.ts';
import { type Wave, WaveStrip } from './wave.tsx';

export interface TimelineProps {
  segments: readonly Heard[];
  talks: readonly Talk[];
  marks: readonly Mark[];
  startMs: number;
  /** Undefined while the call runs. */
  endMs: number | undefined;
  /** The strip including its time labels. */
  height: number;
  /** Whether anything was heard recently; without it the line has no halo. */
  isFresh?: boolean;
  /** Whether to offer the table of what was heard. */
  hasList?: boolean;
  /** The recording's waveform, drawn above the strip on the same axis. */
  wave?: Wave | undefined;
  /** A marked moment. */
  cursor?: ReadonlySignal<number | undefined>;
  /** A moment was clicked, or Enter pressed on a sound. */
  onPick?: (ms: number) => void;
}

/** A live call is drawn this far ahead, so that between events only its edge moves. */
const aheadMs = 5_000;
const zoomFactor = 0.6;
const pinRoomPx = 24;
const timesPx = 20;
const wavePx = 112;
const waveGapPx = 6;
/** A pointer that moves further is dragging. */
const pressPx = 4;

/** What was heard in a call, on one axis. Redrawn when something is heard; in between, its edge grows each second. */
export function Timeline(props: TimelineProps) {
  const { segments, talks, marks, startMs, endMs, height, isFresh = true, hasList = true } = props;
  const { wave, cursor, onPick } = props;
  const isLive = endMs === undefined;
  const width = useSignal(0);
  const zoom = useSignal<Window | undefined>(undefined);
  const chosen = useSignal<number | undefined>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  useWidth(frame, width);

  const aheadOf = useComputed(() => Math.ceil(serverNowMs() / aheadMs) * aheadMs);
  const drawnUntilMs = isLive ? aheadOf.value : endMs;
  const nowMs = isLive ? serverTimeAt() : endMs;
  const stretches = stretchesOf(segments, talks);
  const whole: Window = { fromMs: startMs, toMs: Math.max(drawnUntilMs, startMs + 1_000) };
  const scale = scaleOf({ startMs, endMs: drawnUntilMs, isLive, width: width.value, zoom: zoom.value });
  const footY = height - timesPx * textScale();
  const hasPins = marks.length > 0;
  const bars = barsOf(stretches, scale, nowMs, footY, footY - (hasPins || isLive ? pinRoomPx : 4));

  const zoomBy = (factor: number, aroundMs = middleOf(zoom.value ?? whole)): void => {
    zoom.value = zoomed(whole, zoom.value, aroundMs, factor);
  };
  const pan = usePan({ scale, whole, zoom });
  const atX = (event: MouseEvent): number =>
    msAt(scale, event.clientX - (frame.current?.getBoundingClientRect().left ?? 0));
  const pressedX = useRef<number | undefined>(undefined);

  return (
    <figure class="tl">
      <div
        ref={frame}
        class={onPick === undefined ? 'tl-frame' : 'tl-frame picks'}
        role="group"
        aria-label={`What was heard: arrow keys go from sound to sound, ${onPick === undefined ? '' : 'Enter moves there, '}plus and minus change the scale`}
        tabIndex={0}
        onKeyDown={(event) => {
          if (walk(event.key, stretches, chosen)) event.preventDefault();
          else if (event.key === '+' || event.key === '=')
            zoomBy(zoomFactor, chosenMs(stretches, chosen.value));
          else if (event.key === '-') zoomBy(1 / zoomFactor);
          else if (event.key === '0') zoom.value = undefined;
          else if (event.key === 'Enter') {
            const ms = chosenMs(stretches, chosen.value);
            if (ms !== undefined) onPick?.(ms);
          }
        }}
        onBlur={() => (chosen.value = undefined)}
        onWheel={(event) => {
          // The wheel scrolls the page unless the strip has the focus; a pinch, which arrives as a wheel event with
          // Ctrl, is always meant for the strip.
          if (!event.ctrlKey && document.activeElement !== frame.current) return;
          event.preventDefault();
          zoomBy(event.deltaY < 0 ? zoomFactor : 1 / zoomFactor, atX(event));
        }}
        onDblClick={() => (zoom.value = undefined)}
        {...pan}
        onPointerDown={(event) => {
          pressedX.current = event.button === 0 ? event.clientX : undefined;
          pan.onPointerDown(event);
        }}
        onClick={(event) => {
          const from = pressedX.current;
          if (from !== undefined && Math.abs(event.clientX - from) < pressPx) onPick?.(atX(event));
        }}
      >
        {wave === undefined || width.value === 0 ? null : (
          <WaveStrip wave={wave} stretches={stretches} scale={scale} height={wavePx} cursor={cursor} />
        )}
        {width.value === 0 ? (
          <svg height={height} aria-hidden="true" />
        ) : (
          <Strip
            bars={bars}
            pins={pinsOf(marks, scale)}
            scale={scale}
            height={height}
            footY={footY}
            isLive={isLive && zoom.value === undefined}
            isFresh={isFresh}
            chosen={chosen.value}
            label={describeStrip(stretches, marks, startMs, nowMs, isLive)}
            cursor={cursor}
            cursorTop={wave === undefined ? 0 : -wavePx - waveGapPx}
          />
        )}
      </div>
      <div class="tl-foot">
        {hasList ? <StripTable stretches={stretches} /> : null}
        {zoom.value === undefined ? null : (
          <button type="button" class="tl-reset" onClick={() => (zoom.value = undefined)}>
            Show all of it
          </button>
        )}
      </div>
    </figure>
  );
}

function useWidth(frame: { current: HTMLElement | null }, width: Signal<number>): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => (width.value = element.clientWidth));
    watch.observe(element);
    width.value = element.clientWidth;
    return () => watch.disconnect();
  }, []);
}

interface PanNeeds {
  scale: Scale;
  whole: Window;
  zoom: Signal<Window | undefined>;
}

/** Dragging pans along the call while zoomed in. */
function usePan({ scale, whole, zoom }: PanNeeds) {
  const grabbed = useRef<{ x: number; window: Window } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (zoom.value !== undefined && event.button === 0)
        grabbed.current = { x: event.clientX, window: zoom.value };
    },
    onPointerMove: (event: PointerEvent) => {
      const from = grabbed.current;
      if (from === undefined) return;
      if (event.buttons === 0) {
        grabbed.current = undefined;
        return;
      }
      const msPerPx = (from.window.toMs - from.window.fromMs) / scale.width;
      zoom.value = moved(whole, from.window, (from.x - event.clientX) * msPerPx);
    },
    onPointerUp: () => (grabbed.current = undefined),
  };
}

function walk(key: string, stretches: readonly Stretch[], chosen: Signal<number | undefined>): boolean {
  const last = stretches.length - 1;
  if (last < 0) return false;
  const at = chosen.value;
  const next =
    key === 'ArrowLeft'
      ? Math.max(0, (at ?? last + 1) - 1)
      : key === 'ArrowRight'
        ? Math.min(last, (at ?? -1) + 1)
        : key === 'Home'
          ? 0
          : key === 'End'
            ? last
            : undefined;
  if (next === undefined) return false;
  chosen.value = next;
  announce(describeStretch(stretches[next] as Stretch));
  return true;
}

function chosenMs(stretches: readonly Stretch[], chosen: number | undefined): number | undefined {
  return chosen === undefined ? undefined : stretches[chosen]?.fromMs;
}

const middleOf = ({ fromMs, toMs }: Window): number => (fromMs + toMs) / 2;
