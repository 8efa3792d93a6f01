import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Recognition, RecognitionOptions } from '../../src/calls/words/transcriber.ts';
import { RepeatedSpeech } from '../../src/transcription/repeated-speech.ts';
import { StretchRecognition } from '../../src/transcription/stretch-recognition.ts';
import { Line, overTheLine, room, say } from './sounds.ts';

const announcement = await say(
  'All of our agents are busy. Please stay on the line, your call is important to us.',
);

function join(...sounds: Int16Array[]): Int16Array {
  return Int16Array.from(sounds.flatMap((sound) => [...sound]));
}

/** A recogniser that names what it is given by a number. */
async function withEar(
  act: (ear: { line: Line; asked: number[]; play: (sound: Int16Array) => Promise<number> }) => Promise<void>,
  ignoresCache = () => false,
) {
  const line = new Line();
  const asked: number[] = [];
  const transcribe = async (samples: Int16Array): Promise<string> =>
    `text ${asked.push(samples.length / 8000)}`;
  const recognition = await RepeatedSpeech.open(
    { ...line.options, ignoresCache },
    async (options) => new StretchRecognition({ transcribe, timeoutMs: 1000 }, options),
  );
  let time = 0;
  const play = async (sound: Int16Array): Promise<number> => {
    await line.play(recognition, room(3));
    const atMs = line.nowMs;
    const count = line.heard.length;
    await line.play(recognition, overTheLine(sound, time++), room(2));
    await line.until(() => line.heard.length > count, 'its words');
    return atMs;
  };
  await act({ line, asked, play });
  await recognition.close();
}

test('what comes again is recognised once, and told each time with its own times', () =>
  withEar(async ({ line, asked, play }) => {
    const times: number[] = [];
    for (let n = 0; n < 8; n++) times.push(await play(announcement));
    const stretches = asked.length;
    const told = line.heard.filter(({ text }) => text === 'text 1');
    assert.equal([stretches <= 2, told.length], [true, 8], JSON.stringify({ asked, heard: line.heard }));
    for (const [n, { startedAtMs }] of told.entries())
      assert.ok(Math.abs(startedAtMs - times[n]!) < 400, `${startedAtMs - times[n]!} ms`);
  }));

test('what comes again in a menu is heard anew: another hearing errs otherwise', async () => {
  let isInMenu = true;
  await withEar(
    async ({ asked, play }) => {
      await play(announcement);
      const once = asked.length;
      await play(announcement);
      assert.is(asked.length, 2 * once);
      isInMenu = false;
      await play(announcement);
      assert.is(asked.length, 2 * once);
    },
    () => isInMenu,
  );
});

test('frames that were dropped while it is undecided are missing in their place, not before what was held back', async () => {
  const line = new Line();
  const passed: (number | string)[] = [];
  let tell: RecognitionOptions['heard'] = () => undefined;
  const recognition = await RepeatedSpeech.open(line.options, async (options) => {
    tell = (utterance) => options.heard(utterance);
    return {
      take: () => void passed.push(options.now?.() ?? 0),
      miss: (frames) => void passed.push(`${frames} missed`),
      close: async () => undefined,
    };
  });
  await line.play(recognition, room(2));
  const [startedAtMs, endedAtMs] = [line.nowMs, line.nowMs + 1000];
  await line.play(recognition, announcement, room(2));
  tell({ text: 'busy', startedAtMs, endedAtMs, isFinal: true, confidence: null });
  await line.play(recognition, announcement.subarray(0, 8000));
  const lastAtMs = line.nowMs;
  recognition.miss(10);
  line.nowMs += 200;
  await line.play(recognition, room(1));
  const place = passed.indexOf('10 missed');
  assert.equal(passed.slice(place - 1, place + 2), [lastAtMs, '10 missed', lastAtMs + 220]);
  await recognition.close();
});

