import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { barsOf, pinsOf } from '../../src/dashboard/timeline/drawing.ts';
import { moved, msAt, scaleOf, ticksOf, xOf, zoomed } from '../../src/dashboard/timeline/scale.ts';
import { type Heard, maxStretches, stretchesOf } from '../../src/dashboard/timeline/stretches.ts';
import { describeStretch, describeStrip } from '../../src/dashboard/timeline/telling.ts';

const start = Date.parse('2026-03-01T14:02:00Z');
const second = 1_000;
const hour = 3_600 * second;

function heard(...parts: [Heard['type'], number][]): Heard[] {
  let at = start;
  return parts.map(([type, seconds]) => {
    const fromMs = at;
    at += seconds * second;
    return { type, confidence: 0.95, fromMs, endMs: at };
  });
}

/** As a detector reports a long wait: music, breaths of silence and announcements, a change every few seconds. */
function fourHours(): Heard[] {
  const parts: [Heard['type'], number][] = [];
  for (let seconds = 0; seconds < 4 * 3600; seconds += 4)
    parts.push(seconds % 60 === 0 ? ['announcement', 4] : seconds % 8 === 0 ? ['music', 4] : ['silence', 4]);
  return heard(...parts);
}

test('equal neighbours are one stretch', () => {
  const types = stretchesOf(heard(['music', 5], ['music', 4], ['announcement', 3])).map(({ type }) => type);
  assert.equal(types, ['music', 'announcement']);
});

test('a breath of silence belongs to what came before it, a longer one stands by itself', () => {
  const stretches = stretchesOf(
    heard(['music', 5], ['silence', 0.9], ['music', 5], ['silence', 1], ['music', 2]),
  );
  assert.equal(
    stretches.map(({ type, fromMs, endMs }) => [type, ((endMs ?? 0) - fromMs) / second]),
    [
      ['music', 10.9],
      ['silence', 1],
      ['music', 2],
    ],
  );
});

test('a silence that goes on is not known to be short', () => {
  const [music, silence] = heard(['music', 5], ['silence', 0.2]);
  const stretches = stretchesOf([music as Heard, { ...(silence as Heard), endMs: undefined }]);
  assert.equal(stretches.at(-1)?.type, 'silence');
});

test('while the owner talks the strip shows that and nothing else', () => {
  const segments = heard(['music', 10], ['live_human', 10], ['music', 10]);
  const stretches = stretchesOf(segments, [{ fromMs: start + 12 * second, endMs: start + 25 * second }]);
  assert.equal(
    stretches.map(({ type, fromMs, endMs }) => [
      type,
      (fromMs - start) / second,
      ((endMs ?? 0) - start) / second,
    ]),
    [
      ['music', 0, 10],
      ['live_human', 10, 12],
      ['you', 12, 25],
      ['music', 25, 30],
    ],
  );
});

test('a conversation that goes on hides what is heard in it', () => {
  const segments = [
    ...heard(['music', 10]),
    { type: 'live_human', confidence: 1, fromMs: start + 10_000, endMs: undefined },
  ] as Heard[];
  const stretches = stretchesOf(segments, [{ fromMs: start + 11 * second, endMs: undefined }]);
  assert.equal(
    stretches.map(({ type, endMs }) => [type, endMs === undefined]),
    [
      ['music', false],
      ['live_human', false],
      ['you', true],
    ],
  );
});

test('too many stretches: the older half gets coarser, nothing is left out, the newest stay', () => {
  const segments = fourHours();
  const stretches = stretchesOf(segments);
  assert.ok(stretches.length <= maxStretches);
  assert.is(stretches[0]?.fromMs, start);
  assert.is(stretches.at(-1)?.endMs, start + 4 * hour);
  for (let index = 1; index < stretches.length; index += 1)
    assert.is(stretches[index]?.fromMs, stretches[index - 1]?.endMs);
  assert.equal(stretches.at(-1), segments.at(-1));
});

