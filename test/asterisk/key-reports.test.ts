import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyReports } from '../../src/asterisk/legs/key-reports.ts';

/** @param reports digit, length and end. @returns the digits that count. */
function counted(...reports: (readonly [digit: string, durationMs: number, endedAtMs: number])[]): string {
  const keys = new KeyReports();
  return reports
    .filter(([digit, durationMs, endedAtMs]) => !keys.isRepeat({ digit, durationMs, endedAtMs }))
    .map(([digit]) => digit)
    .join('');
}

test('a key that is reported by INFO as it is pressed, and in the audio at its end, counts once', () => {
  assert.is(counted(['5', 250, 0], ['5', 260, 249]), '5');
  assert.is(counted(['5', 100, 0], ['5', 600, 610]), '5');
});

test('one that is reported in the audio and then by INFO counts once', () => {
  assert.is(counted(['5', 600, 0], ['5', 160, 60]), '5');
  assert.is(counted(['5', 100, 0], ['5', 100, 68]), '5', 'of one length');
});

test('of a phone that reports all keys twice, each counts once, a repeated one too', () => {
  const twice = [0, 300, 600, 900].flatMap((atMs, index) => {
    const digit = '1122'[index] ?? '';
    return [[digit, 120, atMs] as const, [digit, 160, atMs + 60] as const];
  });
  assert.is(counted(...twice), '1122');
});

// As measured with Asterisk 22.10: key and INFO of 100 and 60 ms, 60 and 250, 80 and 250.
test('a short key that Asterisk reports a third time counts once', () => {
  const pressed = [
    ['4', 60, 0],
    ['4', 100, 41],
    ['4', 100, 61],
    ['4', 60, 429],
    ['4', 100, 461],
  ] as const;
  assert.is(counted(...pressed, ['4', 100, 485], ['2', 60, 775], ['2', 100, 878], ['2', 100, 902]), '442');
  const released = [
    ['4', 60, 0],
    ['4', 250, 47],
    ['4', 60, 404],
    ['4', 250, 584],
  ] as const;
  assert.is(counted(...released, ['2', 60, 878], ['2', 60, 895], ['2', 250, 1028]), '442');
  const later = [
    ['4', 80, 0],
    ['4', 250, 61],
    ['4', 80, 394],
    ['4', 250, 534],
  ] as const;
  assert.is(counted(...later, ['2', 80, 784], ['2', 80, 845], ['2', 250, 986]), '442');
});

test('two presses in the audio count twice, however fast', () => {
  assert.is(counted(['3', 60, 0], ['3', 60, 130]), '33');
  assert.is(counted(['3', 60, 0], ['3', 80, 130]), '33');
});

test('so do two that are reported by INFO alone, of a length that is not theirs', () => {
  assert.is(counted(['7', 250, 0], ['7', 250, 180], ['7', 250, 340]), '777');
});

test('a phone that reported a key once reports all once: a late packet makes no pair of two presses', () => {
  assert.is(counted(['1', 100, 0], ['4', 100, 400], ['4', 220, 460]), '144');
});

test.run();
