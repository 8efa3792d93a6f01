import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asAgents, readAgentTexts } from '../../src/detect-cli/agents-words.ts';
import { createTeller } from '../../src/detect-cli/timely-words.ts';
import { openUnderstanding, openWhereUnderstood, understand } from '../../src/detect-cli/understand.ts';
import { StretchRecognition } from '../../src/transcription/stretch-recognition.ts';

import { join, silence, tone } from './sounds.ts';

const test = suite('words of recorded calls');
const voice = (seconds: number): Int16Array => tone([300], seconds);
const near = (value: number, expected: number): boolean => Math.abs(value - expected) < 0.05;

test('words come when a live call would know them: while they are said, and after the pause that ends a sentence', async () => {
  const call = join(silence(2), voice(3.2), silence(2), voice(0.9), silence(0.2));
  const engine = { timeoutMs: 1000, partialsAtMs: [1000, 2000, 3000], transcribe: async () => 'so' };
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

test('sound that the detector takes for music is not recognised, and a failing engine is named', async () => {
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

for (const hangs of ['take', 'settle', 'finish'] as const)
  test(`an engine that hangs in ${hangs} is given up, also where it does not end`, async () => {
    const never = () => new Promise<void>(() => undefined);
    const answers = () => Promise.resolve();
    const engine = { take: answers, miss: () => undefined, settle: answers, finish: answers, close: never };
    const begun = understand(
      silence(1),
      () => undefined,
      async () => ({ ...engine, [hangs]: never }),
      20,
    );
    const failure = await Promise.race([
      begun.then(
        () => 'none',
        (error: Error) => error.message,
      ),
      delay(2_000, 'it waits for ever'),
    ]);
    assert.is(failure, 'the recogniser has not answered for 0.02 s');
  });

test("persons' words can be replaced by agents', at their own pace; recordings' words stay", () => {
  const call = {
    id: 'call',
    scenario: '',
    duration: 30,
    segments: [],
    humans: [{ first_word: 10, end: 20 }],
    speech: [
      [2, 5],
      [10, 12],
      [12.2, 14],
      [18, 20],
    ] as [number, number][],
  };
  const words = [2, 10, 18].map((startedAt) => ({
    startedAt,
    endedAt: startedAt + 2,
    text: 'a book is read',
    isFinal: true,
    knownAt: startedAt + 3,
  }));
  const texts = [
    'Hello, how can I help you?',
    'Thank you for holding, this is Mark, how can I help you today?',
  ];
  const heard = asAgents(call, words, texts);
  assert.equal(heard[0], words[0]);
  const finals = heard.slice(1).filter(({ isFinal }) => isFinal);
  assert.equal(
    finals.map(({ endedAt }) => endedAt),
    [14, 20],
    'a breath ends no sentence',
  );
  assert.ok(finals.every(({ text, knownAt, endedAt }) => texts.includes(text) && knownAt > endedAt + 0.5));
  for (const { text, endedAt, knownAt } of heard.slice(1).filter(({ isFinal }) => !isFinal)) {
    assert.ok(texts.some((whole) => whole.startsWith(text) && whole !== text));
    assert.ok(knownAt > endedAt && knownAt < endedAt + 0.5);
  }
  assert.ok(heard.length > 6, `${heard.length} readings`);
  assert.equal(asAgents(call, words, texts), heard, 'the same each time');
});

test("a file without agents' texts is refused", () => {
  const file = new URL(import.meta.url).pathname;
  assert.throws(() => readAgentTexts(file), /no line of .* begins with "agent: "/);
});

test('an engine that understands only menus is refused', () => {
  for (const engine of ['none', 'pocketsphinx'])
    assert.throws(
      () => openUnderstanding({ STT_ENGINE: engine }),
      (error: Error) => error.message === `STT_ENGINE is ${engine}: people are not understood`,
    );
});

test('without a working engine the command says so once and goes by the sound', async () => {
  const told: string[] = [];
  const understands = openWhereUnderstood({ STT_ENGINE: 'none' }, { warn: (line) => told.push(line) });
  for (let calls = 0; calls < 2; calls++) assert.equal(await understands(voice(1)), []);
  assert.equal(told, ['by sound alone: STT_ENGINE is none: people are not understood']);
});

test.run();
