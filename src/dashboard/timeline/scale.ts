/** Maps moments to positions on the strip. */

export interface Window {
  fromMs: number;
  toMs: number;
}

export interface Piece extends Window {
  x: number;
  width: number;
}

export interface Scale {
  width: number;
  /** One piece, or two: everything earlier, and the last two minutes magnified. */
  pieces: readonly Piece[];
  isSplit: boolean;
}

const minSpanMs = 60_000;
const splitFromMs = 240_000;
const lensMs = 120_000;
const minZoomMs = 10_000;
/** Share of the strip's width: the future is to the right of the line. */
const edge = 0.955;
const splitAt = { desk: 0.61, phone: 0.58 };
const gapPx = 9;
const deskFromPx = 560;

export interface ScaleNeeds {
  startMs: number;
  /** Now, or the end of the call. */
  endMs: number;
  isLive: boolean;
  width: number;
  zoom?: Window | undefined;
}

export function scaleOf({ startMs, endMs, isLive, width, zoom }: ScaleNeeds): Scale {
  if (zoom !== undefined) return { width, pieces: [{ ...zoom, x: 0, width }], isSplit: false };
  const spanMs = endMs - startMs;
  if (!isLive) {
    const toMs = Math.max(endMs, startMs + 1);
    return { width, pieces: [{ fromMs: startMs, toMs, x: 0, width }], isSplit: false };
  }
  const nowX = width * edge;
  if (spanMs < splitFromMs) {
    const toMs = Math.max(endMs, startMs + minSpanMs);
    return { width, pieces: [{ fromMs: startMs, toMs, x: 0, width: nowX }], isSplit: false };
  }
  const lensX = width * (width < deskFromPx ? splitAt.phone : splitAt.desk);
  const lensFromMs = endMs - lensMs;
  return {
    width,
    pieces: [
      { fromMs: startMs, toMs: lensFromMs, x: 0, width: lensX - gapPx },
      { fromMs: lensFromMs, toMs: endMs, x: lensX, width: nowX - lensX },
    ],
    isSplit: true,
  };
}

/** Moments outside are moved to the nearest end. */
export function xOf(scale: Scale, ms: number): number {
  const piece = scale.pieces.find((each) => ms < each.toMs) ?? (scale.pieces.at(-1) as Piece);
  const share = (ms - piece.fromMs) / (piece.toMs - piece.fromMs);
  return piece.x + Math.max(0, Math.min(1, share)) * piece.width;
}

export function msAt(scale: Scale, x: number): number {
  const piece = [...scale.pieces].reverse().find((each) => x >= each.x) ?? (scale.pieces[0] as Piece);
  const share = Math.max(0, Math.min(1, (x - piece.x) / piece.width));
  return piece.fromMs + share * (piece.toMs - piece.fromMs);
}

/** Zooms around a moment; undefined when that shows everything. */
export function zoomed(
  whole: Window,
  current: Window | undefined,
  aroundMs: number,
  factor: number,
): Window | undefined {
  const { fromMs, toMs } = current ?? whole;
  const spanMs = Math.max(minZoomMs, (toMs - fromMs) * factor);
  if (spanMs >= whole.toMs - whole.fromMs) return undefined;
  const share = (aroundMs - fromMs) / (toMs - fromMs);
  return moved(whole, { fromMs: aroundMs - share * spanMs, toMs: aroundMs + (1 - share) * spanMs }, 0);
}

/** Pans along the call, within its ends. */
export function moved(whole: Window, { fromMs, toMs }: Window, byMs: number): Window {
  const spanMs = toMs - fromMs;
  const from = Math.max(whole.fromMs, Math.min(whole.toMs - spanMs, fromMs + byMs));
  return { fromMs: from, toMs: from + spanMs };
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map(
  (seconds) => seconds * 1000,
);

export interface Tick {
  ms: number;
  x: number;
  withSeconds: boolean;
}

/** Round moments, far enough apart to be readable. */
export function ticksOf(scale: Scale, minPx: number): Tick[] {
  const [piece] = scale.pieces as [Piece];
  const spanMs = piece.toMs - piece.fromMs;
  const step = steps.find((each) => (each / spanMs) * piece.width >= minPx) ?? (steps.at(-1) as number);
  const ticks: Tick[] = [{ ms: piece.fromMs, x: piece.x, withSeconds: step < 60_000 }];
  const offsetMs = new Date(piece.fromMs).getTimezoneOffset() * 60_000;
  for (let ms = Math.ceil((piece.fromMs - offsetMs) / step) * step + offsetMs; ms < piece.toMs; ms += step) {
    const x = xOf(scale, ms);
    // The first label is to the right of its moment, the last to the left.
    const apartPx = ticks.length === 1 ? minPx * 1.15 : minPx * 0.75;
    if (x - (ticks.at(-1)?.x ?? 0) < apartPx || x > piece.x + piece.width - minPx * 0.95) continue;
    ticks.push({ ms, x, withSeconds: step < 60_000 });
  }
  return ticks;
}
