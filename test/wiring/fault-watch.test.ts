import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FaultWatch } from '../../src/wiring/process/fault-watch.ts';
import { memoryLog } from '../store/fixtures.ts';
import { until } from '../rig/until.ts';

const test = suite('faults that nobody caught');

async function withWatch(
  answers: () => Promise<boolean>,
  act: (seen: { watch: FaultWatch; gaveUp: () => number; asked: () => number }) => Promise<void>,
): Promise<void> {
  const log = memoryLog();
  const watch = new FaultWatch();
  let gaveUp = 0;
  let asked = 0;
  const end = watch.watch({
    log,
    answers: () => {
      asked += 1;
      return answers();
    },
    giveUp: () => (gaveUp += 1),
    looksAfterMs: [10, 20],
    answerWithinMs: 50,
  });
  try {
    await act({ watch, gaveUp: () => gaveUp, asked: () => asked });
    assert.ok(log.lines.every(({ level }) => level === 'error'));
    assert.ok(log.lines.length > 0);
  } finally {
    end();
  }
}

function throwInAnEvent(): void {
  setImmediate(() => {
    throw new Error('of one connection');
  });
}

test('one that leaves the service answering costs nothing but a line and a count', () =>
  withWatch(
    () => Promise.resolve(true),
    async ({ watch, gaveUp, asked }) => {
      setImmediate(() => {
        void Promise.reject(new Error('of one promise'));
        throw new Error('of one connection');
      });
      await until(() => asked() > 0);
      assert.is(watch.count, 2);
      assert.is(asked(), 1, 'both were looked at together');
      throwInAnEvent();
      await until(() => asked() > 1);
      assert.equal([watch.count, asked(), gaveUp()], [3, 2, 0]);
    },
  ));

test('one after which the service answers late is forgiven', () => {
  let first = true;
  return withWatch(
    () => {
      const answer = first ? new Promise<boolean>(() => undefined) : Promise.resolve(true);
      first = false;
      return answer;
    },
    async ({ gaveUp, asked }) => {
      throwInAnEvent();
      await until(() => asked() === 2);
      throwInAnEvent();
      await until(() => asked() === 3); // it is asked at the next fault only if the last one is over
      assert.is(gaveUp(), 0);
    },
  );
});

for (const [how, answers] of [
  ['says no', () => Promise.resolve(false)],
  ['fails', () => Promise.reject(new Error('refused'))],
  ['is silent', () => new Promise<boolean>(() => undefined)],
] as const)
  test(`one after which the service ${how} twice ends the process`, () =>
    withWatch(answers, async ({ gaveUp, asked }) => {
      throwInAnEvent();
      await until(() => gaveUp() > 0);
      assert.equal([asked(), gaveUp()], [2, 1]);
    }));

test.run();
