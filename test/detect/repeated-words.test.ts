import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFramer } from '../../src/detect/features/framing.ts';
import { createSpectralAnalyser } from '../../src/detect/features/log-mel.ts';
import { createCallDetector } from '../../src/detect/index.ts';
import { createWords } from '../../src/detect/decision/words.ts';
import { Passages } from '../../src/detect/repetition/passages.ts';
import { createRepeatedWords } from '../../src/detect/repetition/repeated-words.ts';
import { createRepetitionTracker } from '../../src/detect/repetition/repetition-tracker.ts';
import type { HeardWords, ListeningPhase } from '../../src/detect/types.ts';
import { babble, join, noise, silence, throughLine } from './sounds.ts';

const test = suite('repeated words');

interface Heard {
  /** When the newest sound was found to repeat known words, seconds. */
  repeated: number[];
  again: (HeardWords & { at: number })[];
}

/** @param said is heard half a second after its end; `stale`, with times to come, at once. */
function listen(
  samples: Int16Array,
  said: readonly HeardWords[],
  {
    isSpeech = () => true,
    passages = new Passages(),
    stale,
  }: { isSpeech?: (at: number) => boolean; passages?: Passages; stale?: HeardWords } = {},
): Heard {
  const framer = createFramer();
  const analyser = createSpectralAnalyser();
  const tracker = createRepetitionTracker([]);
  const words = createRepeatedWords(tracker, passages);
  const heard: Heard = { repeated: [], again: [] };
  let due = [...said];
  if (stale !== undefined) words.hear(stale, 0, true);
  framer.push(samples, (window, hop) => {
    tracker.frame(analyser.analyse(window).mel);
    if ((hop + 1) % 4 !== 0) return;
    const at = (hop + 1) * 0.02;
    for (const each of due.filter(({ endedAt }) => endedAt + 0.5 <= at)) words.hear(each, at, true);
    due = due.filter(({ endedAt }) => endedAt + 0.5 > at);
    const again = words.step(at, isSpeech(at));
    if (again !== undefined) heard.again.push({ ...again, at });
    if (words.areRepeated === true) heard.repeated.push(at);
  });
  return heard;
}

const between = (times: readonly number[], from: number, to: number): number[] =>
  times.filter((at) => at > from && at < to);
const music = (seed: number): Int16Array => babble(6, seed, 0.1);
const announcement = babble(5, 1);
const said: HeardWords = { startedAt: 5.6, endedAt: 11.4, text: 'all agents are busy', isFinal: true };

test('an announcement between other sounds is known again within a second, and its words count again with its times', () => {
  const call = join(music(11), announcement, music(12), throughLine(announcement, 0.8, 0.002, 3), music(13));
  const { repeated, again } = listen(call, [said]);
  assert.equal(between(repeated, 0, 17.5), []);
  const [first = Infinity] = repeated;
  assert.ok(first < 18, `after ${first - 17} s`);
  assert.ok(between(repeated, 18, 22).length >= 49, 'until its end');
  assert.equal(between(repeated, 22.7, 28), []);
  assert.is(again.length, 1);
  const { text, startedAt, endedAt, at, isFinal } = again[0]!;
  assert.equal([text, isFinal], ['all agents are busy', true]);
  assert.ok(Math.abs(startedAt - 16.6) < 0.1 && endedAt > 21.5 && endedAt <= at, `${startedAt} ${endedAt}`);
});

test('what is said differently, breaks off early or is only a little of it does not say it again', () => {
  const other = listen(join(music(11), announcement, music(12), babble(5, 2), music(13)), [said]);
  assert.equal(other, { repeated: [], again: [] });
  const part = announcement.subarray(0, 16_000);
  const cut = listen(join(music(11), announcement, music(12), part, babble(3, 2), music(13)), [said]);
  assert.ok(cut.repeated.length > 5);
  assert.equal(between(cut.repeated, 19.7, 30), [], 'another voice follows');
  assert.equal(cut.again, []);
});

test('a pause within it is no end; where no speech can be, nothing is repeated', () => {
  const call = join(music(11), announcement, music(12), announcement, music(13));
  const paused = join(babble(2.5, 1), silence(0.6), babble(2.5, 3));
  const withPause = join(music(11), paused, music(12), paused, music(13));
  const { repeated, again } = listen(withPause, [{ ...said, endedAt: 12 }]);
  assert.equal([repeated.length > 50, again.length], [true, 1]);
  const inMusic = listen(call, [said], { isSpeech: (at) => at < 12 || at > 19 });
  assert.equal(between(inMusic.repeated, 0, 19), []);
  assert.ok(between(inMusic.repeated, 19, 22).length > 30);
});

test('sound without words is known again, too, and says nothing; words that are understood later replace it', () => {
  const passages = new Passages();
  const call = join(music(11), announcement, music(12), throughLine(announcement, 0.8, 0.002, 3), music(13));
  const { repeated, again } = listen(call, [{ ...said, text: '' }], { passages });
  assert.equal(between(repeated, 0, 17.5), []);
  assert.ok(between(repeated, 18, 22).length >= 49);
  assert.equal(again, []);
  const elsewhere = listen(join(music(14), announcement, music(15)), [{ ...said, text: '' }], { passages });
  assert.ok(between(elsewhere.repeated, 7, 11).length >= 40, 'in another call');
  assert.equal(elsewhere.again, []);
  listen(join(music(16), announcement), [{ ...said, endedAt: 10.4 }], { passages });
  const later = listen(join(music(17), announcement, music(18)), [], { passages });
  assert.ok(later.again.some(({ text, isFinal }) => isFinal && text === said.text));
});

