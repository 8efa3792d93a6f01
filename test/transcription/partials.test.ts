import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecognitionOptions } from '../../src/calls/words/transcriber.ts';
import { StretchRecognition } from '../../src/transcription/stretch-recognition.ts';
import { Line, room, tone } from './sounds.ts';

/** Says how long the sound was that it read, in seconds, when it is let. */
class Engine {
  readonly timeoutMs = 5000;
  readonly partialsAtMs = [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000];
  readonly read: number[] = [];
  waits: Promise<void> | undefined;
  works = false;

  isBusy(): boolean {
    return this.works;
  }

  async transcribe(samples: Int16Array): Promise<string> {
    const seconds = samples.length / 8000;
    this.read.push(seconds);
    await this.waits;
    return `${seconds}`;
  }
}

/** Sound that comes faster than it is spoken: each frame waits for what the engine makes of it. */
async function heard(engine: Engine, options: Partial<RecognitionOptions>, ...sounds: Int16Array[]) {
  const line = new Line();
  const recognition = new StretchRecognition(engine, { ...line.options, ...options });
  for (const sound of sounds)
    for (let at = 0; at < sound.length; at += 160) {
      await line.play(recognition, sound.subarray(at, at + 160));
      await recognition.settle();
    }
  await recognition.finish();
  await recognition.close();
  return line.heard.map(({ text, isFinal, startedAtMs, endedAtMs }) => {
    assert.ok(Math.abs(Number(text) * 1000 - (endedAtMs - startedAtMs)) <= (isFinal ? 700 : 0), text);
    return `${isFinal ? 'final' : 'partial'} ${Number(text).toFixed(0)}`;
  });
}

const speech = (seconds: number) => tone(300, seconds);

test('a sentence is read again as it grows, where somebody wants that', async () => {
  const engine = new Engine();
  const wants = { wantsPartials: () => true };
  assert.equal(await heard(engine, wants, room(2), speech(3.2), room(2)), [
    'partial 1',
    'partial 2',
    'partial 3',
    'final 4',
  ]);
  assert.equal(await heard(engine, wants, room(2), speech(0.7), room(2)), ['partial 1', 'final 1']);
  engine.works = true;
  assert.equal(await heard(engine, wants, room(2), speech(3.2), room(2)), ['final 4'], 'for another call');
  engine.works = false;
  for (const options of [{}, { wantsPartials: () => false }])
    assert.equal(await heard(engine, options, room(2), speech(3.2), room(2)), ['final 4']);
});

test('a sentence that has ended is read a second time where that is wanted and nobody else waits', async () => {
  const spoken = async (options: Partial<RecognitionOptions>, reread: () => Promise<string>) => {
    const line = new Line();
    const engine = { ...first, reread, isBusy: () => works };
    const recognition = new StretchRecognition(engine, { ...line.options, ...options });
    for (const sound of [room(2), speech(1.4), room(1)])
      for (let at = 0; at < sound.length; at += 160) {
        await line.play(recognition, sound.subarray(at, at + 160));
        await recognition.settle();
      }
    await recognition.close();
    assert.equal(line.failures, []);
    return line.heard.map(({ text, reread: again = '', isFinal }) => `${text}/${again}${isFinal ? '' : '…'}`);
  };
  let works = false;
  const first = {
    timeoutMs: 5000,
    partialsAtMs: [1000],
    transcribe: async () => 'press do',
  };
  const other = async (): Promise<string> => ' press  two ';
  const wants = { wantsRereading: () => true };
  assert.equal(await spoken(wants, other), ['press do/press two']);
  assert.equal(await spoken({ ...wants, wantsPartials: () => true }, other), [
    'press do/…',
    'press do/press two',
  ]);
  assert.equal(await spoken({}, other), ['press do/'], 'not wanted');
  assert.equal(await spoken(wants, first.transcribe), ['press do/'], 'the same');
  assert.equal(
    await spoken(wants, () => Promise.reject(new Error('gone'))),
    ['press do/'],
    'the first stands',
  );
  works = true;
  assert.equal(await spoken(wants, other), ['press do/'], 'somebody waits');
});

