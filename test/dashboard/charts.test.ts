import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minuteAxis } from '../../src/dashboard/charts/axis.ts';
import { concludeHours, hourTable } from '../../src/dashboard/charts/hours.ts';
import { daily, weekly } from '../../src/dashboard/charts/periods.ts';

const wait = (weekday: number, hour: number, minutes: number, calls = 2) => ({
  number: '+12025550100',
  weekday,
  hour,
  calls,
  p50: minutes * 60,
});

test('the table has the working week and its hours, and further ones only where calls were', () => {
  const { hours, rows } = hourTable([wait(1, 8, 4), wait(6, 12, 20)]);
  assert.equal([hours[0], hours.at(-1)], [8, 16]);
  assert.equal(
    rows.map(({ weekday }) => weekday),
    [1, 2, 3, 4, 5, 6],
  );
  assert.equal(rows[0]?.cells[0], { minutes: 4, calls: 2, shade: 2 });
  assert.is(rows[1]?.cells[0], undefined);
  assert.is(rows[5]?.cells[4]?.shade, 6);
});

test('the quickest and the slowest hour are said in words', () => {
  assert.is(
    concludeHours([wait(1, 12, 30), wait(4, 9, 4), wait(3, 10, 12)]),
    'Quickest on Thursday between 9:00 and 10:00, 4 min. Slowest on Monday between 12:00 and 13:00, about 30 min.',
  );
});

test('few calls, or equal ones, lead to no advice', () => {
  assert.match(concludeHours([wait(1, 12, 30, 1), wait(2, 9, 5, 1)]), /Too few/);
  assert.match(concludeHours([]), /Too few/);
  assert.is(concludeHours([wait(1, 12, 5), wait(2, 9, 5)]), 'About 5 min, whenever you called.');
});

test('an axis of minutes is round and holds everything', () => {
  assert.equal(minuteAxis(88 * 60), { lastMinutes: 90, ticks: [0, 15, 30, 45, 60, 75, 90] });
  assert.equal(minuteAxis(180 * 60).ticks, [0, 60, 120, 180], 'on a phone 150 would lie under 180 min');
  assert.equal(minuteAxis(20), { lastMinutes: 1, ticks: [0, 1] });
  assert.ok(minuteAxis(7 * 3600).lastMinutes >= 420);
});

test('days without a call are there, at nothing', () => {
  const now = new Date(2026, 10, 22, 14).getTime();
  const days = daily([{ date: '2026-11-21', hold_time: 300 }], 3, now);
  assert.equal(
    days.map(({ seconds }) => seconds),
    [0, 300, 0],
  );
  assert.is(days[0]?.fromMs, new Date(2026, 10, 20).getTime());
});

test('weeks begin on Monday, and the last one is this week', () => {
  const wednesday = new Date(2026, 10, 18, 9).getTime();
  const byDay = [
    { date: '2026-11-15', hold_time: 60 },
    { date: '2026-11-16', hold_time: 100 },
    { date: '2026-11-18', hold_time: 20 },
  ];
  const weeks = weekly(byDay, 2, wednesday);
  assert.equal(
    weeks.map(({ seconds }) => seconds),
    [60, 120],
  );
  assert.is(weeks[1]?.fromMs, new Date(2026, 10, 16).getTime());
});

test('a day on which the clocks change is one day', () => {
  const before = daily([], 3, new Date(2026, 9, 26, 12).getTime());
  assert.equal(
    before.map(({ fromMs }) => new Date(fromMs).getDate()),
    [24, 25, 26],
  );
});

test.run();
