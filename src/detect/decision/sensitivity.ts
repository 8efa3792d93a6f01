/**
 * The one threshold, in log-odds of a person. 0.5 is the operating point chosen by cross-validation (docs/detection.md
 * has the curve); 1 declares soonest and errs most, 0 is the most careful.
 */
const chosenLogOdds = 0.8;
const reachLogOdds = 2;

export function thresholdFor(sensitivity: number): number {
  const bounded = Number.isFinite(sensitivity) ? Math.min(1, Math.max(0, sensitivity)) : 0.5;
  return chosenLogOdds - (bounded - 0.5) * 2 * reachLogOdds;
}
