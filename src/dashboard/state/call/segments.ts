import type { AudioType, TimelineSegment } from '../../api/types.ts';

/** A stretch of one class; `endMs` is undefined while it goes on. Epoch milliseconds of the gateway's clock. */
export interface Segment {
  type: Exclude<AudioType, 'unknown'>;
  confidence: number;
  fromMs: number;
  endMs: number | undefined;
}

type Segments = readonly Segment[];

/** What was read; what is known beyond it stays. */
export function segmentsRead(known: Segments, read: readonly TimelineSegment[]): Segments {
  const segments = read.flatMap((each): Segment[] => {
    if ((each.type as string) === 'unknown') return [];
    const fromMs = Date.parse(each.from);
    const endMs = each.end === null ? undefined : fromMs + (each.end - each.start) * 1000;
    return [{ type: each.type as Segment['type'], confidence: each.confidence, fromMs, endMs }];
  });
  const last = segments.at(-1);
  const newer = known.filter(({ fromMs }) => last !== undefined && fromMs > last.fromMs);
  const [next] = newer;
  if (last !== undefined && next !== undefined) last.endMs ??= next.fromMs;
  return [...segments, ...newer];
}

/** From this moment on `type` is heard. */
export function segmentsHearing(known: Segments, type: string, confidence: number, atMs: number): Segments {
  if (type === 'unknown') return known;
  const last = known.at(-1);
  if (last !== undefined && atMs <= last.fromMs) return known; // already read with the timeline
  if (last !== undefined && last.endMs === undefined && last.type === type)
    return confidence === last.confidence ? known : [...known.slice(0, -1), { ...last, confidence }];
  const closed =
    last === undefined
      ? []
      : [...known.slice(0, -1), { ...last, endMs: last.endMs ?? Math.max(atMs, last.fromMs) }];
  return [...closed, { type: type as Segment['type'], confidence, fromMs: atMs, endMs: undefined }];
}

/** Nothing is heard any more. */
export function segmentsClosed(known: Segments, atMs: number): Segments {
  const last = known.at(-1);
  if (last === undefined || last.endMs !== undefined) return known;
  return [...known.slice(0, -1), { ...last, endMs: Math.max(atMs, last.fromMs) }];
}
