import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AudioFanOut } from '../../src/calls/hearing/audio-fan-out.ts';
import type { AudioDemand } from '../../src/calls/listener.ts';
import type { Log } from '../../src/log/log.ts';

function memoryLog(): { lines: string[]; log: Log } {
  const lines: string[] = [];
  const at =
    (level: string) =>
    (message: string): void =>
      void lines.push(`${level} ${message}`);
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

const frame = (number: number): Int16Array => new Int16Array(160).fill(number);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Takes a frame only when it is let. */
class SlowSubscriber {
  readonly name = 'slow';
  readonly heard: (number | string)[] = [];
  #release: () => void = () => undefined;

  take(taken: Int16Array): Promise<void> {
    this.heard.push(taken[0] ?? NaN);
    return new Promise((resolve) => (this.#release = resolve));
  }
  miss(frames: number): void {
    this.heard.push(`missed ${frames}`);
  }
  async takeNext(): Promise<void> {
    this.#release();
    await nextTurn();
  }
}

test('each subscriber gets every frame in its order, at once', () => {
  const { log } = memoryLog();
  const audio = new AudioFanOut(log);
  const [one, other]: number[][] = [[], []];
  audio.subscribe({ name: 'one', take: (taken) => void one?.push(taken[0] ?? NaN) });
  const leave = audio.subscribe({ name: 'other', take: (taken) => void other?.push(taken[0] ?? NaN) });
  audio.push(frame(1));
  audio.push(frame(2));
  leave();
  audio.push(frame(3));
  assert.equal(one, [1, 2, 3]);
  assert.equal(other, [1, 2]);
});

test('a slow subscriber loses the oldest frames of its own queue and is told how many; the others lose none', async () => {
  const { lines, log } = memoryLog();
  const audio = new AudioFanOut(log);
  const slow = new SlowSubscriber();
  const quick: number[] = [];
  audio.subscribe(slow, 3);
  audio.subscribe({ name: 'quick', take: (taken) => void quick.push(taken[0] ?? NaN) });
  for (let number = 1; number <= 10; number++) audio.push(frame(number));
  assert.equal(quick, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (let taken = 0; taken < 4; taken++) await slow.takeNext();
  assert.equal(slow.heard, [1, 'missed 6', 8, 9, 10]);
  audio.push(frame(11));
  assert.equal(slow.heard.at(-1), 11);
  assert.equal(lines, ['warn a listener to a call is too slow: audio is dropped for it']);
});

test('the audio that is asked for is what the subscriber wants who wants most', () => {
  const { log } = memoryLog();
  const demands: (string | undefined)[] = [];
  const audio = new AudioFanOut(log, (demand) => demands.push(demand));
  const transcriber = { name: 'words', wants: 'new speech' as AudioDemand, take: () => undefined };
  const leave = audio.subscribe(transcriber);
  transcriber.wants = 'speech';
  audio.reviewDemand();
  const stopListening = audio.subscribe({ name: 'live', take: () => undefined });
  audio.reviewDemand();
  stopListening();
  leave();
  assert.equal(demands, ['new speech', 'speech', 'everything', 'speech', undefined]);
});

test('what was withheld comes to those who want speech in its place, each frame with its time; not to one who has just come', async () => {
  const { log } = memoryLog();
  const audio = new AudioFanOut(log);
  const heard: (number | string)[] = [];
  const slow = new SlowSubscriber();
  const live: number[] = [];
  audio.subscribe({
    name: 'words',
    wants: 'speech',
    take: (taken, lateMs) => void heard.push(`${taken[0]} ${lateMs} ms late`),
    miss: (frames) => void heard.push(`missed ${frames}`),
  });
  audio.subscribe(Object.assign(slow, { wants: 'speech' as const }));
  audio.subscribe({ name: 'live', take: (taken) => void live.push(taken[0] ?? NaN) });
  audio.push(frame(1));
  audio.pushWithheld({ lost: 50, kept: Int16Array.from([...frame(2), ...frame(3)]), lateMs: 40 });
  audio.push(frame(4));
  assert.equal(heard, ['1 0 ms late', 'missed 50', '2 40 ms late', '3 20 ms late', '4 0 ms late']);
  assert.equal(live, [1, 4]);
  for (let taken = 0; taken < 3; taken++) await slow.takeNext();
  assert.equal(slow.heard, [1, 'missed 50', 2, 3, 4]);
});

test('a subscriber that throws or rejects is reported once, and keeps receiving; so do the others', async () => {
  const { lines, log } = memoryLog();
  const audio = new AudioFanOut(log);
  let [thrown, rejected, heard] = [0, 0, 0];
  audio.subscribe({
    name: 'throws',
    take: () => {
      thrown++;
      throw new Error('no');
    },
  });
  audio.subscribe({
    name: 'rejects',
    take: async () => {
      rejected++;
      throw new Error('no');
    },
  });
  audio.subscribe({ name: 'hears', take: () => void heard++ });
  for (let number = 0; number < 3; number++) {
    audio.push(frame(number));
    await nextTurn();
  }
  assert.equal([thrown, rejected, heard], [3, 3, 3]);
  assert.equal(lines, ['error a listener to a call failed', 'error a listener to a call failed']);
});

test('a subscriber that leaves while it is busy gets nothing more', async () => {
  const { log } = memoryLog();
  const audio = new AudioFanOut(log);
  const slow = new SlowSubscriber();
  const leave = audio.subscribe(slow);
  audio.push(frame(1));
  audio.push(frame(2));
  leave();
  await slow.takeNext();
  assert.equal(slow.heard, [1]);
});

test.run();
