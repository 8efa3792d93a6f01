import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TextKind } from '../../src/domain/menu-choice/learned-meaning.ts';
import { noMemory } from '../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';
import { MenuMeanings } from '../../src/calls/hearing/menu-meanings.ts';
import { readEncoder } from '../../src/sentences/encoder-file.ts';
import { Sentences } from '../../src/sentences/sentences.ts';
import { WordPieces } from '../../src/sentences/word-pieces.ts';
import { memoryLog } from '../store/fixtures.ts';

const sentences = new Sentences(memoryLog());

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, each, at) => sum + each * other[at]!, 0);

async function meaning(text: string, kind: TextKind): Promise<Float32Array> {
  const found = await sentences.meaningOf(text, kind);
  assert.ok(found);
  return found;
}

/** What training/menus/encoder.py makes of the same texts: the first six numbers. */
const fitted: [TextKind, string, number[]][] = [
  ['caller', 'my luggage never arrived', [-0.0037, 0.0726, -0.0003, -0.0087, 0.0174, -0.0661]],
  ['option', 'report lost or delayed baggage', [-0.0481, 0.132, -0.006, 0.0543, 0.0663, -0.0192]],
  ['option', 'damaged or spoiled items', [-0.0834, 0.0947, 0.076, 0.0102, -0.0022, -0.087]],
  ['caller', "Où est l'Öl? I can't find 4411-2200!", [-0.009, 0.0174, -0.0448, -0.0856, -0.0128, 0.0278]],
  ['caller', '', [-0.0276, 0.0773, -0.0125, 0.0183, -0.0035, 0.0007]],
];

for (const [kind, text, expected] of fitted)
  test(`the service computes what was fitted: "${text}"`, async () => {
    const found = await meaning(text, kind);
    assert.is(found.length, 384);
    assert.ok(Math.abs(Math.hypot(...found) - 1) < 1e-5);
    for (const [at, each] of expected.entries())
      assert.ok(Math.abs(found[at]! - each) < 0.006, `${at}: ${found[at]} instead of ${each}`);
  });

test('an option is closer to what its callers say than to what others say', async () => {
  const options = ['report lost or delayed baggage', 'damaged or spoiled items', 'flight times'];
  const said = ['my suitcases are still in Denver', 'half the eggs were cracked', 'when do we land tonight'];
  const meant = await Promise.all(options.map((option) => meaning(option, 'option')));
  for (const [at, each] of said.entries()) {
    const caller = await meaning(each, 'caller');
    const fits = meant.map((option) => cosine(caller, option));
    assert.is(fits.indexOf(Math.max(...fits)), at, each);
  }
});

test('other work is done while a text is encoded, and the same text takes no time again', async () => {
  await meaning('warm up', 'caller');
  let turns = 0;
  let isDone = false;
  const encoded = meaning('a text that nobody has encoded before', 'caller').then((found) => {
    isDone = true;
    return found;
  });
  for (; !isDone; turns++) await setImmediate();
  assert.ok(turns >= 6, `${turns} turns`);
  assert.is(await meaning('a text that nobody has encoded before', 'caller'), await encoded);
});

test('a long text is cut off', async () => {
  const long = 'the parcel is late '.repeat(2_500);
  assert.ok(cosine(await meaning(long, 'caller'), await meaning('the parcel is late', 'caller')) > 0.7);
});

test('words are split into the longest pieces, without accents', () => {
  const vocabulary = [
    '[UNK]',
    '[CLS]',
    '[SEP]',
    'un',
    '##believ',
    '##able',
    '##a',
    'é',
    'cafe',
    '!',
    '2',
    '##4',
  ];
  const split = (text: string) =>
    new WordPieces(vocabulary, 48).split(text).map((place) => vocabulary[place]);
  assert.equal(split('Unbelievable'), ['[CLS]', 'un', '##believ', '##able', '[SEP]']);
  assert.equal(split('Café!24'), ['[CLS]', 'cafe', '!', '2', '##4', '[SEP]']);
  assert.equal(split('unbelievably 😀'), ['[CLS]', '[UNK]', '[UNK]', '[SEP]']);
  assert.equal(split(' \n'), ['[CLS]', '[SEP]']);
  assert.is(split('cafe '.repeat(100)).length, 48);
});

test('a word of thousands of letters, as of a recogniser in a loop, does not keep other work waiting', () => {
  const pieces = new WordPieces(['[CLS]', '[SEP]', '[UNK]', 'm', '##m', '##mm', '##mmmm'], 48);
  const beganAtMs = performance.now();
  assert.is(pieces.split('m'.repeat(4_000)).length, 48);
  const ms = performance.now() - beganAtMs;
  assert.ok(ms < 1_000, `${Math.round(ms)} ms`);
});

test('without its file menus are understood by their words, which is logged once', async () => {
  const log = memoryLog();
  const missing = new Sentences(log, pathToFileURL('/nowhere/encoder.bin'));
  assert.is(await missing.meaningOf('one', 'caller'), undefined);
  assert.is(await missing.meaningOf('two', 'option'), undefined);
  assert.is(log.lines.length, 1);
  assert.match(String(log.lines[0]?.fields['error']), 'ENOENT');
  assert.throws(() => readEncoder(new Uint8Array(64)), /not a parameter file/);
});

test('nothing is computed for a call in a language that the encoder does not know', async () => {
  const asked: string[] = [];
  const meanings = new MenuMeanings({
    async meaningOf(text) {
      asked.push(text);
      return Float32Array.of(1);
    },
  });
  await meanings.compute('ich möchte meine Rechnung reklamieren', [{ text: 'fragen zur rechnung' }]);
  assert.equal(asked, []);
  await meanings.compute('a wrong charge', [{ text: 'billing' }]);
  assert.equal(asked, ['a wrong charge', 'billing']);
});

test('a menu is understood that says it in other words', async () => {
  const intent = 'my son has had a fever since Sunday';
  const prompt = readPrompt(
    'to make an appointment press 1, for test results press 2, for prescription refills press 3, for billing press 4, to speak with a nurse press 5',
  );
  const move = (meanings?: MenuMeanings) => {
    const chosen = nextMove(prompt, noMemory, { intent, facts: [], meanings });
    return chosen.do === 'press' ? chosen.digits : chosen.do;
  };
  const meanings = new MenuMeanings(sentences);
  await meanings.compute(intent, prompt.options);
  assert.is(move(meanings), '5');
  assert.is.not(move(), '5', 'its words alone do not say so');
});

test.run();