test('music without words pushes out no announcement', () => {
  const passages = new Passages();
  listen(join(music(11), announcement), [{ ...said, endedAt: 10.4 }], { passages });
  for (let seed = 100; seed < 110; seed++) {
    const song = babble(25, seed);
    listen(song, [{ startedAt: 0.4, endedAt: 24.4, text: '', isFinal: true }], { passages });
  }
  const { again } = listen(join(music(12), announcement, music(13)), [], { passages });
  assert.ok(again.some(({ text }) => text === said.text));
});

test("while nothing is known it cannot be told; words that do not last, are long past or a person's teach nothing", () => {
  const recent = () => ({ words: new Uint32Array(100), valid: new Uint8Array(100) });
  const words = createRepeatedWords({ recent }, new Passages());
  const busy = { startedAt: 8, endedAt: 10, text: 'busy', isFinal: true };
  for (const heard of [{ isFinal: false }, { startedAt: 4 }, { startedAt: 9.9, endedAt: 10 }])
    words.hear({ ...busy, ...heard }, 10.5, true);
  words.hear(busy, 10.5, false);
  assert.is(words.areRepeated, undefined);
  words.hear(busy, 10.5, true);
  assert.is(words.areRepeated, false);
});

test('late words with the times of a detector that was replaced stop nothing', () => {
  const call = join(music(11), announcement, music(12), announcement, music(13));
  const stale = { ...said, startedAt: 3600, endedAt: 3602 };
  assert.is(listen(call, [said], { stale }).again.length, 1);
});

test("a person's words are not kept: neither those that they are known by nor those of a talk", () => {
  const spoken = { startedAt: 1.8, endedAt: 5, isFinal: true };
  const greeting = { ...spoken, text: 'Hello? This is Dana, how can I help you?' };
  const heard = (phase: ListeningPhase, words: HeardWords): [persons: number, isNothingKept: boolean] => {
    const passages = new Passages();
    const detector = createCallDetector({}, undefined, passages);
    detector.setPhase(phase);
    detector.push(join(noise(2, 0.001, 5), babble(3, 1), noise(0.6, 0.001, 6)));
    detector.hearWords(words);
    const events = detector.push(noise(1, 0.001, 7));
    return [events.filter(({ kind }) => kind === 'person').length, passages.isEmpty];
  };
  assert.equal(heard('holding', { ...spoken, text: 'all agents are busy' }), [0, false]);
  assert.equal(heard('holding', greeting), [1, true]);
  assert.equal(heard('talking', { ...spoken, text: 'my account number is three' }), [0, true]);
});

test('what another call heard is known the first time, and its words count as soon as it is', () => {
  const passages = new Passages();
  listen(join(music(11), announcement, music(12)), [said], { passages });
  const call = join(music(14), music(15), throughLine(announcement, 0.8, 0.002, 3), music(13));
  const { repeated, again } = listen(call, [], { passages });
  assert.ok(between(repeated, 13, 17).length >= 49, `${repeated.length}`);
  assert.equal(
    again.map(({ text, isFinal }) => [text, isFinal]),
    [
      ['all agents are busy', false],
      ['all agents are busy', true],
    ],
  );
  const [first, last] = again;
  assert.ok(first!.at < 13 && first!.endedAt <= first!.at, `${first!.at}`);
  assert.ok(Math.abs(first!.startedAt - 11.6) < 0.1 && last!.endedAt > 16.5, `${first!.startedAt}`);
  passages.clear();
  assert.equal(listen(call, [], { passages }), { repeated: [], again: [] });
});

test('words told at the beginning of what another call heard are withdrawn where it breaks off', () => {
  const passages = new Passages();
  listen(join(music(11), announcement, music(12)), [said], { passages });
  const part = announcement.subarray(0, 14_000);
  const { again } = listen(join(music(14), part, babble(4, 2)), [], { passages });
  assert.equal(
    again.map(({ text }) => text),
    ['all agents are busy', ''],
  );
  const words = createWords();
  for (const each of again) words.hear(each);
  assert.is(words.logOdds(again[1]!.at, 6), 0);
});

test('whoever has a repetition recognised again is not told its words as well', () => {
  const call = join(music(11), announcement, music(12), announcement, music(13));
  const readAgain = { ...said, startedAt: 16.6, endedAt: 20, isFinal: false };
  assert.equal(listen(call, [said, readAgain]).again, []);
});

test('a hold of an hour keeps three minutes of speech', () => {
  const texts = Array.from({ length: 12 }, (_none, n) => babble(20, 100 + n));
  const gap = noise(2, 0.001, 5);
  const call = join(...texts.flatMap((text) => [text, gap]), texts[0]!, gap, texts[11]!, gap);
  const times = texts.map((_text, n) => ({
    ...said,
    startedAt: n * 22,
    endedAt: n * 22 + 20,
    text: `text ${n}`,
  }));
  const { again } = listen(call, times);
  assert.equal(
    again.map(({ text }) => text),
    ['text 11'],
  );
});

test.run();
