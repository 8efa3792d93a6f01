import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallDetector, type DetectorEvent } from '../../src/detect/index.ts';
import { babble, join, noise, silence, tone } from './sounds.ts';

/** Every number in an event or observation, at any depth. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value instanceof Float32Array) return [...value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function hear(samples: Int16Array, packet = 160): DetectorEvent[] {
  const detector = createCallDetector({});
  const events: DetectorEvent[] = [];
  for (let at = 0; at < samples.length; at += packet) {
    events.push(...detector.push(samples.subarray(at, at + packet)));
    assert.ok(numbersIn(detector.observation).every(Number.isFinite));
    assert.ok(numbersIn(detector.decision).every(Number.isFinite));
  }
  assert.ok(numbersIn(events).every(Number.isFinite));
  return events;
}

/** The end of a tone is known three hops later; the millisecond is for what binary fractions lose. */
const toneLagSeconds = 0.061;

const test = suite('bad input');

test('no samples, and less than a frame, yield nothing', () => {
  const detector = createCallDetector({});
  assert.equal(detector.push(new Int16Array(0)), []);
  assert.equal(detector.push(new Int16Array(7)), []);
  assert.is(detector.observation, undefined);
  assert.is(detector.decision.state, 'unknown');
});

test('digital silence is silence, without a hold and without a person', () => {
  const events = hear(silence(20));
  assert.not.ok(events.some((event) => event.kind === 'person' || event.kind === 'hold'));
});

for (const [name, samples] of [
  ['a DC offset', new Int16Array(40000).fill(9000)],
  ['full-scale noise', noise(6, 1, 3)],
  ['a clipped square wave', tone([200], 6, 9)],
  ['alternating extremes', Int16Array.from({ length: 40000 }, (_, n) => (n % 2 ? 32767 : -32768))],
] as const)
  test(`${name} declares nobody and breaks nothing`, () => {
    assert.not.ok(hear(samples).some((event) => event.kind === 'person'));
  });

test('the size of packets changes nothing', () => {
  const call = join(silence(0.5), tone([440, 480], 2), silence(2), babble(4, 3), noise(2, 0.02, 1));
  const expected = JSON.stringify(hear(call, 160));
  for (const packet of [1, 37, 240, 8000]) assert.is(JSON.stringify(hear(call, packet)), expected);
});

test('random runs of any samples give finite numbers and times in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          value: fc.integer({ min: -32768, max: 32767 }),
          spread: fc.integer({ min: 0, max: 32767 }),
          length: fc.integer({ min: 1, max: 6000 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      (runs) => {
        const samples = join(
          ...runs.map(({ value, spread, length }) =>
            Int16Array.from({ length }, (_, n) =>
              Math.max(-32768, Math.min(32767, value + ((n * 7919) % (spread + 1)))),
            ),
          ),
        );
        let newest = 0;
        for (const { kind, at } of hear(samples)) {
          const lag = kind === 'tone' ? toneLagSeconds : 0;
          assert.ok(at >= newest - lag && at <= samples.length / 8000, `${kind} at ${at} after ${newest}`);
          newest = Math.max(newest, at);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('options out of range are brought back into it', () => {
  for (const sensitivity of [NaN, -3, 7, Infinity]) {
    const detector = createCallDetector({ sensitivity });
    assert.not.throws(() => detector.push(babble(2, 1)));
  }
});

test.run();
