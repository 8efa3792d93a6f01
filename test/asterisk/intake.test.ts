import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMulaw } from '../../src/audio/g711.ts';
import type { CallDetector } from '../../src/detect/types.ts';
import { Intake, type IntakeReports } from '../../src/media/intake.ts';
import { KeepingDetector } from './keeping-detector.ts';

interface Told {
  states: string[];
  frames: Int16Array[];
  failures: number;
  unheard: number;
  silences: number;
  reports: IntakeReports;
}

function told(): Told {
  const all: Told = {
    states: [],
    frames: [],
    failures: 0,
    unheard: 0,
    silences: 0,
    reports: {
      heard: (_events, { state }) => void all.states.push(state),
      frames: (samples) => void all.frames.push(samples),
      unheard: (what) => void (what === 'nothing' ? all.unheard++ : all.silences++),
      failed: () => void all.failures++,
    },
  };
  return all;
}

const octets = Uint8Array.from({ length: 9_700 }, (_, index) => (index * 7) % 256);
const samples = [...octets].map((octet) => decodeMulaw(octet));

test('whole frames are judged and relayed whatever the chunks, in order, in one go', () => {
  for (const size of [1, 3, 159, 160, 161, 320, octets.length]) {
    const detector = new KeepingDetector();
    const { frames, reports } = told();
    const intake = new Intake(() => detector, reports);
    intake.demand = 'everything';
    for (let offset = 0; offset < octets.length; offset += size)
      intake.take(octets.subarray(offset, offset + size));
    assert.is(detector.pushes, 0, 'nothing is judged before its turn');
    intake.work();
    assert.is(detector.pushes, 1);
    assert.equal(detector.pushed, samples.slice(0, 9_600), 'what makes no whole frame waits');
    intake.take(octets.subarray(0, 60));
    intake.work();
    assert.equal(detector.pushed, [...samples, ...samples.slice(0, 60)]);
    assert.equal(
      frames.flatMap((relayed) => [...relayed]),
      detector.pushed,
    );
  }
});

test('relayed frames are copies: the next turn does not change them', () => {
  const { frames, reports } = told();
  const intake = new Intake(undefined, reports);
  intake.demand = 'everything';
  intake.take(octets.subarray(0, 160));
  intake.work();
  intake.take(octets.subarray(160, 320));
  intake.work();
  assert.equal([...(frames[0] ?? [])], samples.slice(0, 160));
});

test('each octet of µ-law decodes as in G.711', () => {
  const detector = new KeepingDetector();
  const intake = new Intake(() => detector, told().reports);
  intake.take(Uint8Array.from({ length: 320 }, (_, octet) => octet % 256));
  intake.work();
  // The ends of its segments (table 2a: 8031, 4191, 2079 … of 14 bits), from the loudest.
  assert.equal(
    [0x80, 0x8f, 0x9f, 0xaf, 0xbf, 0xcf, 0xdf, 0xef, 0xff].map((octet) => detector.pushed[octet]),
    [32124, 16764, 8316, 4092, 1980, 924, 396, 132, 0],
  );
  for (let octet = 0; octet < 0x80; octet++)
    assert.is(detector.pushed[octet], 0 - (detector.pushed[octet + 0x80] ?? NaN));
});

test('a change of the decision is reported once', () => {
  const detector = new KeepingDetector();
  const all = told();
  const intake = new Intake(() => detector, all.reports);
  for (const state of ['unknown', 'unknown', 'holding', 'holding'] as const) {
    detector.decision = { ...detector.decision, state };
    intake.take(octets.subarray(0, 160));
    intake.work();
  }
  assert.equal(all.states, ['unknown', 'holding']);
});

test('while there is no detector the audio still reaches its subscribers; the times of the next one begin where the first one failed', () => {
  let nowMs = 1_000;
  const clock = mock.method(performance, 'now', () => nowMs);
  try {
    const detectors = [new KeepingDetector([2]), new KeepingDetector()];
    const all = told();
    const zeros: number[] = [];
    const heard: IntakeReports['heard'] = (_events, _decision, _newest, zeroMs) => void zeros.push(zeroMs);
    const intake = new Intake(() => detectors.shift()!, { ...all.reports, heard });
    intake.demand = 'everything';
    for (let second = 0; second < 6; second++) {
      nowMs += 1000;
      intake.take(octets.subarray(0, 8000));
      intake.work();
    }
    assert.is(all.failures, 1);
    assert.is(all.frames.length, 6);
    assert.is(Math.round(zeros.at(-1)! - zeros[0]!), 3000);
  } finally {
    clock.mock.restore();
  }
});

test('perfect silence is reported each second, and nothing that is only nearly silent', () => {
  const all = told();
  const intake = new Intake(() => new KeepingDetector(), all.reports);
  const take = (frames: number, octet: number): number => {
    for (let n = 0; n < frames; n++) intake.take(new Uint8Array(160).fill(octet));
    return all.silences;
  };
  assert.is(take(49, 0xff), 0);
  assert.is(take(1, 0x7f), 1, 'µ-law has two zeros');
  assert.is(take(49, 0xff), 1);
  assert.is(take(1, 0xfe), 1);
  assert.is(take(49, 0xff), 1, 'a sound begins it anew');
  assert.is(take(51, 0xff), 3);
  assert.is(all.unheard, 0);
});

