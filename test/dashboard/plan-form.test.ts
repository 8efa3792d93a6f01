import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  daysToChoose,
  faultOfTime,
  momentOf,
  suggestTime,
} from '../../src/dashboard/state/calls/planned-time.ts';
import { tellReasons, tellTries } from '../../src/dashboard/text/again.ts';
import { tellMoment } from '../../src/dashboard/text/days.ts';

const now = new Date(2026, 10, 22, 14, 30).getTime();

test('a planned call begins with the next full hour that leaves half an hour', () => {
  assert.equal(suggestTime(now), { day: '2026-11-22', time: '15:00' });
  assert.equal(suggestTime(now + 60_000), { day: '2026-11-22', time: '16:00' });
  assert.equal(suggestTime(new Date(2026, 11, 31, 23, 45).getTime()), { day: '2027-01-01', time: '01:00' });
  assert.is(faultOfTime(suggestTime(now), now), '');
});

test('the time is that of this browser, and what is wrong with it is said', () => {
  assert.is(momentOf({ day: '2026-11-22', time: '14:31' }), now + 60_000);
  assert.equal(daysToChoose(now), { first: '2026-11-22', last: '2026-12-06' });
  for (const [day, time, told] of [
    ['2026-11-22', '14:31', /^$/],
    ['2026-12-06', '14:29', /^$/],
    ['', '09:00', /^Choose a day and a time\.$/],
    ['2026-11-23', '', /^Choose a day and a time\.$/],
    ['2026-11-22', '14:30', /^This time is past: it is 14:30 now\./],
    ['2026-12-06', '14:30', /14 days ahead/],
  ] as const)
    assert.match(faultOfTime({ day, time }, now), told, `${day} ${time}`);
});

test('an hour that the clocks skip is refused, and one that they repeat is the first', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  try {
    const march = new Date(2027, 2, 27, 12).getTime();
    assert.match(faultOfTime({ day: '2027-03-28', time: '02:30' }, march), /^There is no 02:30 on this day/);
    assert.is(faultOfTime({ day: '2027-03-28', time: '01:59' }, march), '');
    assert.is(faultOfTime({ day: '2027-03-28', time: '03:00' }, march), '');
    const october = new Date(2027, 9, 30, 12).getTime();
    assert.is(faultOfTime({ day: '2027-10-31', time: '02:30' }, october), '');
    assert.is(momentOf({ day: '2027-10-31', time: '02:30' }), Date.UTC(2027, 9, 31, 0, 30));
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

test('a planned call is told as people tell it', () => {
  assert.is(tellMoment(new Date(2026, 10, 23, 9, 5).getTime(), now), 'tomorrow at 09:05');
  assert.is(tellMoment(new Date(2026, 10, 30, 9).getTime(), now), 'on 30 Nov at 09:00');
  assert.is(tellReasons(['busy', 'no_answer', 'closed']), 'busy, not answered or closed');
  assert.is(tellReasons(['closed']), 'closed');
  assert.is(tellTries({ times: 3, minutes: 15 }), '3 times at most, 15 minutes apart');
  assert.is(tellTries({ times: 1, minutes: 1 }), 'once, 1 minute later');
});

test.run();
