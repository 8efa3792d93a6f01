import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PersonGrade } from '../../src/detect/types.ts';
import { KeptDetector } from '../../src/media/kept-detector.ts';
import { KeepingDetector } from './keeping-detector.ts';

const second = new Int16Array(8000);

interface Rig {
  kept: KeptDetector;
  /** The detectors so far, and who was there as each began. */
  made: { detector: KeepingDetector; person: PersonGrade | undefined }[];
  /** What was told of each failure: whether no other detector follows. */
  failures: boolean[];
  pass: (seconds: number) => void;
}

/** @param failsAt the pushes at which each detector in turn fails. */
function withDetectors(
  failsAt: (nth: number) => readonly number[],
  act: (rig: Rig) => void,
  person?: PersonGrade,
): void {
  let nowMs = 0;
  const clock = mock.method(performance, 'now', () => nowMs);
  try {
    const made: Rig['made'] = [];
    const failures: boolean[] = [];
    const kept = new KeptDetector(
      (known) => {
        const detector = new KeepingDetector(failsAt(made.length));
        made.push({ detector, person: known });
        return detector;
      },
      (_error, isOff) => failures.push(isOff),
      person,
    );
    act({
      kept,
      made,
      failures,
      pass(seconds) {
        for (let passed = 0; passed < seconds; passed++) {
          nowMs += 1000;
          kept.push(second);
        }
      },
    });
  } finally {
    clock.mock.restore();
  }
}

test('a detector that fails is followed by another a moment later, in the phase of the call', () =>
  withDetectors(
    (nth) => (nth === 0 ? [2] : []),
    ({ kept, made, failures, pass }) => {
      kept.setPhase('menu');
      kept.setPhase('holding');
      pass(3);
      assert.equal(failures, [false]);
      assert.is(kept.current, undefined);
      pass(2);
      assert.is(made.length, 2);
      assert.is(kept.current, made[1]?.detector);
      assert.equal(made[1]?.detector.phases, ['holding']);
      assert.is(kept.fromSample, 3 * 8000);
    },
  ));

test('one that cannot be created is tried again, too', () => {
  let tries = 0;
  const failures: boolean[] = [];
  let nowMs = 0;
  const clock = mock.method(performance, 'now', () => nowMs);
  const kept = new KeptDetector(
    () => {
      tries += 1;
      if (tries < 3) throw new Error('no memory');
      return new KeepingDetector();
    },
    (_error, isOff) => failures.push(isOff),
  );
  for (; nowMs < 5000; nowMs += 1000) kept.push(second);
  clock.mock.restore();
  assert.equal([tries, failures], [3, [false, false]]);
  assert.ok(kept.current);
});

test('the next one is told who was there when the last one heard anything', () =>
  withDetectors(
    () => [2],
    ({ made, pass }) => {
      assert.is(made[0]?.person, 'sure');
      made[0]!.detector.decision = { state: 'person', since: 0, confidence: 1, reason: '' };
      pass(4);
      assert.is(made[1]?.person, 'sure');
      pass(6);
      assert.is(made[2]?.person, undefined, 'they were gone by then');
    },
    'sure',
  ));

test('a person whom the owner has dismissed is not there for the next one', () =>
  withDetectors(
    () => [2],
    ({ kept, made, pass }) => {
      made[0]!.detector.decision = { state: 'person', since: 0, confidence: 1, reason: '' };
      pass(2);
      kept.rejectPerson();
      pass(2);
      assert.is(made[1]?.person, undefined);
    },
    'likely',
  ));

test('one that fails again and again is off for the rest of the call, which is told once', () =>
  withDetectors(
    () => [0],
    ({ kept, made, failures, pass }) => {
      pass(600);
      assert.is(made.length, 7);
      assert.equal(failures, [false, false, false, false, false, false, true]);
      assert.equal(kept.learned(), []);
    },
  ));

test('one that fails now and then in a long call is always followed by another', () =>
  withDetectors(
    () => [400],
    ({ kept, failures, pass }) => {
      pass(4000);
      assert.is(failures.length, 9);
      assert.not.ok(failures.includes(true));
      assert.ok(kept.current);
    },
  ));

test.run();
