import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTeller } from '../../src/detect-cli/timely-words.ts';
import { openUnderstanding, openWhereUnderstood, understand } from '../../src/detect-cli/understand.ts';
import { StretchRecognition } from '../../src/transcription/stretch-recognition.ts';

import { join, silence, tone } from './sounds.ts';

const test = suite('words of recorded calls');
const voice = (seconds: number): Int16Array => tone([300], seconds);
const near = (value: number, expected: number): boolean => Math.abs(value - expected) < 0.05;

test('words come when a live call would know them: each second, and after the pause that ends a sentence', async () => {
  const call = join(silence(2), voice(3.2), silence(2), voice(0.9), silence(0.2));
  const engine = { timeoutMs: 1000, partialEveryMs: 1000, transcribe: async () => 'so' };
  const words = await understand(
    call,
    () => 'live_human',
    async (options) => new StretchRecognition(engine, options),
  );
  assert.equal(
    words.map(({ isFinal }) => isFinal),
    [false, false, false, true, false, true],
  );
  const [first, , , final] = words;
  assert.ok(near(first!.startedAt, 1.76) && near(first!.endedAt - first!.startedAt, 1), 'the first second');
  assert.ok(near(first!.knownAt, first!.endedAt + 0.1 + 0.05), `${first!.knownAt}`);
  assert.ok(
    near(final!.endedAt, 5.2) && near(final!.knownAt, 5.2 + 0.5 + 0.1 + 0.05 * 3.44),
    `${final!.knownAt}`,
  );
  const tell = createTeller(words);
  assert.equal(tell(first!.knownAt - 0.01), []);
  assert.equal(tell(final!.knownAt), words.slice(0, 4), 'each once, in their order');
  assert.equal(tell(100), words.slice(4));
});

test('a sound that is music for the detector is not read, and an engine that fails is named', async () => {
  const engine = { timeoutMs: 1000, transcribe: () => Promise.reject(new Error('no model')) };
  const open = async (options: ConstructorParameters<typeof StretchRecognition>[1]) =>
    new StretchRecognition(engine, options);
  assert.equal(await understand(join(silence(1), voice(3), silence(1)), () => 'music', open), []);
  const call = join(silence(1), voice(1), silence(1), voice(1), silence(1));
  const failure = await understand(call, () => 'live_human', open).then(
    () => 'none',
    (error: Error) => error.message,
  );
  assert.match(failure, /no model/);
});

test('who understands menus alone is refused', () => {
  for (const engine of ['none', 'pocketsphinx'])
    assert.throws(
      () => openUnderstanding({ STT_ENGINE: engine }),
      (error: Error) => error.message === `STT_ENGINE is ${engine}: people are not understood`,
    );
});

test('who only wants to know what the gateway would hear is told once, and hears the sound', async () => {
  const told: string[] = [];
  const understands = openWhereUnderstood({ STT_ENGINE: 'none' }, { warn: (line) => told.push(line) });
  for (let calls = 0; calls < 2; calls++) assert.equal(await understands(voice(1)), []);
  assert.equal(told, ['by sound alone: STT_ENGINE is none: people are not understood']);
});

test.run();
