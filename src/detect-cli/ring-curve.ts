import type { Thresholds } from '../detect/decision/sensitivity.ts';
import type { DetectorEvent } from '../detect/index.ts';
import { figure, percent } from './figures.ts';
import type { LabelledCall } from './labelled-call.ts';
import { replay, type Measured } from './replay.ts';
import { scoreRings, type RingScore } from './ring-score.ts';
import { ringsOf, type Ring } from './rings.ts';

const ringThresholds = [1.5, 1, 0.8, 0.5, 0.2, -0.1, -0.5, -1];

/** The figures at each threshold for ringing the owner, beside those of a single threshold without taking rings back. */
export function ringCurve(
  calls: readonly LabelledCall[],
  measured: ReadonlyMap<string, Measured>,
  chosen: Thresholds,
): string {
  const score = (rings: (call: Measured) => Ring[]): RingScore =>
    scoreRings(calls, (id) => rings(measured.get(id)!))!;
  const rows = ringThresholds.map((likelyLogOdds) => {
    const single = { likelyLogOdds, sureLogOdds: likelyLogOdds };
    const early = { likelyLogOdds, sureLogOdds: Math.max(likelyLogOdds, chosen.sureLogOdds) };
    const both = score((call) => ringsOf(replay(call, early)));
    return [
      `| ${bold(likelyLogOdds.toFixed(1), likelyLogOdds === chosen.likelyLogOdds)}`,
      `${both.takenBack}`,
      columns(both),
      `${columns(score((call) => neverBack(replay(call, single))))} |`,
    ].join(' | ');
  });
  const names = 'disturbed/h | first word to ring | missed | first right; within 5 s';
  return [
    `Rung from the threshold on, taken back until sure (${chosen.sureLogOdds}); alone: the same threshold, never taken back. First word to ring: median / p95, seconds.`,
    '',
    `| threshold | taken back | ${names} | alone: ${names} |`,
    `|${' --- |'.repeat(10)}`,
    ...rows,
  ].join('\n');
}

function neverBack(events: readonly DetectorEvent[]): Ring[] {
  return ringsOf(events.filter((event) => event.kind === 'person'));
}

function columns(score: RingScore): string {
  return [
    `${figure(score.disturbedPerHour, 2)} (${score.disturbed})`,
    `${figure(score.secondsToRingMedian, 2)} / ${figure(score.secondsToRingP95, 1)}`,
    `${score.missed}`,
    `${percent(score.firstRight)}; ${percent(score.firstRightWithin5s)}`,
  ].join(' | ');
}

function bold(text: string, isChosen: boolean): string {
  return isChosen ? `**${text}**` : text;
}
