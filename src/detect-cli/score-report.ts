import { audioClasses } from '../detect/index.ts';
import { figure } from './figures.ts';
import { median } from './order-statistics.ts';
import type { RingScore } from './ring-score.ts';
import type { Score } from './score.ts';

function describeRings(score: RingScore | undefined): string[] {
  if (score === undefined) return [];
  return [
    '',
    `persons with a ring of 2 s     ${score.persons - score.missed} of ${score.persons}; missed ${score.missed}`,
    `first word to ring median/p95  ${figure(score.secondsToRingMedian, 2)} / ${figure(score.secondsToRingP95, 2)} s`,
    `owner disturbed (ring of 2 s)  ${score.disturbed}: ${figure(score.disturbedPerHour, 2)} per hour without a person`,
    `rings taken back               ${score.takenBack} of ${score.rings}, ${score.takenBackFromPersons} while a person was there`,
    `first ring right               ${figure(score.firstRight, 3)}; within 5 s ${figure(score.firstRightWithin5s, 3)}`,
  ];
}

/** The score for people to read. */
export function describeScore(score: Score): string {
  const lines = [
    `persons found                  ${figure(score.recall, 3)} of ${score.persons}`,
    `latency median / p95           ${figure(score.latencyMedian, 2)} / ${figure(score.latencyP95, 2)} s`,
    `false declarations             ${score.falseDeclarations} in ${figure(score.hoursWithoutPerson, 2)} h without a person: ${figure(score.falsePerHour, 2)} per hour`,
    `first declaration right        ${figure(score.firstRight, 3)}; within 5 s ${figure(score.firstRightWithin5s, 3)}`,
    `calls without a person quiet   ${score.quietCalls}`,
    `window accuracy                ${figure(score.windowAccuracy, 3)}; announcement and prompt as one ${figure(score.windowAccuracyMerged, 3)}`,
    `false declarations in          ${
      Object.entries(score.falseByLabel)
        .map(([label, count]) => `${label} ${count}`)
        .join(', ') || 'none'
    }`,
    ...describeRings(score.ringing),
    '',
    'scenario                calls persons found median false first right',
  ];
  for (const [name, s] of Object.entries(score.perScenario).sort(([a], [b]) => (a < b ? -1 : 1)))
    lines.push(
      `${name.padEnd(24)}${String(s.calls).padStart(4)}${String(s.persons).padStart(8)}${String(s.found).padStart(6)}${figure(median(s.latencies.toSorted((a, b) => a - b)), 2).padStart(7)}${String(s.falseDeclarations).padStart(6)}    ${s.firstRight}/${s.callsWithPerson}`,
    );
  if (score.windowAccuracy !== undefined) {
    lines.push(
      '',
      `windows: rows are the truth${' '.repeat(4)}${audioClasses.map((name) => name.slice(0, 8).padStart(9)).join('')}`,
    );
    for (const truth of audioClasses) {
      const row = score.confusion[truth];
      if (row)
        lines.push(
          truth.padEnd(31) + audioClasses.map((name) => String(row[name] ?? 0).padStart(9)).join(''),
        );
    }
  }
  return lines.join('\n');
}

/**
 * The score to share with others: without the sound, names, numbers and times that the labels and files of one's own calls contain.
 */
export function shareableReport(score: Score, settings: object): object {
  const { perScenario: _names, ...counted } = score;
  const hours = (Math.round(counted.hoursWithoutPerson * 10) / 10).toFixed(1);
  return { format: 'holdfast-score', version: 1, settings, ...counted, hoursWithoutPerson: Number(hours) };
}
