import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Passed, type Sound, SpeechRelay } from '../../src/media/speech-relay.ts';

const turnFrames = 5;
const turnMs = 100;

/** Loud turns, numbered by their samples from 1000 on. */
class Line {
  readonly relay = new SpeechRelay();
  /** What was passed on: its numbers, and how many frames were lost before. */
  readonly heard: (number | string)[] = [];
  readonly late: number[] = [];
  #count = 1000;

  /** Plays turns of 100 ms. @returns how many of them were passed on as they came. */
  play(turns: number, sound: Partial<Sound>, level = 1): number {
    let passedOn = 0;
    for (let n = 0; n < turns; n++) {
      const samples = new Int16Array(turnFrames * 160).fill(this.#count++ * level);
      const { audioClass } = sound;
      const passed = this.relay.take(samples, {
        audioClass,
        reportedClass: audioClass,
        repeatsWords: undefined,
        ...sound,
      });
      samples.fill(0);
      if (passed === undefined) continue;
      passedOn += 1;
      this.#note(passed);
    }
    return passedOn;
  }

  #note({ samples, withheld }: Passed): void {
    if (withheld !== undefined) {
      if (withheld.lost > 0) this.heard.push(`${withheld.lost} lost`);
      for (let at = 0; at < withheld.kept.length; at += 800) this.heard.push(withheld.kept[at]!);
      this.late.push(withheld.lateMs);
    }
    this.heard.push(samples[0]!);
  }
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_none, n) => from + n);
}

test('nothing is passed on unless it is wanted, and everything if that is wanted', () => {
  const line = new Line();
  assert.is(line.play(3, { audioClass: 'announcement' }), 0);
  line.relay.demand = 'everything';
  assert.is(line.play(3, { audioClass: 'music' }), 3);
  assert.equal(line.heard, [1003, 1004, 1005], 'from then on');
});

test('where speech is wanted music is withheld; speech comes with the second and a half before it was known as such', () => {
  const line = new Line();
  line.relay.demand = 'speech';
  assert.is(line.play(40, { audioClass: 'music' }), 0);
  assert.is(line.play(2, { audioClass: 'announcement' }), 2);
  assert.equal(line.heard, ['125 lost', ...numbers(1025, 1042)]);
  assert.equal(line.late, [1500 + turnMs - 20], 'the first frame of it');
  line.heard.length = 0;
  assert.is(
    line.play(1, { audioClass: 'music', reportedClass: 'announcement' }),
    1,
    'not known to the others',
  );
  assert.is(line.play(3, { audioClass: 'music' }), 1, 'once, so that they hear that it is over');
  assert.is(line.play(1, { audioClass: 'announcement' }), 1);
  assert.equal(line.heard, numbers(1042, 1047), 'nothing is lost in a short gap');
});

test('quiet is withheld from a second on, and what follows it comes at once', () => {
  const line = new Line();
  line.relay.demand = 'speech';
  assert.is(line.play(5, { audioClass: 'silence' }, 0), 0);
  assert.is(line.play(3, { audioClass: 'silence' }), 3, 'the class is late');
  assert.is(line.play(30, { audioClass: 'silence' }, 0), 10);
  assert.is(line.play(1, { audioClass: 'silence' }), 1);
  assert.is(line.heard.at(-1), 1038);
});

test('speech whose words are known is withheld where only new words are wanted', () => {
  const line = new Line();
  line.relay.demand = 'new speech';
  assert.is(line.play(3, { audioClass: 'announcement' }), 3, 'no words are known yet');
  line.play(20, { audioClass: 'music' });
  line.heard.length = 0;
  const known = { audioClass: 'announcement', repeatsWords: true } as const;
  const unknown = { ...known, repeatsWords: false } as const;
  assert.is(line.play(3, unknown), 0, 'it may be known in a moment');
  assert.is(line.play(60, known), 0);
  assert.is(line.play(3, unknown), 0);
  assert.is(line.play(3, { audioClass: 'music' }), 0);
  assert.is(line.play(3, unknown), 0);
  assert.is(line.play(5, unknown), 5);
  assert.is(line.play(3, known), 3, 'a sentence that has begun is not cut');
  assert.equal(line.heard.slice(1), numbers(1080, 1103));
  line.relay.demand = 'speech';
  line.play(20, { audioClass: 'music' });
  assert.is(line.play(3, known), 3, 'a transcript counts it');
});

test('a word that is over before it can be known is not held back until the next one', () => {
  const line = new Line();
  line.relay.demand = 'new speech';
  const unknown = { audioClass: 'silence', repeatsWords: false } as const;
  assert.is(line.play(10, unknown, 0), 0);
  assert.is(line.play(2, unknown), 0, 'it may be known in a moment');
  assert.is(line.play(5, unknown, 0), 4);
  assert.equal(line.heard.slice(0, 13), [...Array.from({ length: 10 }, () => 0), 1010, 1011, 0]);
});

test('audio that nobody judges is passed on', () => {
  const relay = new SpeechRelay();
  relay.demand = 'new speech';
  assert.ok(relay.take(new Int16Array(160), undefined));
});

test.run();
