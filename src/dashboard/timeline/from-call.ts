import type { StreamEvent } from '../api/types.ts';
import { maskDigits } from '../text/formats.ts';
import type { Mark } from './drawing.ts';
import type { Talk } from './stretches.ts';

/** When owner and far end were connected, from the call's events. */
export function talksOf(story: readonly StreamEvent[]): Talk[] {
  const talks: Talk[] = [];
  for (const event of story) {
    if (event.type !== 'call_status') continue;
    const atMs = Date.parse(event.timestamp);
    const open = talks.at(-1);
    if (open !== undefined && open.endMs === undefined) open.endMs = atMs;
    if (event.data.to === 'connected') talks.push({ fromMs: atMs, endMs: undefined });
  }
  return talks;
}

/** The digits sent; more than two are masked. */
export function marksOf(story: readonly StreamEvent[]): Mark[] {
  return story.flatMap((event) =>
    event.type === 'ivr_dtmf_sent'
      ? [{ atMs: Date.parse(event.timestamp), label: maskDigits(event.data.digits) }]
      : [],
  );
}
