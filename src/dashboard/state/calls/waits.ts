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

/** More calls than this are shown by fewer dots, each for an equal share of them: dots in a heap cannot be told apart. */
const maxDots = 30;
const fewerDots = 20;

/** How many calls a dot stands for. */
export const callsPerDot = (calls: number): number => (calls <= maxDots ? 1 : calls / fewerDots);

/** Where dots stand above an axis that ends at 1, and how large they are drawn. */
export interface DotPlot {
  dots: { seconds: number; row: number }[];
  /** Of the full size of a dot. */
  size: number;
  /** Of the full distance between rows. */
  step: number;
}

const sizes = [1, 0.8, 0.65, 0.5, 0.35];

/**
 * Dots of the largest size at which none covers another. Where even small ones do not fit, as with calls that all waited for the same time,
 * their rows move together.
 * @param samples sorted.
 * @param dotWidth a dot of full size, as a part of the axis.
 * @param rowsAt how many rows fit at a size.
 */
export function plotDots(
  samples: readonly number[],
  endSeconds: number,
  dotWidth: number,
  rowsAt: (size: number) => number,
): DotPlot {
  const told =
    callsPerDot(samples.length) === 1
      ? samples
      : Array.from({ length: fewerDots }, (_, index) => quantile(samples, (index + 0.5) / fewerDots));
  let size = 0;
  let dots: DotPlot['dots'] = [];
  let rows = 0;
  for (size of sizes) {
    dots = stack(told, endSeconds * dotWidth * size);
    rows = Math.max(0, ...dots.map(({ row }) => row + 1));
    if (rows <= rowsAt(size)) return { dots, size, step: size };
  }
  return { dots, size, step: size * ((rowsAt(size) - 1) / (rows - 1)) };
}

/** Each in the lowest row in which it has room. */
function stack(sorted: readonly number[], widthSeconds: number): DotPlot['dots'] {
  const ends: number[] = [];
  return sorted.map((seconds) => {
    const free = ends.findIndex((end) => end <= seconds);
    const row = free < 0 ? ends.length : free;
    ends[row] = seconds + widthSeconds;
    return { seconds, row };
  });
}
