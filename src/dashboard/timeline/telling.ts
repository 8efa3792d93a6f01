import { sureness } from '../text/sureness.ts';
import { speakSpan, writeClock, writeClockSeconds } from '../text/formats.ts';
import { stretchClasses, type StretchType } from './classes.ts';
import type { Mark } from './drawing.ts';
import type { Stretch } from './stretches.ts';

/** The strip in words, for those who cannot see it. */
export function describeStrip(
  stretches: readonly Stretch[],
  marks: readonly Mark[],
  startMs: number,
  nowMs: number,
  isLive: boolean,
): string {
  if (stretches.length === 0)
    return isLive ? 'Nothing has been heard yet.' : 'Nothing was heard in this call.';
  const spent = new Map<StretchType, number>();
  for (const { type, fromMs, endMs } of stretches)
    spent.set(type, (spent.get(type) ?? 0) + ((endMs ?? nowMs) - fromMs) / 1000);
  const parts = [...spent]
    .filter(([type, seconds]) => type !== 'silence' && seconds >= 0.5)
    .map(([type, seconds]) => `${stretchClasses[type].name.toLowerCase()} ${speakSpan(Math.round(seconds))}`);
  const sent = marks.length === 0 ? '' : ` Sent: ${marks.map(({ label }) => speakDigits(label)).join(', ')}.`;
  const last = stretches.at(-1);
  const now =
    isLive && last?.endMs === undefined && last !== undefined
      ? ` Now: ${stretchClasses[last.type].name.toLowerCase()}.`
      : '';
  const heard = parts.length === 0 ? 'silence' : parts.join('; ');
  return `What was heard since ${writeClock(startMs)}: ${heard}.${sent}${now}`;
}

/** `Music, 14:05:10 to 14:09:02, sure`. */
export function describeStretch({ type, confidence, fromMs, endMs }: Stretch): string {
  const until = endMs === undefined ? 'until now' : `to ${writeClockSeconds(endMs)}`;
  const sure = type === 'you' ? '' : `, ${sureness(confidence)}`;
  return `${stretchClasses[type].name}, ${writeClockSeconds(fromMs)} ${until}${sure}`;
}

function speakDigits(label: string): string {
  return label.includes('•') ? 'digits that are kept hidden' : label;
}
