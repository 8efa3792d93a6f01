import { heightOf } from './classes.ts';
import { type Scale, xOf } from './scale.ts';
import type { Stretch } from './stretches.ts';

export interface Bar {
  /** The stretch it represents. */
  index: number;
  stretch: Stretch;
  x: number;
  width: number;
  y: number;
  height: number;
  /** Grows until something else is heard. */
  isOpen: boolean;
}

const minPx = 2;
const gapPx = 1.5;

/**
 * The bars of a strip with their base at `footY`, at most `room` high. A stretch that crosses into the lens becomes
 * two bars.
 */
export function barsOf(
  stretches: readonly Stretch[],
  scale: Scale,
  nowMs: number,
  footY: number,
  room: number,
): Bar[] {
  const bars: Bar[] = [];
  for (const piece of scale.pieces) {
    const isLast = piece === scale.pieces.at(-1);
    stretches.forEach((stretch, index) => {
      // The latest sound is drawn as soon as it is reported, even if the gateway's clock is slightly ahead.
      const endMs = stretch.endMs ?? Math.max(nowMs, stretch.fromMs);
      const fromMs = Math.max(stretch.fromMs, piece.fromMs);
      const toMs = Math.min(endMs, piece.toMs);
      if (
        toMs < fromMs ||
        stretch.fromMs >= piece.toMs ||
        (endMs <= piece.fromMs && stretch.endMs !== undefined)
      )
        return;
      const x = place(piece, fromMs);
      const width = Math.max(minPx, place(piece, toMs) - x - gapPx);
      const height = heightOf(stretch.type) * room;
      bars.push({
        index,
        stretch,
        x,
        width,
        y: footY - height,
        height,
        isOpen: isLast && stretch.endMs === undefined,
      });
    });
  }
  return bars;
}

function place(piece: Scale['pieces'][number], ms: number): number {
  return piece.x + ((ms - piece.fromMs) / (piece.toMs - piece.fromMs)) * piece.width;
}

/** An action or decision at a moment. */
export interface Mark {
  atMs: number;
  label: string;
}

export interface Pin {
  x: number;
  label: string;
  /** The flag with the label. */
  flagX: number;
  flagWidth: number;
}

const togetherPx = 24;
const letterPx = 6.3;
const flagPaddingPx = 16;
const maxLabels = 6;

/** Marks too close to be read apart, or with overlapping flags, share one: `1 · 3 · ••96#`. */
export function pinsOf(marks: readonly Mark[], scale: Scale): Pin[] {
  const groups: { x: number; lastX: number; labels: string[] }[] = [];
  const first = scale.pieces[0];
  const last = scale.pieces.at(-1);
  for (const { atMs, label } of [...marks].sort((a, b) => a.atMs - b.atMs)) {
    if (first === undefined || last === undefined || atMs < first.fromMs || atMs > last.toMs) continue;
    const x = xOf(scale, atMs);
    const group = groups.at(-1);
    if (
      group !== undefined &&
      (x - group.lastX < togetherPx || covers(group, { x, labels: [label] }, scale))
    ) {
      group.labels.push(label);
      group.lastX = x;
    } else groups.push({ x, lastX: x, labels: [label] });
  }
  return groups.map((group) => pinOf(group, scale));
}

type Group = Pick<Pin, 'x'> & { labels: readonly string[] };

function covers(left: Group, right: Group, scale: Scale): boolean {
  const { flagX, flagWidth } = pinOf(left, scale);
  return flagX + flagWidth + minPx > pinOf(right, scale).flagX;
}

function pinOf({ x, labels }: Group, scale: Scale): Pin {
  let shown = Math.min(labels.length, maxLabels);
  let label = '';
  let flagWidth = Infinity;
  // No wider than the strip, which on a phone holds two long ones.
  for (; shown > 0 && flagWidth > scale.width; shown -= 1) {
    label = [...labels.slice(0, shown), ...(shown < labels.length ? ['…'] : [])].join(' · ');
    flagWidth = Math.round(label.length * letterPx + flagPaddingPx);
  }
  const flagX = Math.max(0, Math.min(scale.width - flagWidth, x - Math.min(flagWidth / 2, 13)));
  return { x, label, flagX, flagWidth };
}
