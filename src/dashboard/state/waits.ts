import { writeRange } from './formats.ts';

/** What earlier calls say about this wait: evidence, never a countdown. */
export interface Outlook {
  lead: string;
  /** Earlier waits that lasted longer than this one so far. */
  longer: number;
}

/** The middle half of what was left to wait for those who had waited as long. */
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

/** Of sorted values, between neighbours where the rank falls between them. */
function quantile(sorted: readonly number[], part: number): number {
  const rank = (sorted.length - 1) * part;
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
