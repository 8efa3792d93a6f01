import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetectorEvent } from '../../src/detect/index.ts';
import type { LabelledCall } from '../../src/detect-cli/labelled-call.ts';
import { ringsOf, surePersons } from '../../src/detect-cli/rings.ts';
import type { Detections } from '../../src/detect-cli/detections.ts';
import { scoreCalls } from '../../src/detect-cli/score.ts';
import { ringCurve } from '../../src/detect-cli/ring-curve.ts';
import { settingsTable } from '../../src/detect-cli/settings-table.ts';
import { thresholdsFor } from '../../src/detect/decision/sensitivity.ts';
import { describeScore } from '../../src/detect-cli/score-report.ts';

const { calls, detections } = JSON.parse(
  readFileSync(new URL('score-case.json', import.meta.url), 'utf8'),
) as {
  calls: LabelledCall[];
  detections: Detections;
};
const test = suite('score');

/** What the corpus' own score.py prints for the same calls and detections. */
const reference = {
  windowAccuracy: 0.667,
  windowAccuracyMerged: 0.778,
  recall: 1,
  latencyMedian: 2.7,
  latencyP95: 5.25,
  falsePerHour: 95.289,
  falseDeclarations: 5,
  firstRight: 0.5,
  firstRightWithin5s: 0.5,
  hoursWithoutPerson: 0.052,
};

test('three made-up calls score as the reference scorer scores them', () => {
  const score = scoreCalls(calls, detections);
  for (const [name, value] of Object.entries(reference))
    assert.ok(
      Math.abs((score[name as keyof typeof reference] ?? NaN) - value) < 0.0006,
      `${name}: ${score[name as keyof typeof reference]} is ${value}`,
    );
  assert.is(score.quietCalls, '0/1');
  assert.equal(score.falseByLabel, {
    announcement: 2,
    'announcement+advert': 1,
    silence: 1,
    music: 1,
  });
  assert.equal(score.confusion['live_human'], { live_human: 3, announcement: 1, silence: 1, music: 1 });
});

test('rings score as the reference scorer scores them; one that continues for a person declared again is not taken back', () => {
  const { ringing } = scoreCalls(calls, detections);
  const expected = {
    persons: 3,
    missed: 0,
    secondsToRingMedian: 2.7,
    secondsToRingP95: 5.25,
    disturbed: 2,
    disturbedPerHour: 38.115,
    rings: 10,
    takenBack: 7,
    takenBackFromPersons: 1,
    firstRight: 0.5,
    firstRightWithin5s: 0.5,
  };
  for (const [name, value] of Object.entries(expected))
    assert.ok(
      Math.abs((ringing?.[name as keyof typeof expected] ?? NaN) - value) < 0.0006,
      `${name}: ${ringing?.[name as keyof typeof expected]} is ${value}`,
    );
});

test('the rings of a call begin with a person, likely or sure, and end where the person is taken back', () => {
  const person = { kind: 'person', firstWordAt: 0, confidence: 0.5, reason: '' } as const;
  const events: DetectorEvent[] = [
    { ...person, at: 1, grade: 'likely' },
    { kind: 'person_confirmed', at: 2, confidence: 0.9, reason: '' },
    { ...person, at: 9, grade: 'likely' },
    { kind: 'person_retracted', at: 10.5, reason: '' },
    { ...person, at: 20, grade: 'sure' },
  ];
  assert.equal(ringsOf(events), [
    [1, 9],
    [9, 10.5],
    [20, null],
  ]);
  assert.equal(surePersons(events), [2, 20]);
});

test('no detections at all find nobody and alarm nobody', () => {
  const score = scoreCalls(calls, {});
  assert.is(score.recall, 0);
  assert.is(score.falsePerHour, 0);
  assert.is(score.windowAccuracy, undefined);
  assert.match(describeScore(score), /persons found +0\.000 of 3/);
});

test('calls without a person have figures that are not there, not NaN', () => {
  const call: LabelledCall = { id: 'a', scenario: '', duration: 9, segments: [], humans: [], speech: [] };
  const measured = new Map([[call.id, { recording: [], words: [] }]]);
  const thresholds = thresholdsFor(0.5);
  for (const table of [
    settingsTable([call], measured, thresholds),
    ringCurve([call], measured, thresholds),
    describeScore(scoreCalls([call], { a: { human: [], rings: [] } })),
  ]) {
    assert.match(table, /–/);
    assert.not.match(table, /NaN|Infinity/);
  }
});

test.run();
