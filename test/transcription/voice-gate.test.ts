import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AudioClass } from '../../src/domain/audio-class.ts';
import { StreamTimes } from '../../src/transcription/stream-times.ts';
import type { VoiceEar } from '../../src/transcription/voice-ear.ts';
import { VoiceGate } from '../../src/transcription/voice-gate.ts';
import { frameSamples, room, tone } from './sounds.ts';

interface Stretch {
  start: number;
  end: number;
  seconds: number;
  voiced: number;
}

/** What a gate makes of a call; seconds of the call. */
class Call {
  readonly stretches: Stretch[] = [];
  audioType: AudioClass | undefined;
  seconds = 0;
  #open: Stretch | undefined;
  readonly gate: VoiceGate;

  constructor(ear?: VoiceEar) {
    this.gate = new VoiceGate(
      {
        begin: (startedAtMs) => (this.#open = { start: startedAtMs / 1000, end: 0, seconds: 0, voiced: 0 }),
        sound: (samples) => void (this.#open!.seconds += samples.length / 8000),
        end: (endedAtMs, voicedMs) => {
          this.stretches.push({ ...this.#open!, end: endedAtMs / 1000, voiced: voicedMs / 1000 });
          this.#open = undefined;
        },
      },
      { audioType: () => this.audioType, now: () => this.seconds * 1000 },
      ear,
    );
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** With the ear's answers as early as they can come. */
  async playToEar(samples: Int16Array): Promise<void> {
    for (let at = 0; at < samples.length; at += frameSamples) {
      this.play(samples.subarray(at, at + frameSamples));
      await this.gate.settle();
    }
  }

  play(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += frameSamples) {
      this.seconds += 0.02;
      this.gate.take(samples.subarray(at, at + frameSamples));
    }
  }
}

const near = (value: number, wanted: number, by: number): boolean => Math.abs(value - wanted) <= by;
/** Loud for 0.3 s, quiet for 0.1 s: the rhythm of syllables. */
function speech(seconds: number, amplitude = 3000): Int16Array {
  const samples = tone(300, seconds, amplitude);
  return samples.map((sample, n) => (n % 3200 < 2400 ? sample : ((n * 7919) % 7) - 3));
}

test('silence and noise of a steady level are nothing; a voice is cut out with its times', () => {
  const call = new Call();
  call.play(room(60));
  assert.equal(call.stretches, []);
  call.play(speech(2));
  call.play(room(3));
  call.play(speech(1));
  call.play(room(2));
  assert.is(call.stretches.length, 2);
  const [first, second] = call.stretches;
  assert.ok(near(first!.start, 59.78, 0.05) && near(first!.end, 62, 0.15), JSON.stringify(first));
  assert.ok(near(first!.seconds, 2.7, 0.15) && near(first!.voiced, 1.5, 0.1), JSON.stringify(first));
  assert.ok(near(second!.start, 64.78, 0.05), JSON.stringify(second));
});

test('breaths do not cut a sentence, clicks begin none', () => {
  const call = new Call();
  call.play(room(2));
  call.play(speech(1));
  call.play(room(0.3));
  call.play(speech(1));
  call.play(room(2));
  call.play(tone(300, 0.04));
  call.play(room(2));
  assert.is(call.stretches.length, 1);
});

test('a voice over a noisy room is heard, the room is not', () => {
  const call = new Call();
  const noise = (seconds: number): Int16Array =>
    Int16Array.from({ length: seconds * 8000 }, (_none, n) => ((n * 7919) % 401) - 200);
  call.play(noise(20));
  assert.equal(call.stretches, []);
  const voice = speech(2, 8000);
  call.play(noise(2).map((sample, n) => sample + voice[n]!));
  call.play(noise(2));
  assert.is(call.stretches.length, 1);
});

test('after a silent hold, a sentence in an office ends with its pause, not with the noise', () => {
  for (const holdSeconds of [0, 60]) {
    const call = new Call();
    call.play(new Int16Array(holdSeconds * 8000));
    const office = Int16Array.from({ length: 10 * 8000 }, (_none, n) => ((n * 7919) % 401) - 200);
    const greeting = speech(3);
    call.play(office.map((sample, n) => sample + (greeting[n - 4000] ?? 0)));
    const [first] = call.stretches;
    assert.is(call.stretches.length, 1, JSON.stringify(call.stretches));
    assert.ok(near(first!.end, holdSeconds + 3.5, 0.2), JSON.stringify(first));
  }
});

test('what a busy machine held up comes at once, and is one sentence', () => {
  const call = new Call();
  call.play(room(5));
  call.seconds += 3;
  const late = speech(3);
  for (let at = 0; at < late.length; at += frameSamples) call.gate.take(late.subarray(at, at + frameSamples));
  call.play(room(3));
  assert.is(call.stretches.length, 1, JSON.stringify(call.stretches));
  assert.ok(near(call.stretches[0]!.seconds, 3.7, 0.2), JSON.stringify(call.stretches));
});

test('music is not passed on; what is known late is caught up with', () => {
  const call = new Call();
  call.audioType = 'music';
  call.play(tone(440, 30));
  assert.equal(call.stretches, []);
  call.play(room(0.6));
  call.play(speech(1)); // its class is known a second later
  call.audioType = 'announcement';
  call.play(speech(1));
  call.play(room(1));
  assert.is(call.stretches.length, 1);
  assert.ok(near(call.stretches[0]!.start, 30.4, 0.1), JSON.stringify(call.stretches));
  call.audioType = 'announcement';
  call.play(speech(1));
  call.audioType = 'music';
  call.play(tone(440, 1));
  assert.is(call.stretches.length, 2, 'it ends where the music begins');
});

test('who talks without a pause is cut; what was dropped ends a stretch', () => {
  const call = new Call();
  call.play(room(1));
  call.play(speech(40));
  assert.is(call.stretches.length, 1);
  call.gate.miss(50);
  assert.is(call.stretches.length, 2);
  call.seconds += 1;
  call.play(room(1));
  call.play(speech(1));
  call.seconds += 10; // no frames for ten seconds
  call.play(room(1));
  assert.is(call.stretches.length, 3);
  call.play(speech(1));
  call.play(room(1));
  assert.ok(near(call.stretches[3]!.start, 54.78, 0.1), JSON.stringify(call.stretches[3]));
});

/** As loud as a voice. */
const racket = (seconds: number): Int16Array =>
  Int16Array.from({ length: seconds * 8000 }, (_none, n) => ((n * 7919) % 12_001) - 6000);

test('in a noise as loud as a voice, an ear shows where somebody speaks; by level everything is one', async () => {
  const byLevel = new Call();
  byLevel.play(room(2));
  byLevel.play(racket(14));
  assert.ok(byLevel.isOpen, 'no pause is seen');
  let voice = false;
  const call = new Call({ hear: async () => Array<boolean>(8).fill(voice) });
  await call.playToEar(room(2));
  for (const isVoice of [false, true, false, true, false]) {
    voice = isVoice;
    await call.playToEar(racket(3));
  }
  const spoken = call.stretches.filter(({ voiced }) => voiced > 1);
  assert.is(spoken.length, 2, JSON.stringify(call.stretches));
  assert.ok(near(spoken[0]!.start, 5, 0.5) && near(spoken[0]!.end, 8, 0.4), JSON.stringify(spoken));
  assert.ok(near(spoken[1]!.start, 11, 0.5) && near(spoken[1]!.end, 14, 0.4), JSON.stringify(spoken));
  assert.is(call.stretches.length, 3, 'and when the noise began');
  assert.not.ok(call.isOpen);
});

test('an ear is not asked about silence and music; one that cannot tell changes nothing', async () => {
  let asked = 0;
  const call = new Call({
    async hear(samples) {
      assert.is(samples.length, 1280);
      asked += 1;
      return undefined;
    },
  });
  await call.playToEar(room(5));
  call.audioType = 'music';
  await call.playToEar(tone(440, 5));
  assert.is(asked, 0);
  await call.playToEar(room(3));
  call.audioType = undefined;
  await call.playToEar(speech(2));
  await call.playToEar(room(2));
  assert.ok(asked > 10 && asked <= 25, `${asked}`);
  assert.is(call.stretches.length, 1);
  assert.ok(near(call.stretches[0]!.end, 15, 0.15), JSON.stringify(call.stretches));
});

test('what a recogniser counts becomes the time of the sound', () => {
  const times = new StreamTimes();
  assert.is(times.at(5), 0);
  times.begin(0, 10_000);
  times.begin(2.5, 60_000);
  assert.is(times.at(1), 11_000);
  assert.is(times.at(2.5), 60_000);
  assert.is(times.at(3), 60_500);
});

test.run();
