import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepEvents } from '../../src/wiring/parts/event-retention.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('event retention');

/** A store that removes in batches of these sizes, or fails; `asked` resolves once it was asked `count` times. */
function scriptedEvents(...answers: (number | Error)[]) {
  const times: number[] = [];
  let tell: () => void = () => undefined;
  return {
    times,
    remove(beforeMs: number): Promise<number> {
      times.push(beforeMs);
      tell();
      const answer = answers.shift() ?? 0;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    async asked(count: number): Promise<void> {
      while (times.length < count) await new Promise<void>((resolve) => (tell = resolve));
    },
  };
}

const quick = { sweepMs: 1, pauseMs: 1 };

test('batch after batch until nothing is left, again after a while, and after a fault', async () => {
  const events = scriptedEvents(200, 17, 0, new Error('database is locked'), 3);
  const log = memoryLog();
  const now = (): number => 100 * 86_400_000;
  const end = keepEvents({ events, keepDays: 30, log, now, ...quick });
  await events.asked(6);
  await end();
  assert.equal(new Set(events.times), new Set([70 * 86_400_000]));
  assert.equal(
    log.lines.slice(0, 3).map(({ level, fields }) => [level, fields['events'] ?? fields['why']]),
    [
      ['info', 217],
      ['warn', 'database is locked'],
      ['info', 3],
    ],
  );
  const asked = events.times.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.is(events.times.length, asked, 'it has ended');
});

test('with 0 days nothing is ever removed', async () => {
  const events = scriptedEvents();
  const end = keepEvents({ events, keepDays: 0, log: memoryLog(), ...quick });
  await end();
  assert.equal(events.times, []);
});

test.run();
