import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RemovalClock } from '../../src/wiring/process/removal-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 10, 29);

/** A machine whose clock can be set, and what its service has stored last. */
function machine(newestMs: number | undefined, aheadMs = 0) {
  const state = { aheadMs, upMs: 0 };
  const now = (): number => startMs + state.upMs + state.aheadMs;
  const clock = new RemovalClock(newestMs, now, () => state.upMs);
  return { state, now, clock };
}

test('a clock that shows what can be expected counts, also when it is set back', () => {
  const { state, now, clock } = machine(startMs - dayMs);
  for (const aheadMs of [0, hourMs, -400 * dayMs, 0.5 * hourMs - 400 * dayMs]) {
    state.aheadMs = aheadMs;
    state.upMs += hourMs;
    assert.is(clock.now(), now());
  }
});

test('without anything stored there is nothing to doubt it by', () => {
  const { now, clock } = machine(undefined, 400 * dayMs);
  assert.is(clock.now(), now());
});

test('a start years ahead counts for nothing, and is over once the clock is set', () => {
  const newestMs = startMs - hourMs;
  const { state, now, clock } = machine(newestMs, 3650 * dayMs);
  assert.is(clock.now(), newestMs);
  state.upMs += 600_000;
  assert.is(clock.now(), newestMs + 600_000);
  state.aheadMs = 0;
  assert.is(clock.now(), now());
});

test('so does a jump of years while it runs', () => {
  const { state, clock } = machine(startMs);
  state.upMs += hourMs;
  const beforeMs = clock.now();
  state.aheadMs = 800 * dayMs;
  state.upMs += hourMs;
  assert.is(clock.now(), beforeMs + hourMs);
});

test('after months in which nothing was stored, it counts an hour after the start', () => {
  const { state, now, clock } = machine(startMs - 60 * dayMs);
  assert.is(clock.now(), startMs - 60 * dayMs);
  state.upMs += hourMs;
  assert.is(clock.now(), now());
  state.upMs += hourMs;
  assert.is(clock.now(), now());
});

test.run();
