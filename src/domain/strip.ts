import type { AudioClass } from './audio-class.ts';
import type { ClassifiedSegment } from './call.ts';

/** What was heard in a call, small enough to be drawn in a row of a list. */

export type StripSource = Pick<ClassifiedSegment, 'audioClass' | 'startSeconds' | 'endSeconds'>;
export type StripSegment = [audioClass: AudioClass, startSeconds: number, endSeconds: number];

export const maxStripSegments = 60;
/** A pause for breath does not end what is heard. */
const shortSilenceSeconds = 1;

/**
 * Equal neighbours are merged. If there are still too many, each part of the call shows its longest sound. A person, however
 * brief, is never left out.
 * @param openUntil end of a segment that has none yet, seconds.
 */
export function stripOf(segments: readonly StripSource[], openUntil: number): StripSegment[] {
  const merged = merge(
    segments.map(({ audioClass, startSeconds, endSeconds }) => [
      audioClass,
      startSeconds,
      Math.max(startSeconds, endSeconds ?? openUntil),
    ]),
  );
  return merged.length <= maxStripSegments ? merged : merge(coarsen(merged));
}

function merge(segments: readonly StripSegment[]): StripSegment[] {
  const merged: StripSegment[] = [];
  for (const [audioClass, start, end] of segments) {
    const last = merged.at(-1);
    const joins =
      last !== undefined &&
      (last[0] === audioClass || (audioClass === 'silence' && end - start < shortSilenceSeconds));
    if (joins) last[2] = end;
    else merged.push([audioClass, start, end]);
  }
  return merged;
}

function coarsen(segments: readonly StripSegment[]): StripSegment[] {
  const from = segments[0]?.[1] ?? 0;
  const partSeconds = ((segments.at(-1)?.[2] ?? from) - from) / maxStripSegments;
  let first = 0;
  return Array.from({ length: maxStripSegments }, (_, part) => {
    const start = from + part * partSeconds;
    const end = start + partSeconds;
    while ((segments[first]?.[2] ?? Infinity) <= start) first += 1;
    const heard = new Map<AudioClass, number>();
    for (let n = first; n < segments.length; n++) {
      const [audioClass, begins, ends] = segments[n] as StripSegment;
      if (begins >= end) break;
      const seconds = Math.min(end, ends) - Math.max(start, begins);
      heard.set(audioClass, (heard.get(audioClass) ?? 0) + seconds);
    }
    return [longest(heard), start, end];
  });
}

function longest(heard: ReadonlyMap<AudioClass, number>): AudioClass {
  if (heard.has('live_human')) return 'live_human';
  let best: [AudioClass, number] = ['silence', 0];
  for (const each of heard) if (each[1] > best[1]) best = each;
  return best[0];
}
