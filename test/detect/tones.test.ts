import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallDetector, type DetectorEvent } from '../../src/detect/index.ts';

interface Part {
  hz: readonly number[];
  seconds: number;
  level?: number;
}

/** Sines and gaps as 8 kHz samples. */
function sound(...parts: Part[]): Int16Array {
  const total = parts.reduce((sum, part) => sum + Math.round(part.seconds * 8000), 0);
  const samples = new Int16Array(total);
  let at = 0;
  for (const { hz, seconds, level = 0.2 } of parts) {
    const count = Math.round(seconds * 8000);
    for (let n = 0; n < count; n++) {
      const value = hz.reduce((sum, each) => sum + Math.sin((2 * Math.PI * each * n) / 8000), 0);
      samples[at + n] = Math.round(value * level * 32767);
    }
    at += count;
  }
  return samples;
}

const gap = (seconds: number): Part => ({ hz: [], seconds });
const repeat = (times: number, ...parts: Part[]): Part[] => Array.from({ length: times }, () => parts).flat();

function tonesOf(samples: Int16Array, packet = 160): DetectorEvent[] {
  const detector = createCallDetector({});
  const events: DetectorEvent[] = [];
  for (let at = 0; at < samples.length; at += packet)
    events.push(...detector.push(samples.subarray(at, at + packet)));
  return events.filter((event) => event.kind === 'tone');
}
const kindsOf = (samples: Int16Array) => tonesOf(samples).map((event) => event.kind === 'tone' && event.tone);

const test = suite('tones');

for (const [country, on, off, hz] of [
  ['us', 2, 4, [440, 480]],
  ['eu', 1, 4, [425]],
  ['fr', 1.5, 3.5, [440]],
] as const)
  test(`ringback of ${country} is named once, with its country`, () => {
    const events = tonesOf(sound(gap(0.5), ...repeat(3, { hz, seconds: on }, gap(off))));
    assert.equal(
      events.map((event) => event.kind === 'tone' && [event.tone, event.country]),
      [['ringback', country]],
    );
  });

test('the double ring of the United Kingdom is ringback, not busy', () => {
  const ring: Part = { hz: [400, 450], seconds: 0.4 };
  const kinds = kindsOf(sound(gap(0.5), ...repeat(3, ring, gap(0.2), ring, gap(2))));
  assert.ok(kinds.includes('ringback'));
  assert.not.ok(kinds.includes('busy'));
  assert.not.ok(kinds.includes('congestion'));
});

test('busy and congestion differ by their rhythm', () => {
  assert.equal(kindsOf(sound(...repeat(6, { hz: [480, 620], seconds: 0.5 }, gap(0.5)))), ['busy']);
  assert.equal(kindsOf(sound(...repeat(8, { hz: [480, 620], seconds: 0.25 }, gap(0.25)))), ['congestion']);
  assert.equal(kindsOf(sound(...repeat(6, { hz: [425], seconds: 0.48 }, gap(0.48)))), ['busy']);
});

test('three rising tones are a special information tone', () => {
  const samples = sound(
    gap(0.5),
    { hz: [985.2], seconds: 0.33 },
    { hz: [1428.5], seconds: 0.33 },
    { hz: [1776.7], seconds: 0.33 },
    gap(0.6),
  );
  assert.equal(kindsOf(samples), ['sit']);
});

test('DTMF digits come in order, also 70 ms short and in odd packets', () => {
  const digit = (a: number, b: number): Part[] => [{ hz: [a, b], seconds: 0.07, level: 0.15 }, gap(0.07)];
  const samples = sound(
    gap(0.3),
    ...digit(697, 1209),
    ...digit(852, 1477),
    ...digit(941, 1336),
    ...digit(941, 1477),
  );
  const events = tonesOf(samples, 237);
  assert.equal(events.map((event) => event.kind === 'tone' && event.digit).join(''), '190#');
});

test('fax tones and a voicemail beep are told apart', () => {
  assert.equal(kindsOf(sound(gap(1), ...repeat(2, { hz: [1100], seconds: 0.5 }, gap(3)))), ['fax']);
  assert.equal(kindsOf(sound(gap(0.3), { hz: [2100], seconds: 2.6 }, gap(0.5))), ['fax']);
  assert.equal(kindsOf(sound(gap(1), { hz: [1000], seconds: 0.5 }, gap(1))), ['beep']);
});

test('noise, silence and a chord are not tones', () => {
  let seed = 7;
  const noise = Int16Array.from(
    { length: 24000 },
    () => ((seed = (seed * 16807) % 2147483647) % 6000) - 3000,
  );
  assert.equal(kindsOf(noise), []);
  assert.equal(kindsOf(new Int16Array(24000)), []);
  assert.equal(kindsOf(sound(...repeat(6, { hz: [262, 330, 392, 523], seconds: 0.7, level: 0.08 }))), []);
});

test.run();
