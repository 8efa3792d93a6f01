import type { StoredEvent, TranscriptKind } from './events.ts';

/** A sentence of a call. */
export interface TranscriptLine {
  atMs: number;
  speaker: string;
  text: string;
  /** Seconds since the call began. */
  start: number | null;
  end: number | null;
  kind: TranscriptKind | null;
  timesHeard: number;
}

/**
 * What was said, in order of time, from a call's final `transcript_chunk` events. One with `times_heard` updates the sentence that it
 * counts: the newest one with these words, since a restart during the call starts the count again.
 */
export function transcriptLines(events: readonly StoredEvent[]): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (const event of events) {
    if (event.type !== 'transcript_chunk' || !event.data.is_final) continue;
    const { speaker, text, start = null, end = null, kind = null, times_heard: timesHeard = 1 } = event.data;
    const counted =
      timesHeard === 1 ? undefined : lines.findLast((line) => line.speaker === speaker && line.text === text);
    if (counted !== undefined) counted.timesHeard = timesHeard;
    else lines.push({ atMs: event.atMs, speaker, text, start, end, kind, timesHeard });
  }
  return inOrderOfTime(lines);
}

/** Two recognisers finish in any order. A line without times, from an older version, stays after the previous line. */
function inOrderOfTime(lines: readonly TranscriptLine[]): TranscriptLine[] {
  let newest = 0;
  return lines
    .map((line) => ({ line, at: (newest = line.start ?? newest) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line);
}
