import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RecentReadings } from '../../src/transcription/sherpa/recent-readings.ts';
import { babble, join, noise, throughLine } from '../detect/sounds.ts';

/** Readings that count, and name each stretch by its number. */
function countedReadings(): { readings: RecentReadings; count: () => number } {
  let count = 0;
  return { readings: new RecentReadings(() => `reading ${++count}`), count: () => count };
}

const pause = noise(0.5, 0.0005, 5);
const announcement = join(pause, babble(3, 1), pause);

test('the same announcement in many calls is read once, wherever each call begins to hear it', () => {
  const { readings, count } = countedReadings();
  assert.is(readings.textOf(announcement), 'reading 1');
  for (const lateSamples of [0, 80, 480, 1280])
    assert.is(readings.textOf(throughLine(announcement.subarray(lateSamples), 0.7, 0.0005, 7)), 'reading 1');
  assert.is(count(), 1);
});

test('another sentence, one that goes on, one that ends early and one with another word in it are read', () => {
  const { readings, count } = countedReadings();
  readings.textOf(announcement);
  const [begin, end] = [babble(3, 1).subarray(0, 8000), babble(3, 1).subarray(13_600)];
  const others = [
    join(pause, babble(3, 2), pause),
    join(pause, babble(3, 1), babble(1, 3), pause),
    join(pause, babble(3, 1).subarray(0, 16_000), pause),
    join(pause, begin, babble(0.7, 4), end, pause),
  ];
  for (const [index, other] of others.entries()) assert.is(readings.textOf(other), `reading ${index + 2}`);
  assert.is(count(), 5);
});

test('the oldest of many readings is forgotten', () => {
  const { readings, count } = countedReadings();
  readings.textOf(announcement);
  for (let seed = 10; seed < 50; seed++) readings.textOf(join(pause, babble(1.5, seed), pause));
  assert.is(count(), 41);
  assert.is(readings.textOf(announcement), 'reading 42');
});

test.run();
