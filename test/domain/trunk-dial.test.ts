import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayMs, hourMs } from '../../src/domain/durations.ts';
import { measureUse, type TrunkDial } from '../../src/domain/trunk-dial.ts';

const nowMs = 10 * dayMs;
const minuteMs = 60_000;

function dial(changes: Partial<TrunkDial>): TrunkDial {
  return {
    id: 'dial_1',
    callId: 'call_1',
    number: '+12025550100',
    purpose: 'far',
    deviceId: null,
    atMs: nowMs - minuteMs,
    answeredAtMs: null,
    endedAtMs: null,
    ...changes,
  };
}
const use = (dials: TrunkDial[], expected: string[] = []) => measureUse(dials, new Set(expected), nowMs);

test('a dial counts for an hour and for a day, whatever came of it', () => {
  const ended = { endedAtMs: nowMs - 1 };
  const ages = [0, hourMs - 1, hourMs, dayMs - 1, dayMs].map((age) => dial({ ...ended, atMs: nowMs - age }));
  assert.is(use(ages).dialsInLastHour, 2);
  assert.is(use(ages).dialsInLastDay, 4);
});

test('a call that has yet to dial already counts', () => {
  const { dialsInLastHour, dialsInLastDay, activeCalls, openLegs } = use([dial({})], ['call_2']);
  assert.equal([dialsInLastHour, dialsInLastDay, activeCalls, openLegs], [2, 2, 2, 1]);
});

test('a device is a leg, not a call of its own', () => {
  const { activeCalls, openLegs } = use([dial({}), dial({ purpose: 'device' })]);
  assert.equal([activeCalls, openLegs], [1, 2]);
});

test('what was dialled while the clock was years ahead does not count for years; set back by an hour, it forgives nothing', () => {
  const ahead = nowMs + 3650 * dayMs;
  const wrong = dial({ atMs: ahead, answeredAtMs: ahead, endedAtMs: ahead + minuteMs });
  const stepped = dial({ atMs: nowMs - 5 * minuteMs, answeredAtMs: nowMs - 5 * minuteMs, endedAtMs: ahead });
  const lately = dial({ atMs: nowMs + hourMs - minuteMs, endedAtMs: nowMs + hourMs });
  const { dialsInLastHour, dialsInLastDay, minutesInLastDay } = use([wrong, stepped, lately]);
  assert.equal([dialsInLastHour, dialsInLastDay, minutesInLastDay], [1, 1, 0]);
  assert.is(use([dial({ atMs: ahead })]).openLegs, 1, 'one that goes on does');
});

test('minutes are connected time: a running leg until now, of an older one what lies in the day, none for ringing', () => {
  const running = dial({ answeredAtMs: nowMs - 3 * minuteMs });
  const over = dial({ answeredAtMs: nowMs - dayMs - minuteMs, endedAtMs: nowMs - dayMs + 2 * minuteMs });
  const before = dial({ answeredAtMs: nowMs - 2 * dayMs, endedAtMs: nowMs - dayMs - 1 });
  const rang = dial({ endedAtMs: nowMs });
  assert.is(use([running, over, before, rang]).minutesInLastDay, 5);
});

test.run();
