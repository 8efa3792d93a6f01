import type { ProgressTone } from './plans.ts';

/** One stretch in which a progress tone sounded. */
export interface Burst {
  startedAt: number;
  seconds: number;
}

/**
 * What a rhythm of bursts means. Ringback: 0.4–3 s on with longer gaps (US 2/4, EU 1/4 and 1/5, UK and AU
 * 0.4/0.2/0.4/2); busy: equal 0.35–0.8 s on and off; congestion ("fast busy"): equal 0.15–0.35 s.
 * `onSeconds` is the burst that sounds now, or the last one when `gapSeconds` > 0.
 */
export function judgeCadence(
  past: readonly Burst[],
  onSeconds: number,
  gapSeconds: number,
  possible: readonly ProgressTone[],
): ProgressTone | undefined {
  const may = (tone: ProgressTone) => possible.includes(tone);
  if (may('ringback') && onSeconds >= 0.85 && onSeconds <= 3.2) return 'ringback';
  const last = past.at(-1);
  if (!last) {
    // A lone short burst followed by a long gap is the start of a ringback that the answer cut off.
    return may('ringback') && onSeconds >= 0.35 && (gapSeconds > 1 || !may('busy')) ? 'ringback' : undefined;
  }
  const previous = past.at(-2);
  if (!previous) return undefined;
  const gap = last.startedAt - previous.startedAt - previous.seconds;
  const earlier = past.at(-3);
  const alike = earlier !== undefined && Math.abs(earlier.seconds - previous.seconds) < 0.1;
  const even =
    alike && Math.abs(gap - previous.seconds) < 0.12 && Math.abs(last.seconds - previous.seconds) < 0.1;
  if (even && previous.seconds >= 0.15 && previous.seconds < 0.36)
    return may('congestion') ? 'congestion' : undefined;
  if (even && previous.seconds < 0.8) return may('busy') ? 'busy' : undefined;
  if (may('ringback') && gap < 0.35 && previous.seconds >= 0.3 && previous.seconds < 0.6) return 'ringback';
  if (may('ringback') && gap > 1.5 && previous.seconds >= 0.3) return 'ringback';
  return undefined;
}
