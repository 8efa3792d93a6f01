import { writeRange } from '../../text/formats.ts';

/** What earlier calls say about this wait: evidence, never a countdown. */
export interface Outlook {
  lead: string;
  /** How many earlier waits lasted longer than this one has so far. */
  longer: number;
}

/** The middle half of the remaining waits, among those that had waited as long. */
export function outlook(samples: readonly number[], waitedSeconds: number): Outlook {
  const left = samples
    .filter((each) => each > waitedSeconds)
    .map((each) => each - waitedSeconds)
    .sort((a, b) => a - b);
  if (left.length === 0) return { lead: 'Longer than every earlier call', longer: 0 };
  return {
    lead: `Likely ${writeRange(quantile(left, 0.25), quantile(left, 0.75))} more`,
    longer: left.length,
  };
}

/** A quantile of sorted values, interpolated between neighbours. */
function quantile(sorted: readonly number[], part: number): number {
  const rank = (sorted.length - 1) * part;
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
