import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SpokenDigitMask } from '../../src/domain/spoken-digit-mask.ts';

/** Says the sentences with pauses between them, each of two seconds. */
function said(sentences: readonly string[], pauseSeconds = 1): string[] {
  const mask = new SpokenDigitMask();
  return sentences.map((text, nth) => {
    const fromMs = nth * (pauseSeconds + 2) * 1000;
    return mask.mask(text, fromMs, fromMs + 2000);
  });
}

test('a number that is said in parts, with a pause after each, is masked', () => {
  for (const [sentences, masked] of [
    [
      ['My card number is forty two', 'seventeen', 'ninety one', 'sixteen.'],
      ['My card number is # #', '#', '# #', '#.'],
    ],
    [
      ['It is four two,', 'one seven,', 'oh nine.'],
      ['It is # #,', '# #,', '# #.'],
    ],
    [
      ['Four.', 'Two.', 'Oh.', 'Seven.'],
      ['#.', '#.', '#.', '#.'],
    ],
    [
      ['Four two.', 'One seven is my code.'],
      ['# #.', '# # is my code.'],
    ],
    [
      ['It is 42', 'um', '17 and 5'],
      ['It is ##', 'um', '## and 5'],
    ],
  ])
    assert.equal(said(sentences!), masked);
});

test('what is no number is not', () => {
  const sentences = [
    'Oh.',
    'Oh, I see.',
    'I would like two of them.',
    'For sales press one.',
    'There are twenty one callers ahead of you.',
    'Two of us will come.',
  ];
  assert.equal(said(sentences), sentences);
});

test('digits that begin a sentence long after others are another number', () => {
  assert.equal(said(['It is forty two.', 'Seven of us will come.'], 30), [
    'It is # #.',
    'Seven of us will come.',
  ]);
});

test('a sentence that may change yet is masked, and counts for nothing', () => {
  const mask = new SpokenDigitMask();
  assert.is(mask.mask('it is four two', 0, 1000, false), 'it is # #');
  assert.is(mask.mask('Two of us will come.', 2000, 3000), 'Two of us will come.');
});

test.run();