test('one other word in it is heard', async () => {
  const [before, after] = await Promise.all([say('you are caller number'), say('in the queue')]);
  const digits = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  await withEar(async ({ line, asked, play }) => {
    for (const digit of digits) await play(join(before, await say(digit), after));
    assert.is(
      asked.length,
      digits.length,
      `each reaches the recogniser: ${line.heard.map(({ text }) => text).join()}`,
    );
    for (const digit of digits) await play(join(before, await say(digit), after));
    assert.ok(
      asked.length <= digits.length + 2,
      `${asked.length - digits.length} of 10 were recognised again`,
    );
  });
});

test('what only begins like it, or is cut off, reaches the recogniser whole', () =>
  withEar(async ({ asked, play }) => {
    await play(announcement);
    const more = join(announcement, await say('or press one to leave a message'));
    await play(more);
    assert.is(asked.length, 2);
    assert.ok(Math.abs(asked[1]! - more.length / 8000) < 1, `${asked[1]} s`);
    await play(announcement.subarray(0, Math.round(announcement.length * 0.6)));
    assert.is(asked.length, 3);
    await play(await say('Hello, this is Dana, how can I help you?'));
    assert.is(asked.length, 4);
  }));

test('a new voice is read after less than a second; what may be known is held back', async () => {
  const line = new Line();
  let reads: number[] = [];
  let beganAtMs = 0;
  const engine = {
    timeoutMs: 1000,
    partialsAtMs: [800, 1600],
    transcribe: async (): Promise<string> => `text ${reads.push(line.nowMs - beganAtMs)}`,
  };
  const recognition = await RepeatedSpeech.open(
    { ...line.options, wantsPartials: () => true },
    async (options) => new StretchRecognition(engine, options),
  );
  const play = async (sound: Int16Array, time: number): Promise<number[]> => {
    await line.play(recognition, room(3));
    reads = [];
    beganAtMs = line.nowMs;
    await line.play(recognition, overTheLine(sound, time), room(2));
    return reads;
  };
  const agent = await say('Hello, this is Dana, how can I help you today?');
  await play(announcement, 0);
  const [first = Infinity] = await play(agent, 1);
  assert.ok(first < 1000, `after ${first} ms`);
  assert.equal(await play(announcement, 2), [], 'it is known');
  await recognition.close();
});

/** A recogniser whose pause is shorter than the gate's: its words come while the stretch goes on. */
function quickEar(options: RecognitionOptions, texts: string[]): Recognition {
  let said: { startedAtMs: number; endedAtMs: number } | undefined;
  return {
    take(frame) {
      const endedAtMs = options.now!();
      if (frame.some((sample) => Math.abs(sample) > 500))
        said = { startedAtMs: said?.startedAtMs ?? endedAtMs - 20, endedAtMs };
      if (said === undefined || endedAtMs - said.endedAtMs < 200) return;
      options.heard({ text: texts.shift() ?? 'too much', ...said, isFinal: true, confidence: null });
      said = undefined;
    },
    miss: () => void (said = undefined),
    close: async () => undefined,
  };
}

test('words that came before the end of an announcement are told again too', async () => {
  const [billing, support] = await Promise.all([say('for billing press one'), say('for support press two')]);
  const menu = join(
    billing.subarray(0, lastLoud(billing)),
    room(0.25),
    support.subarray(0, lastLoud(support)),
  );
  const line = new Line();
  const texts = ['for billing press 1', 'for support press 2'];
  const recognition = await RepeatedSpeech.open(line.options, async (options) => quickEar(options, texts));
  await line.play(recognition, room(3), overTheLine(menu, 0));
  assert.is(line.heard.length, 1, `"${line.text}" before its end`);
  await line.play(recognition, room(2));
  await line.play(recognition, room(3));
  const againMs = line.nowMs;
  await line.play(recognition, overTheLine(menu, 1), room(2));
  assert.equal(
    line.heard.map(({ text }) => text),
    ['for billing press 1', 'for support press 2', 'for billing press 1', 'for support press 2'],
  );
  const lateMs = line.heard[2]!.startedAtMs - againMs;
  assert.ok(lateMs >= 0 && lateMs < 400, `${lateMs} ms`);
  await recognition.close();
});

/** Behind the last sample that a person would hear. */
function lastLoud(sound: Int16Array): number {
  return sound.findLastIndex((sample) => Math.abs(sample) > 500) + 1;
}

test.run();