test('sound that was held back is read at once and whole', async () => {
  const engine = new Engine();
  const line = new Line();
  const recognition = new StretchRecognition(engine, { ...line.options, wantsPartials: () => true });
  await line.play(recognition, room(2));
  const held = speech(1.6);
  for (let at = 0; at < held.length; at += 160) {
    line.nowMs += 20;
    recognition.take(held.subarray(at, at + 160));
  }
  await recognition.settle();
  assert.is(engine.read.length, 1);
  assert.ok(engine.read[0]! >= 1.6, `${engine.read[0]} s`);
  await recognition.close();
});

test('what is long is not read again and again', async () => {
  const engine = new Engine();
  const texts = await heard(engine, { wantsPartials: () => true }, room(2), speech(15), room(2));
  assert.is(texts.length, 9);
  assert.ok(engine.read.reduce((sum, each) => sum + each) < 3.5 * 15);
});

test('while the engine is busy, nothing but the ends of sentences waits for it', async () => {
  const engine = new Engine();
  let release!: () => void;
  engine.waits = new Promise((resolve) => (release = resolve));
  const line = new Line();
  const recognition = new StretchRecognition(engine, { ...line.options, wantsPartials: () => true });
  await line.play(recognition, room(2), speech(5), room(2));
  assert.is(engine.read.length, 1);
  release();
  await recognition.settle();
  assert.equal(
    line.heard.map(({ isFinal }) => isFinal),
    [false, true],
  );
  await recognition.close();
});

test('what was told of a sentence is taken back when its end is no speech, or is not understood', async () => {
  for (const [name, end] of [
    ['no speech', async () => ''],
    ['not understood', () => Promise.reject(new Error('gone'))],
  ] as const) {
    const line = new Line();
    let readings = 0;
    const engine = {
      timeoutMs: 5000,
      partialsAtMs: [1000],
      transcribe: async () => (++readings === 1 ? 'hello' : end()),
    };
    const wordless: number[] = [];
    const recognition = new StretchRecognition(engine, {
      ...line.options,
      wantsPartials: () => true,
      wordless: (startedAtMs) => void wordless.push(startedAtMs),
    });
    for (const sound of [room(2), speech(1.4), room(1)])
      for (let at = 0; at < sound.length; at += 160) {
        await line.play(recognition, sound.subarray(at, at + 160));
        await recognition.settle();
      }
    await recognition.close();
    assert.equal(
      line.heard.map(({ text, isFinal }) => [text, isFinal]),
      [
        ['hello', false],
        ['', false],
      ],
      name,
    );
    assert.is(line.heard[0]!.startedAtMs, line.heard[1]!.startedAtMs);
    assert.equal(wordless, name === 'no speech' ? [line.heard[0]!.startedAtMs] : []);
  }
});

test('an engine that has failed at two sentences, twice each, is not asked again, and fails once', async () => {
  let asked = 0;
  const line = new Line();
  const transcribe = (): Promise<string> => {
    asked += 1;
    return Promise.reject(new Error('no model'));
  };
  const recognition = new StretchRecognition({ transcribe, timeoutMs: 1000 }, line.options);
  for (let stretches = 0; stretches < 5; stretches++) {
    await line.play(recognition, room(1), tone(500, 0.6), room(1));
    await recognition.settle();
  }
  await recognition.finish();
  await recognition.close();
  assert.equal([asked, line.failures], [4, ['no model']]);
});

test('an engine that does not answer in time fails, and is told to give up', async () => {
  const line = new Line();
  const transcribe = (_samples: Int16Array, signal: AbortSignal): Promise<string> =>
    new Promise((_answered, failed) => {
      signal.addEventListener('abort', () => failed(signal.reason as Error));
    });
  const recognition = new StretchRecognition({ timeoutMs: 50, transcribe }, line.options);
  await line.play(recognition, room(2), speech(1), room(1), speech(1), room(1));
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.match(line.failures.join(), /timeout/);
  await recognition.close();
});

test.run();
