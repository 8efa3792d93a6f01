export function median(ordered: readonly number[]): number | undefined {
  const middle = ordered.length >> 1;
  return ordered.length % 2
    ? ordered[middle]
    : ordered.length
      ? (ordered[middle - 1]! + ordered[middle]!) / 2
      : undefined;
}

/** The element at a share (0 to 1) of the ordered values. */
export function elementAt(ordered: readonly number[], share: number): number | undefined {
  return ordered[roundHalfEven(share * (ordered.length - 1))];
}

/** As Python rounds, so that both scorers pick the same element. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
