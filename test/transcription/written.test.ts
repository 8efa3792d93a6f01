import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Wideband, folded, plain } from '../../src/audio/wideband.ts';
import { RepeatedLines } from '../../src/calls/words/repeated-lines.ts';
import { maskDigits } from '../../src/domain/mask-digits.ts';
import { parseSphinxLine } from '../../src/transcription/pocketsphinx/sphinx-process.ts';
import { tone } from './sounds.ts';

/** Level of a frequency, in dB against a sine of 6000. */
function levelDb(samples: Int16Array, hz: number): number {
  let [re, im] = [0, 0];
  const from = 400;
  for (let n = from; n < samples.length; n++) {
    re += samples[n]! * Math.cos((2 * Math.PI * hz * n) / 16_000);
    im += samples[n]! * Math.sin((2 * Math.PI * hz * n) / 16_000);
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / (samples.length - from) / 6000 + 1e-9);
}

test('the rate is doubled: with the image above 4 kHz for a recogniser, without it for an ear', () => {
  for (const hz of [500, 1000, 3000]) {
    const sound = tone(hz, 0.525);
    const [wide, clean] = [new Wideband(folded), new Wideband(plain)].map((each) => each.take(sound));
    const image = 8000 - hz;
    assert.ok(Math.abs(levelDb(wide!, hz)) < 0.5, `${hz} Hz: ${levelDb(wide!, hz)}`);
    assert.ok(
      Math.abs(levelDb(wide!, image) - (-6 - (3 * (image - 4000)) / 1000)) < 1.5,
      `image of ${hz} Hz`,
    );
    assert.ok(Math.abs(levelDb(clean!, hz)) < 0.5);
    assert.ok(levelDb(clean!, image) < -40, `${levelDb(clean!, image)}`);
  }
});

test('pieces make the same sound as the whole; what is too loud is clipped', () => {
  const sound = tone(700, 0.2);
  const whole = new Wideband(folded).take(sound);
  const pieces = new Wideband(folded);
  const joined = [];
  for (let at = 0; at < sound.length; at += 160) joined.push(...pieces.take(sound.subarray(at, at + 160)));
  assert.equal(joined, [...whole]);
  const loud = new Wideband(folded).take(new Int16Array(400).fill(0x7fff));
  assert.ok(loud.every((sample) => sample >= -0x8000 && sample <= 0x7fff));
});

test('runs of digits are masked, keys and places in a queue are not', () => {
  for (const [text, masked] of [
    ['Your code is 4 2 1 7.', 'Your code is # # # #.'],
    ['card 4111-1111 ends', 'card ####-#### ends'],
    ['Four two one seven', '# # # #'],
    ['رقم بطاقتي ٤١١١ ٢٢', 'رقم بطاقتي #### ##'],
    ['मेरा कोड ४२१७ है', 'मेरा कोड #### है'],
    ['sort code 12–34–56', 'sort code ##–##–##'],
    ['it is 4… 2… 1…', 'it is #… #… #…'],
    ['you entered four, two, oh nine', 'you entered #, #, # #'],
    ['born nineteen eighty four', 'born # # #'],
    ['double seven three one', '# # # #'],
    ['it ends in triple seven', 'it ends in # #'],
    ['four o five', '# # #'],
    ['o four two, then nine o o', '# # #, then # # #'],
    ["we open at nine o'clock", "we open at nine o'clock"],
    ['premi 1 o 2 o 3', 'premi 1 o 2 o 3'],
    ['your balance is four hundred twelve dollars', 'your balance is # # # dollars'],
    ['Two thousand and five', '# # #'],
    ['flight six hundred and boarding now', 'flight # # and boarding now'],
    ['a thousand thanks to a hundred people', 'a thousand thanks to a hundred people'],
    ['for billing press one, for sales press two', 'for billing press one, for sales press two'],
    ['you are number twenty one in line', 'you are number twenty one in line'],
    ['wait 15 minutes', 'wait 15 minutes'],
    ['someone to nobody', 'someone to nobody'],
  ] as const)
    assert.is(maskDigits(text), masked);
});

test('an announcement that is heard a little otherwise is the same one', () => {
  const before = new RepeatedLines();
  const first = before.count('All of our agents are busy, please hold.');
  assert.is(first.timesHeard, 1);
  assert.is(before.count('all of our agents are busy please hold'), first);
  assert.is(before.count('all of the agents are busy please hold'), first);
  assert.equal(first, { text: 'All of our agents are busy, please hold.', timesHeard: 3 });
  assert.is.not(before.count('all of our lines are open until nine today'), first);
  assert.is(before.count('press one').timesHeard, 1);
  assert.is(before.count('press two').timesHeard, 1);
});

test('only what the program says of an utterance is read', () => {
  const line =
    '{"b":1.0,"d":2.0,"p":0.5,"t":"press one","w":[{"b":1.0,"d":0.1,"p":1,"t":"<s>"},{"b":1.2,"d":0.3,"p":0.9,"t":"press(2)"},' +
    '{"b":1.5,"d":0.4,"p":0.7,"t":"one"},{"b":1.9,"d":0.2,"p":1,"t":"[NOISE]"}]}';
  const read = parseSphinxLine(line)!;
  assert.equal([read.text, read.startSeconds, read.endSeconds], ['press one', 1.2, 1.9]);
  assert.ok(Math.abs(read.confidence! - 0.8) < 1e-9);
  assert.is(parseSphinxLine('{"b":0,"d":1,"p":1,"t":"","w":[]}')?.text, '');
  for (const other of ['', 'no json', '[]', 'null', '{"t":"x"}', '{"b":"0","d":1,"t":"x"}'])
    assert.is(parseSphinxLine(other), undefined, other);
});

test.run();
