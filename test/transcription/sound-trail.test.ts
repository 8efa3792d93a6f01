import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type PlayedSound, readPlayedSound, SoundTrail } from '../../src/detect/repetition/sound-trail.ts';
import { frameSamples, overTheLine, room, say, tone } from './sounds.ts';

const menu = await say('For sales, press one. For billing, press two. For repairs, press three.');

/** @returns the numbers of the fingerprints that came. */
function hear(trail: SoundTrail, ...sounds: Int16Array[]): number[] {
  const came: number[] = [];
  for (const sound of sounds)
    for (let at = 0; at + frameSamples <= sound.length; at += frameSamples)
      if (trail.take(sound.subarray(at, at + frameSamples))) came.push(trail.count);
  return came;
}

/** @param missed seconds of its end. */
function learn(sound: Int16Array, missed = 0): PlayedSound {
  const trail = new SoundTrail();
  hear(trail, room(2));
  const from = trail.count;
  hear(trail, overTheLine(sound, 0));
  const to = trail.count - missed / 0.04;
  hear(trail, room(3));
  return readPlayedSound(trail.cut(from, to)!)!;
}

/** How long after the end of `sound` it is recognised (seconds), for each time that it is. */
function endsIn(learned: PlayedSound, sounds: Int16Array[], sound: Int16Array, time = 1): number[] {
  const trail = new SoundTrail();
  hear(trail, ...sounds);
  const known: number[] = [];
  const step = (samples: Int16Array): void => {
    for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
      if (
        trail.take(samples.subarray(at, at + frameSamples)) &&
        trail.endsWith(learned, trail.count, 0) &&
        (known.at(-1) ?? 0) < trail.count - 25
      )
        known.push(trail.count);
  };
  step(overTheLine(sound, time));
  const end = trail.count;
  step(room(2));
  return known.map((count) => (count - end) * 0.04);
}

test('a menu is known again when it has ended, whatever came before it and however it comes', async () => {
  const greeting = await say('Good evening, and thank you for calling Acme.');
  const lastLoud = menu.findLastIndex((sample) => Math.abs(sample) > 500);
  const quiet = (menu.length - lastLoud) / 8000;
  for (let time = 1; time < 8; time++) {
    // A recogniser may miss the last word.
    const learned = learn(menu, time === 7 ? 0.8 : 0);
    const late = endsIn(learned, time % 2 === 0 ? [room(1)] : [room(1), greeting], menu, time);
    assert.is(late.length, 1, `time ${time}: ${late.join()}`);
    const afterVoice = late[0]! + quiet;
    assert.ok(afterVoice > -0.3 && afterVoice < 0.5, `time ${time}: ${afterVoice} s after its last word`);
  }
});

test('another menu is none of it: other keys, another order, one option less or more, only a part', async () => {
  const learned = learn(menu);
  const others = [
    'For sales, press one. For billing, press five. For repairs, press three.',
    'For billing, press one. For sales, press two. For repairs, press three.',
    'For sales, press one. For repairs, press two. For billing, press three.',
    'For sales, press one. For repairs, press three.',
    'For sales, press one. For leasing, press two. For repairs, press three.',
    'For repairs, press three.',
    'Thank you for calling Acme. Please hold the line.',
  ];
  for (const text of others) assert.equal(endsIn(learned, [room(1)], await say(text)), [], text);
  const cut = menu.subarray(0, Math.round(menu.length * 0.8));
  assert.equal(endsIn(learned, [room(1)], cut), [], 'it does not end');
  assert.equal(endsIn(learned, [room(1)], menu.subarray(8000)), [], 'it lacks its beginning');
});

test('too little to know it by, or what is too long ago, is not learned', async () => {
  const trail = new SoundTrail();
  hear(trail, room(1));
  const from = trail.count;
  hear(trail, await say('Yes.'), room(3));
  assert.is(trail.cut(from, trail.count), undefined);
  assert.is(trail.cut(from, from), undefined);
  hear(trail, menu, room(80));
  assert.is(trail.cut(from, from + 100), undefined);
  assert.is(readPlayedSound(Uint8Array.of(9, 9, 9)), undefined);
});

test('what has nothing that could be compared is not learned: a tone, or noise, would be known again in everything', () => {
  let state = 7;
  const noise = Int16Array.from({ length: 3 * 8000 }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5) * 6000;
  });
  for (const sound of [tone(440, 4), tone(1000, 2), noise]) {
    const trail = new SoundTrail();
    hear(trail, sound.subarray(0, 8000));
    const from = trail.count;
    hear(trail, sound);
    const to = trail.count;
    hear(trail, room(3));
    assert.is(trail.cut(from, to), undefined);
  }
});

test.run();
