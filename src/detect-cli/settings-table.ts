import type { Thresholds } from '../detect/decision/sensitivity.ts';
import type { Detections } from './detections.ts';
import { figure, percent } from './figures.ts';
import type { LabelledCall } from './labelled-call.ts';
import { replay, type Measured } from './replay.ts';
import { ringsOf, surePersons } from './rings.ts';
import { scoreCalls } from './score.ts';

/** What the owner experiences with each setting of RING_EARLY and ASK_BACK, from calls that were heard once. */
export function settingsTable(
  calls: readonly LabelledCall[],
  measured: ReadonlyMap<string, Measured>,
  chosen: Thresholds,
): string {
  const names =
    'RING_EARLY | ASK_BACK | persons with a ring | first word to ring | first right; within 5 s | disturbed/h | taken back | sure: found | first word to sure | wrongly sure | questions';
  const rows = [true, false].flatMap((ringsEarly) =>
    [false, true].map((asksBack) => {
      const likelyLogOdds = ringsEarly ? chosen.likelyLogOdds : chosen.sureLogOdds;
      const detections: Detections = {};
      let questions = 0;
      for (const { id } of calls) {
        const events = replay(measured.get(id)!, { ...chosen, likelyLogOdds }, asksBack);
        // Without asking, the detector reports every further turn end as well: they are questions only with asking.
        if (asksBack) questions += events.filter(({ kind }) => kind === 'turn_end').length;
        detections[id] = { human: surePersons(events), rings: ringsOf(events) };
      }
      return `| ${yes(ringsEarly)} | ${yes(asksBack)} | ${row(calls, detections)} | ${questions} |`;
    }),
  );
  return [`| ${names} |`, `|${' --- |'.repeat(names.split('|').length)}`, ...rows].join('\n');
}

function row(calls: readonly LabelledCall[], detections: Detections): string {
  const score = scoreCalls(calls, detections);
  const { ringing } = score;
  if (ringing === undefined) return '';
  return [
    `${ringing.persons - ringing.missed} of ${ringing.persons}`,
    `${figure(ringing.secondsToRingMedian, 2)} / ${figure(ringing.secondsToRingP95, 1)} s`,
    `${percent(ringing.firstRight)}; ${percent(ringing.firstRightWithin5s)}`,
    `${figure(ringing.disturbedPerHour, 2)} (${ringing.disturbed})`,
    `${ringing.takenBack}`,
    figure(score.recall, 3),
    `${figure(score.latencyMedian, 2)} / ${figure(score.latencyP95, 1)} s`,
    `${score.falseDeclarations}`,
  ].join(' | ');
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}