test('four hours are ready to be drawn in under 100 ms of processor time', () => {
  const segments = fourHours();
  const nowMs = start + 4 * hour;
  // The fastest of three: the first ones are compiled meanwhile.
  const took = [1, 2, 3].map(() => {
    const began = process.cpuUsage();
    const stretches = stretchesOf(segments);
    const scale = scaleOf({ startMs: start, endMs: nowMs, isLive: true, width: 760 });
    const bars = barsOf(stretches, scale, nowMs, 120, 96);
    describeStrip(stretches, [], start, nowMs, true);
    assert.ok(bars.length <= maxStretches + 1);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  assert.ok(Math.min(...took) < 100, `${took.join(', ')} ms`);
});

test('the axis of a call that began has room for a minute', () => {
  const scale = scaleOf({ startMs: start, endMs: start + 15 * second, isLive: true, width: 600 });
  const quarter = xOf(scale, start + 15 * second);
  assert.is(Math.round((xOf(scale, start + 60 * second) / quarter) * 1000) / 1000, 4);
  // From then on the line stays where it has come to.
  const later = scaleOf({ startMs: start, endMs: start + 90 * second, isLive: true, width: 600 });
  assert.is(xOf(later, start + 90 * second), quarter * 4);
  assert.is(scale.isSplit, false);
});

test('after four minutes the last two have a lens of their own', () => {
  const endMs = start + 20 * 60 * second;
  const scale = scaleOf({ startMs: start, endMs, isLive: true, width: 1000 });
  assert.is(scale.isSplit, true);
  const [left, lens] = scale.pieces;
  assert.is(left?.toMs, endMs - 120 * second);
  assert.is(lens?.x, 610);
  assert.is(Math.round(xOf(scale, endMs)), 955);
  const perMs = (piece: { width: number; fromMs: number; toMs: number } | undefined) =>
    (piece?.width ?? 0) / ((piece?.toMs ?? 1) - (piece?.fromMs ?? 0));
  assert.ok(perMs(lens) > 4 * perMs(left));
});

test('a call that is over has one scale, from edge to edge', () => {
  const scale = scaleOf({ startMs: start, endMs: start + hour, isLive: false, width: 800 });
  assert.is(xOf(scale, start), 0);
  assert.is(xOf(scale, start + hour), 800);
});

test('positions map to moments, and moments to positions', () => {
  const scale = scaleOf({ startMs: start, endMs: start + hour, isLive: true, width: 1000 });
  for (const ms of [start, start + 20 * 60 * second, start + hour - 30 * second])
    assert.ok(Math.abs(msAt(scale, xOf(scale, ms)) - ms) < 5);
});

test('zooming stops at ten seconds and at all of it, and keeps the moment under the pointer', () => {
  const whole = { fromMs: start, toMs: start + hour };
  const around = start + 10 * 60 * second;
  const once = zoomed(whole, undefined, around, 0.5);
  assert.is((once?.toMs ?? 0) - (once?.fromMs ?? 0), hour / 2);
  const closest = zoomed(whole, { fromMs: around, toMs: around + 11 * second }, around, 0.01);
  assert.is((closest?.toMs ?? 0) - (closest?.fromMs ?? 0), 10 * second);
  assert.is(zoomed(whole, once, around, 4), undefined);
});

test('dragging stops at the ends of the call', () => {
  const whole = { fromMs: start, toMs: start + hour };
  const part = { fromMs: start + 10 * second, toMs: start + 70 * second };
  assert.is(moved(whole, part, -hour).fromMs, start);
  assert.is(moved(whole, part, 2 * hour).toMs, start + hour);
});

test('bars are at least two pixels wide, and one that crosses into the lens is drawn on both sides', () => {
  const endMs = start + 20 * 60 * second;
  const scale = scaleOf({ startMs: start, endMs, isLive: true, width: 700 });
  const stretches = stretchesOf(heard(['ringing', 0.5], ['music', 20 * 60 - 0.5]));
  const bars = barsOf(stretches, scale, endMs, 100, 80);
  assert.equal(
    bars.map(({ index }) => index),
    [0, 1, 1],
  );
  assert.ok(bars.every(({ width }) => width >= 2));
});

test('only the newest sound of a call that goes on is open', () => {
  const [ringing, music] = heard(['ringing', 5], ['music', 5]);
  const stretches = stretchesOf([ringing as Heard, { ...(music as Heard), endMs: undefined }]);
  const nowMs = start + 30 * second;
  const scale = scaleOf({ startMs: start, endMs: nowMs, isLive: true, width: 600 });
  assert.equal(
    barsOf(stretches, scale, nowMs, 100, 80).map(({ isOpen }) => isOpen),
    [false, true],
  );
});

test('the newest sound has a bar, even if the gateway reported it ahead of the page’s clock', () => {
  const [ringing, music] = heard(['ringing', 5], ['music', 5]);
  const stretches = stretchesOf([ringing as Heard, { ...(music as Heard), endMs: undefined }]);
  const nowMs = start + 3 * second;
  const scale = scaleOf({ startMs: start, endMs: nowMs, isLive: true, width: 600 });
  const bars = barsOf(stretches, scale, nowMs, 100, 80);
  assert.equal(
    bars.map(({ stretch, isOpen }) => [stretch.type, isOpen]),
    [
      ['ringing', false],
      ['music', true],
    ],
  );
});

test('flags that would cover each other are one', () => {
  const scale = scaleOf({ startMs: start, endMs: start + 600 * second, isLive: false, width: 600 });
  const at = (seconds: number, label: string) => ({ atMs: start + seconds * second, label });
  const pins = pinsOf([at(1, '1'), at(40, '••••96#'), at(69, '2'), at(130, '3'), at(400, '4')], scale);
  assert.equal(
    pins.map(({ label }) => label),
    ['1', '••••96# · 2', '3', '4'],
  );
  for (let index = 1; index < pins.length; index += 1) {
    const [left, right] = [pins[index - 1], pins[index]];
    assert.ok((left?.flagX ?? 0) + (left?.flagWidth ?? 0) < (right?.flagX ?? 0), `${index}`);
  }
});

test('marks nearer than 24 pixels share a flag, which stays inside', () => {
  const scale = scaleOf({ startMs: start, endMs: start + 600 * second, isLive: false, width: 600 });
  const at = (seconds: number, label: string) => ({ atMs: start + seconds * second, label });
  const pins = pinsOf([at(10, '1'), at(20, '3'), at(300, '2'), at(598, '••96#')], scale);
  assert.equal(
    pins.map(({ label }) => label),
    ['1 · 3', '2', '••96#'],
  );
  assert.ok(pins.every(({ flagX, flagWidth }) => flagX >= 0 && flagX + flagWidth <= 600));
});

test('a flag is no wider than the strip of a phone, and says that there is more', () => {
  const scale = scaleOf({ startMs: start, endMs: start + 600 * second, isLive: false, width: 280 });
  const marks = Array.from({ length: 12 }, (_, index) => ({
    atMs: start + index * 5 * second,
    label: '•••••67',
  }));
  const pins = pinsOf(marks, scale);
  assert.equal(
    pins.map(({ label }) => label),
    ['•••••67 · •••••67 · •••••67 · •••••67 · …'],
  );
  assert.ok(pins.every(({ flagX, flagWidth }) => flagX >= 0 && flagX + flagWidth <= 280));
});

test('times along the axis do not touch each other', () => {
  for (const seconds of [40, 200, 900, 5_000, 14_400]) {
    const scale = scaleOf({ startMs: start, endMs: start + seconds * second, isLive: false, width: 700 });
    const ticks = ticksOf(scale, 84);
    assert.ok(ticks.length >= 2, `${seconds}`);
    for (let index = 1; index < ticks.length; index += 1)
      assert.ok((ticks[index]?.x ?? 0) - (ticks[index - 1]?.x ?? 0) >= 60);
  }
});

test('the strip in words', () => {
  const stretches = stretchesOf(heard(['ringing', 9], ['ivr_prompt', 38], ['silence', 2], ['music', 61]));
  const marks = [
    { atMs: start + 20_000, label: '1' },
    { atMs: start + 40_000, label: '••96#' },
  ];
  const text = describeStrip(stretches, marks, start, start + 110_000, false);
  assert.match(
    text,
    /ringing 9 seconds; menu 38 seconds; music 1 minute 1 second\. Sent: 1, digits that are kept hidden\.$/,
  );
  assert.not.match(text, /96/);
});

test('a stretch in words says how sure it is', () => {
  const [music] = heard(['music', 5]);
  assert.match(describeStretch({ ...(music as Heard), confidence: 0.75 }), /^Music, .* to .*, fairly sure$/);
});

test.run();
