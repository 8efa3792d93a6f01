/** Log-odds of a person. */
export interface Thresholds {
  /** From here on the owner is rung; what follows confirms the person or takes it back. */
  likelyLogOdds: number;
  /** From here on only hold music, and words that recordings say, take the person back. */
  sureLogOdds: number;
}

/** The operating point (docs/detection-figures.md, "How the thresholds were chosen"). */
const chosen: Thresholds = { likelyLogOdds: 0.2, sureLogOdds: 1.5 };
const reachLogOdds = 2;

/**
 * 0.5 is the operating point; 1 rings soonest and errs most, 0 is the most careful. Both thresholds move together.
 * @param ringsEarly false: the owner is rung only for a person who is sure.
 */
export function thresholdsFor(sensitivity: number, ringsEarly = true): Thresholds {
  const bounded = Number.isFinite(sensitivity) ? Math.min(1, Math.max(0, sensitivity)) : 0.5;
  const lowered = (bounded - 0.5) * 2 * reachLogOdds;
  const sureLogOdds = chosen.sureLogOdds - lowered;
  return { likelyLogOdds: ringsEarly ? chosen.likelyLogOdds - lowered : sureLogOdds, sureLogOdds };
}