test('missing audio is replaced by silence, and reported once after three seconds', () => {
  let nowMs = 1_000;
  const clock = mock.method(performance, 'now', () => nowMs);
  try {
    const detector = new KeepingDetector();
    const all = told();
    const intake = new Intake(() => detector, all.reports);
    const pass = (milliseconds: number): void => {
      for (const untilMs = nowMs + milliseconds; nowMs < untilMs; nowMs += 20) intake.work();
    };
    pass(10_000);
    assert.is(all.unheard, 0, 'before the first audio there is nothing to miss');
    intake.take(octets.subarray(0, 160));
    pass(2_900);
    assert.is(all.unheard, 0);
    pass(500);
    assert.is(all.unheard, 1);
    const heardSeconds = detector.pushed.length / 8_000;
    assert.ok(heardSeconds > 2.9 && heardSeconds < 3.5, `${heardSeconds} s of 3.4`);
    assert.ok(detector.pushed.slice(160).every((sample) => sample === 0));
    intake.take(octets.subarray(0, 160));
    pass(2_500);
    assert.is(all.unheard, 1, 'what was heard meanwhile counts');
    pass(1_000);
    assert.is(all.unheard, 2);
  } finally {
    clock.mock.restore();
  }
});

test('with many calls music is judged in longer pieces, and gaps in it are filled all the same', () => {
  let nowMs = 1_000;
  const clock = mock.method(performance, 'now', () => nowMs);
  try {
    const detector = new KeepingDetector();
    const intake = new Intake(() => detector, told().reports);
    const pass = (milliseconds: number, hears: boolean): void => {
      for (const untilMs = nowMs + milliseconds; nowMs < untilMs;) {
        for (let ms = 0; ms < 100; ms += 20) if (hears) intake.take(octets.subarray(0, 160));
        nowMs += 100;
        intake.work(true);
      }
    };
    pass(1_000, true);
    assert.is(detector.pushes, 10, 'what may be a voice is judged at once');
    detector.observation = {
      audioClass: 'music',
      confidence: 1,
      features: {},
    } as CallDetector['observation'];
    pass(1_000, true);
    assert.is(detector.pushes, 15);
    assert.is(detector.pushed.length, 16_000);
    pass(5_000, false);
    const filledSeconds = detector.pushed.length / 8_000 - 2;
    assert.ok(filledSeconds > 4.4 && filledSeconds <= 5, `${filledSeconds} s of 5`);
    pass(100, true);
    const waiting = detector.pushed.length;
    intake.work();
    assert.ok(detector.pushed.length > waiting, 'before a change nothing waits');
    const seconds = (nowMs - 1_000) / 1_000;
    assert.ok(Math.abs(detector.pushed.length / 8_000 - seconds) < 0.3, 'no frame was counted twice');
  } finally {
    clock.mock.restore();
  }
});

/**
 * How much of five seconds without audio in the middle of a sound the detector is given, and by how much its clock moves, seconds.
 * @param isBehind the thread gets no turn meanwhile.
 */
function afterGap(
  isLineBroken: boolean,
  isBehind = false,
): { filled: number; moved: number; unheard: number } {
  let nowMs = 10_000;
  const clock = mock.method(performance, 'now', () => nowMs);
  try {
    const detector = new KeepingDetector();
    const all = told();
    const zeros: number[] = [];
    const heard: IntakeReports['heard'] = (_events, _decision, _newest, zeroMs) => void zeros.push(zeroMs);
    const intake = new Intake(() => detector, { ...all.reports, heard });
    const pass = (milliseconds: number, hears: boolean): void => {
      for (const untilMs = nowMs + milliseconds; nowMs < untilMs; nowMs += 20) {
        if (hears) intake.take(octets.subarray(0, 160));
        intake.work();
      }
    };
    intake.lineOpened();
    pass(2_000, true);
    if (isLineBroken) intake.lineClosed();
    if (isBehind) nowMs += 5_000;
    else pass(5_000, false);
    if (isLineBroken) intake.lineOpened();
    if (isBehind) pass(200, false);
    pass(2_000, true);
    const filled = detector.pushed.length / 8_000 - 4;
    return { filled, moved: ((zeros.at(-1) ?? NaN) - (zeros[0] ?? NaN)) / 1_000, unheard: all.unheard };
  } finally {
    clock.mock.restore();
  }
}

test('while its line is broken nothing is heard, not even silence, and the clock is put forward', () => {
  const { filled, moved, unheard } = afterGap(true);
  assert.is(filled, 0);
  assert.ok(Math.abs(moved - 5) < 0.4, `by ${moved} s`);
  assert.is(unheard, 1);
});

test('so it is if the thread had no turn before the line was open again', () => {
  const { filled, moved } = afterGap(true, true);
  assert.ok(filled < 0.4, `${filled} s of something`);
  assert.ok(Math.abs(moved + filled - 5.2) < 0.4, `by ${moved} s`);
});

test('a far end that sends nothing is silent, and the clock stays', () => {
  const { filled, moved } = afterGap(false);
  assert.ok(Math.abs(filled - 5) < 0.4, `${filled} s`);
  assert.ok(Math.abs(moved) < 0.4, `by ${moved} s`);
});

test('once closed, it says when its audio ended, and takes no more', () => {
  const silent = new Intake(() => new KeepingDetector(), told().reports);
  assert.is(silent.close().endedAtMs, undefined);
  const detector = new KeepingDetector();
  const intake = new Intake(() => detector, told().reports);
  const beforeMs = Date.now();
  intake.take(octets.subarray(0, 8_000));
  const { endedAtMs = NaN } = intake.close();
  assert.ok(
    endedAtMs > beforeMs - 100 && endedAtMs < Date.now() + 100,
    'a second that came at once ends now',
  );
  intake.take(octets);
  intake.work();
  assert.is(detector.pushed.length, 8_000);
});

test.run();
