import type { StreamEvent, TranscriptChunk } from '../../api/types.ts';

/** One line of what was said. */
export interface SpokenLine {
  id: string;
  /** Epoch milliseconds of the gateway's clock. */
  fromMs: number;
  speaker: string;
  kind: string | null;
  text: string;
  timesHeard: number;
}

/**
 * From a call's events, oldest first; an event that counts a sentence belongs to that sentence, as in the transcript.
 */
export function spokenOf(story: readonly StreamEvent[], startedAt: string): SpokenLine[] {
  const lines: SpokenLine[] = [];
  for (const event of story) {
    if (event.type !== 'transcript_chunk' || !event.data.is_final) continue;
    const { speaker, text, start, kind = null, times_heard: timesHeard = 1 } = event.data;
    const counted =
      timesHeard === 1 ? undefined : lines.findLast((each) => each.speaker === speaker && each.text === text);
    if (counted !== undefined) counted.timesHeard = timesHeard;
    else
      lines.push({
        id: String(event.id),
        fromMs: momentOf(start ?? null, event.timestamp, startedAt),
        speaker,
        kind,
        text,
        timesHeard,
      });
  }
  return inOrder(lines);
}

/** From the stored transcript. */
export function linesOf(chunks: readonly TranscriptChunk[], startedAt: string): SpokenLine[] {
  return inOrder(
    chunks.map(({ timestamp, speaker, kind, text, start, times_heard: timesHeard }, index) => ({
      id: String(index),
      fromMs: momentOf(start, timestamp, startedAt),
      speaker,
      kind,
      text,
      timesHeard,
    })),
  );
}

/** Sorted by when they were said; they arrive in the order they were understood. */
function inOrder(lines: SpokenLine[]): SpokenLine[] {
  return lines.sort((a, b) => a.fromMs - b.fromMs);
}

/** When it was said or, if unknown, when it was understood. */
function momentOf(start: number | null, told: string, startedAt: string): number {
  return start === null ? Date.parse(told) : Date.parse(startedAt) + start * 1000;
}
