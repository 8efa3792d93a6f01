import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scoreCalls, type Detections, type LabelledCall } from '../../src/detect-cli/score.ts';
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

test('no detections at all find nobody and alarm nobody', () => {
  const score = scoreCalls(calls, {});
  assert.is(score.recall, 0);
  assert.is(score.falsePerHour, 0);
  assert.is(score.windowAccuracy, undefined);
  assert.match(describeScore(score), /persons found +0\.000 of 3/);
});

test.run();
