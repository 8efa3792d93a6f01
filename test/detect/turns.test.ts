import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSpeechActivity } from '../../src/detect/decision/speech-activity.ts';
import type { ToneKind } from '../../src/detect/index.ts';
import { createDialogue, type Dialogue } from '../../src/detect/turns/dialogue.ts';

type What = 'music' | 'voice' | 'quiet' | 'prompt' | 'known' | 'recognised' | 'faint' | ToneKind;

/** A call in words: what sounds for how long, and when Holdfast speaks. */
class Call {
  readonly dialogue: Dialogue = createDialogue();
  readonly asked: number[] = [];
  readonly persons: string[] = [];
  readonly #speech = createSpeechActivity();
  #at = 0;

  constructor() {
    this.dialogue.setPhase('holding');
  }

  hear(...stretches: [what: What, seconds: number][]): this {
    for (const [what, seconds] of stretches)
      for (let left = seconds; left > 1e-6; left -= 0.08) this.#step(what);
    return this;
  }

  /** Holdfast says something that takes this long, while the far end does something else. */
  say(seconds: number, meanwhile: What): this {
    this.dialogue.setSpeaking(true, this.#at);
    this.hear([meanwhile, seconds]);
    this.dialogue.setSpeaking(false, this.#at);
    return this;
  }

  get secondsNow(): number {
    return this.#at;
  }

  #step(what: What): void {
    this.#at += 0.08;
    const isVoice = ['voice', 'prompt', 'known', 'faint'].includes(what);
    // Syllables: the noise between them is that of the line.
    const dips = isVoice && Math.round(this.#at / 0.08) % 3 === 0;
    const level = dips
      ? -60
      : ({ quiet: -70, recognised: -70, faint: -45, music: -25 }[what as 'quiet'] ?? -22);
    const rmsDb = this.dialogue.isEcho(level, this.#at) ? -90 : level;
    this.#speech.step(this.#at, rmsDb, isVoice);
    const { asks, person } = this.dialogue.step({
      at: this.#at,
      elapsed: 0.08,
      speech: this.#speech,
      rmsDb,
      isMusic: what === 'music',
      tone: what === 'ringback' ? what : undefined,
      isKnown: what === 'known' || what === 'recognised',
      isPrompt: what === 'prompt',
    });
    if (asks !== undefined) this.asked.push(this.#at - asks.endedAt);
    if (person !== undefined) this.persons.push(person);
  }
}

const greeted = (): Call => new Call().hear(['music', 8], ['quiet', 0.3], ['voice', 2]);

const test = suite('turns');

test('a voice that falls silent on hold is answered within a second', () => {
  const { asked } = greeted().hear(['quiet', 4]);
  assert.is(asked.length, 1);
  assert.ok(asked[0]! <= 0.8, `${asked[0]} s after the last word`);
});

test('a voice that answers while we still speak, and then waits, is a person', () => {
  const call = greeted().hear(['quiet', 0.8]);
  call.dialogue.setSpeaking(true, call.secondsNow);
  call.hear(['quiet', 1], ['voice', 1]);
  call.dialogue.setSpeaking(false, call.secondsNow);
  assert.equal(call.hear(['voice', 1], ['quiet', 2]).persons, []);
  assert.is(call.hear(['quiet', 3]).persons.length, 1);
});

test('nobody is asked before any music, into music, or while the voice goes on', () => {
  assert.equal(new Call().hear(['voice', 2], ['quiet', 4]).asked, []);
  assert.equal(new Call().hear(['music', 8], ['voice', 3], ['music', 4]).asked, []);
  assert.equal(new Call().hear(['music', 8], ['voice', 20]).asked, []);
});

test('neither a menu nor a known recording is asked, nor anybody in the menu phase', () => {
  assert.equal(new Call().hear(['music', 8], ['prompt', 4], ['quiet', 4]).asked, []);
  assert.equal(new Call().hear(['music', 8], ['known', 4], ['quiet', 4]).asked, []);
  const menu = new Call();
  menu.dialogue.setPhase('menu');
  assert.equal(menu.hear(['music', 8], ['voice', 2], ['quiet', 4]).asked, []);
});

test('a recording that is recognised only once it is over is not asked; somebody who speaks after it is', () => {
  const recording = (): Call => new Call().hear(['music', 8], ['voice', 1.3], ['recognised', 0.3]);
  assert.equal(recording().hear(['quiet', 4]).asked, []);
  assert.is(recording().hear(['voice', 1], ['quiet', 4]).asked.length, 1);
});

test('asked once in 20 seconds, and not soon after a refusal', () => {
  const call = greeted().hear(['quiet', 0.8]).say(1.6, 'quiet');
  call.hear(['music', 5], ['voice', 2], ['quiet', 2]);
  assert.is(call.asked.length, 1);
  call.hear(['music', 12], ['voice', 2], ['quiet', 2]);
  assert.is(call.asked.length, 2);
  const refused = new Call().hear(['music', 8]);
  refused.dialogue.refuse(refused.secondsNow);
  assert.equal(refused.hear(['voice', 2], ['quiet', 4]).asked, []);
});

test('a voice that answers is a person, even a little before our last word', () => {
  const after = greeted().hear(['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 0.5], ['voice', 0.5]);
  assert.equal(after.persons.length, 1);
  assert.match(after.persons[0]!, /answered/);
  const early = greeted().hear(['quiet', 0.8]).say(1.3, 'quiet');
  early.dialogue.setSpeaking(true, early.secondsNow);
  early.hear(['voice', 0.32]);
  early.dialogue.setSpeaking(false, early.secondsNow);
  assert.equal(early.hear(['voice', 0.3]).persons.length, 1);
});

test('a voice that waits in silence when the music should be back is a person', () => {
  const call = greeted().hear(['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 2]);
  assert.equal(call.persons.length, 1);
  assert.match(call.persons[0]!, /waits/);
});

test('a recording that goes on at its own pace is not a person, nor is one whose music comes back', () => {
  assert.equal(greeted().hear(['quiet', 0.8]).say(1.6, 'voice').hear(['voice', 4], ['music', 5]).persons, []);
  const late = greeted().hear(['quiet', 0.8]).say(1.6, 'voice').hear(['quiet', 1.2], ['voice', 2]);
  assert.equal(late.persons, [], 'a pause of its own after our last word is no listening');
  const back = greeted().hear(['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 0.4], ['music', 8]);
  assert.equal(back.hear(['voice', 3]).persons, [], 'the next announcement answers nothing');
});

test('silence says nothing where this call pauses as long before its music', () => {
  const call = new Call().hear(['music', 8], ['voice', 3], ['quiet', 5], ['music', 20]);
  call.hear(['voice', 2], ['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 2]);
  assert.equal(call.persons, []);
  assert.equal(call.hear(['quiet', 5]).persons.length, 1, 'but a longer one does');
});

test('silence says nothing in a queue without music, or where the line rang since: that may be a voicemail', () => {
  const silent = new Call().hear(['voice', 2], ['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 10]);
  assert.equal(silent.persons, []);
  const passed = new Call().hear(['music', 8], ['ringback', 2], ['quiet', 2], ['voice', 2], ['quiet', 0.8]);
  assert.is(passed.asked.length, 1);
  assert.equal(passed.say(1.6, 'quiet').hear(['quiet', 10]).persons, []);
});

test('once the owner has said that nobody is there, neither silence nor a voice after our words shows a person', () => {
  const silent = greeted().hear(['quiet', 0.8]).say(1.6, 'quiet').hear(['quiet', 0.5]);
  silent.dialogue.refuse(silent.secondsNow);
  assert.equal(silent.hear(['quiet', 8]).persons, []);
  const speaking = greeted().hear(['quiet', 0.8]);
  speaking.dialogue.setSpeaking(true, speaking.secondsNow);
  speaking.hear(['quiet', 1]).dialogue.refuse(speaking.secondsNow);
  speaking.hear(['quiet', 0.6]).dialogue.setSpeaking(false, speaking.secondsNow);
  assert.equal(speaking.hear(['quiet', 0.5], ['voice', 2], ['quiet', 8]).persons, []);
  // The next words count again.
  const again = speaking.say(1.6, 'quiet').hear(['quiet', 0.5], ['voice', 0.5]);
  assert.is(again.persons.length, 1);
});

test('our own echo is not a person; somebody who keeps talking while we speak is heard at once', () => {
  const echo = greeted().hear(['quiet', 0.8]).say(1.6, 'faint').hear(['faint', 0.3], ['quiet', 0.5]);
  assert.equal(echo.persons, []);
  const call = new Call().hear(['music', 8], ['voice', 2]);
  call.dialogue.setSpeaking(true, call.secondsNow);
  assert.not.ok(call.dialogue.isEcho(-40, call.secondsNow + 0.3), 'between two loud syllables');
  assert.ok(call.dialogue.isEcho(-40, call.secondsNow + 0.9));
  assert.not.ok(call.dialogue.isEcho(-25, call.secondsNow + 1));
});

test.run();
