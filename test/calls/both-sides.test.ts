import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AudioFanOut } from '../../src/calls/hearing/audio-fan-out.ts';
import { hearBothSides } from '../../src/calls/hearing/both-sides.ts';

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
function ignore(): void {}

function listen() {
  const [far, near] = [new AudioFanOut(log), new AudioFanOut(log)];
  const pairs: (readonly [number, number])[] = [];
  const leave = hearBothSides(
    { far, near, log },
    { name: 'test', take: ([left, right]) => void pairs.push([left ?? NaN, right ?? NaN]) },
  );
  const say = (side: AudioFanOut, from: number, count: number): void => {
    for (let n = 0; n < count; n++) side.push(Int16Array.of(from + n));
  };
  return { far, near, pairs, say, leave };
}

test('the far end is heard at once while the owner is not there', () => {
  const { far, pairs, say } = listen();
  say(far, 1, 3);
  assert.equal(pairs, [
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
});

test("half a second of one side that arrives before the other's stays in step with it", () => {
  const { far, near, pairs, say } = listen();
  say(near, 1, 1);
  say(far, 1, 1);
  say(far, 2, 25);
  say(near, 2, 25);
  assert.is(pairs.length, 26);
  assert.ok(pairs.every(([left, right]) => left === right));
});

test('an owner who has gone holds the far end back for half a second once, and no longer', () => {
  const { far, near, pairs, say, leave } = listen();
  say(near, 1, 1);
  say(far, 1, 100);
  assert.is(pairs.length, 100);
  assert.equal(pairs.at(-1), [0, 100]);
  leave();
  say(far, 101, 1);
  assert.is(pairs.length, 100);
});

test.run();
