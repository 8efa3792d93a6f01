import { fork } from 'node:child_process';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FaultWatch } from '../../src/wiring/fault-watch.ts';
import { memoryLog } from '../store/fixtures.ts';

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

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function throwInAnEvent(): void {
  setImmediate(() => {
    throw new Error('of one connection');
  });
}

test('one that leaves the service answering costs nothing but a line and a count', () =>
  withWatch(
    () => Promise.resolve(true),
    async ({ watch, gaveUp, asked }) => {
      throwInAnEvent();
      void Promise.reject(new Error('of one promise'));
      await pause(300);
      assert.is(watch.count, 2);
      assert.is(asked(), 1, 'both were looked at together');
      assert.is(gaveUp(), 0);
      throwInAnEvent();
      await pause(100);
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
      await pause(400);
      assert.equal([asked(), gaveUp()], [2, 0]);
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
      await pause(600);
      assert.equal([asked(), gaveUp()], [2, 1]);
    }));

test('whoever reads the log may go: what cannot be written is no fault, which would be logged and fail again', async () => {
  const child = fork(new URL('./log-without-reader.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--import', 'tsx'],
  });
  try {
    await once(child, 'message');
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (let round = 0; round < 3; round++) {
      child.send('log');
      const [count] = (await once(child, 'message')) as [number];
      assert.is(count, 0);
    }
  } finally {
    child.kill('SIGKILL');
  }
});

test.run();
