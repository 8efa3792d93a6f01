import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeMulaw, mulawSamples } from '../../src/audio/g711.ts';
import { Concealment } from '../../src/media/concealment.ts';

/** µ-law of 440 Hz; −20 dB below full scale is a voice on a telephone. */
function tone(seconds: number, levelDb: number): Uint8Array {
  const peak = 32_768 * Math.SQRT2 * 10 ** (levelDb / 20);
  return Uint8Array.from({ length: seconds * 8_000 }, (_, n) =>
    encodeMulaw(peak * Math.sin((2 * Math.PI * 440 * n) / 8_000)),
  );
}

function levelDb(octets: Uint8Array): number {
  const power = octets.reduce((sum, octet) => sum + (mulawSamples[octet]! / 32_768) ** 2, 0);
  return 10 * Math.log10(power / octets.length + 1e-12);
}

/** The replacement for a gap of this many seconds, filled in as the clock finds it: in parts of 300 ms. */
function gapAfter(heard: readonly Uint8Array[], seconds: number): Uint8Array {
  const concealment = new Concealment();
  for (const octets of heard) concealment.hear(octets);
  const gap = new Uint8Array(seconds * 8_000);
  for (let at = 0; at < gap.length; at += 2_400) concealment.fill(gap.subarray(at, at + 2_400));
  return gap;
}

test('sound that breaks off goes on for a second, then there is silence', () => {
  const gap = gapAfter([tone(3, -20)], 2);
  for (let at = 0; at < 8_000; at += 800)
    assert.ok(Math.abs(levelDb(gap.subarray(at, at + 800)) + 20) < 0.5, `${at / 8} ms`);
  assert.ok(gap.subarray(8_000).every((octet) => octet === 0xff));
});

test('a gap that begins after the sound has ended is silence', () => {
  for (const after of [tone(0.2, -45), tone(0.1, -70), tone(0.1, -90)])
    assert.ok(gapAfter([tone(3, -20), after], 1).every((octet) => octet === 0xff));
});

test('a quiet line stays quiet, and so does a barely audible one', () => {
  assert.ok(gapAfter([tone(3, -60)], 1).every((octet) => octet === 0xff));
  assert.ok(gapAfter([tone(0.5, -20)], 1).every((octet) => octet === 0xff));
});

test('each gap is filled afresh, whatever the packet sizes', () => {
  const concealment = new Concealment();
  const sound = tone(2.5, -20);
  for (let at = 0; at < sound.length; at += 160) concealment.hear(sound.subarray(at, at + 160));
  const gap = new Uint8Array(9_600);
  concealment.fill(gap);
  concealment.hear(tone(0.02, -20));
  concealment.fill(gap);
  assert.ok(Math.abs(levelDb(gap.subarray(0, 7_200)) + 20) < 0.5);
});

test.run();
