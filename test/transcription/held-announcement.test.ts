import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import { joinSounds } from '../../src/audio/join.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import type { AudioDemand } from '../../src/calls/listener.ts';
import { createCallDetector } from '../../src/detect/index.ts';
import type { AudioClass } from '../../src/domain/audio-class.ts';
import { SpeechRelay } from '../../src/media/speech-relay.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { RepeatedSpeech } from '../../src/transcription/repeated-speech.ts';
import { partialsAtMs } from '../../src/transcription/sherpa/moonshine.ts';
import { StretchRecognition } from '../../src/transcription/stretch-recognition.ts';
import { frameSamples, room, say } from './sounds.ts';

const { dataFolder } = await openAsterisk(() => undefined);
const load = async (file: string): Promise<Int16Array> => {
  const { samples, rateHz } = await readSound(`${dataFolder}/${file}.wav`);
  return Int16Array.from(toEightKilohertz(samples, rateHz), (sample) => sample * 32_767);
};
const song = await load('moh/reno_project-system');
const announcement = await load('sounds/en/queue-periodic-announce');
const music = (part: number, seconds = 10): Int16Array =>
  song.subarray(part * 160_077, part * 160_077 + seconds * 8000);

/** The listening thread judges what came in 100 ms. */
const turnSamples = 800;

interface Read {
  /** When the recogniser got it, and how much of what was played it held, seconds. */
  at: number;
  seconds: number;
}

/** Plays what a queue plays to the detector and to a recogniser, as the listening thread does. @param words the recogniser's. */
async function hold(
  demand: AudioDemand,
  sound: Int16Array,
  words = 'all of our representatives are busy',
): Promise<{ reads: Read[]; relayedSeconds: number }> {
  const zeroMs = 1_800_000_000_000;
  let [endMs, nowMs, reportedAtMs, relayed] = [zeroMs, zeroMs, zeroMs, 0];
  let reportedClass: AudioClass | undefined;
  const detector = createCallDetector();
  detector.setPhase('holding');
  const relay = new SpeechRelay();
  relay.demand = demand;
  const reads: Read[] = [];
  const between = (startedAtMs: number, endedAtMs: number): { startedAt: number; endedAt: number } => ({
    startedAt: (startedAtMs - zeroMs) / 1000,
    endedAt: (endedAtMs - zeroMs) / 1000,
  });
  const transcribe = async (samples: Int16Array): Promise<string> => {
    reads.push({ at: (endMs - zeroMs) / 1000, seconds: samples.length / 8000 });
    return words;
  };
  const recognition = await RepeatedSpeech.open(
    {
      callId: '',
      speaker: 'far',
      now: () => nowMs,
      audioType: () => reportedClass,
      wantsPartials: () => true,
      heard: ({ startedAtMs, endedAtMs, text, isFinal }) =>
        detector.hearWords({ ...between(startedAtMs, endedAtMs), text, isFinal }),
      wordless: (startedAtMs, endedAtMs) =>
        detector.hearWords({ ...between(startedAtMs, endedAtMs), text: '', isFinal: true }),
      failed: assert.unreachable,
    },
    async (options) => new StretchRecognition({ timeoutMs: 1000, partialsAtMs, transcribe }, options),
  );
  const take = async (samples: Int16Array, lateMs: number): Promise<void> => {
    for (let at = 0; at < samples.length; at += frameSamples) {
      nowMs = endMs - lateMs + at / 8;
      await recognition.take(samples.slice(at, at + frameSamples));
      relayed += 1;
    }
  };
  for (let at = 0; at + turnSamples <= sound.length; at += turnSamples) {
    const samples = sound.subarray(at, at + turnSamples);
    endMs += turnSamples / 8;
    const events = detector.push(samples);
    const audioClass = detector.observation?.audioClass;
    const isReported = events.length > 0 || endMs - reportedAtMs >= 1000;
    if (isReported) [reportedClass, reportedAtMs] = [audioClass, endMs];
    const passed = relay.take(samples, { audioClass, reportedClass, repeatsWords: detector.repeatsWords });
    if (passed === undefined) continue;
    if (passed.withheld !== undefined) {
      reportedClass = audioClass;
      if (passed.withheld.lost > 0) recognition.miss(passed.withheld.lost);
      await take(passed.withheld.kept, passed.withheld.lateMs);
    }
    await take(passed.samples, turnSamples / 8 - 20);
    await recognition.settle?.();
  }
  await recognition.close();
  return { reads, relayedSeconds: relayed / 50 };
}

function overTheTelephone(...sounds: Int16Array[]): Int16Array {
  return joinSounds(Int16Array, sounds).map((sample) => decodeMulaw(encodeMulaw(sample)));
}

const announcements = 6;
const queue = Array.from({ length: announcements }, (_none, n) => [music(n), announcement]).flat();
const secondsOf = (sounds: readonly Int16Array[]): number =>
  sounds.reduce((sum, each) => sum + each.length, 0) / 8000;

test('an announcement between pieces of music is recognised once, and neither it nor music is passed on after that', async () => {
  const { reads, relayedSeconds } = await hold('new speech', overTheTelephone(...queue, music(6)));
  const firstEnds = 10 + secondsOf([announcement]) + 2;
  assert.ok(reads.length > 3, 'the first time it is read while it lasts');
  assert.equal(
    reads.filter(({ at }) => at > firstEnds),
    [],
  );
  assert.ok(relayedSeconds < secondsOf([announcement]) + 4, `${relayedSeconds} s`);
});

test('what has no words is not passed on again either', async () => {
  const { reads } = await hold('new speech', overTheTelephone(...queue, music(6)), '');
  const firstEnds = 10 + secondsOf([announcement]) + 2;
  assert.ok(reads.length > 3, 'the first time it is read while it lasts');
  assert.equal(
    reads.filter(({ at }) => at > firstEnds),
    [],
  );
});

test('where a transcript counts it, all of it is passed on, and no music', async () => {
  const { relayedSeconds } = await hold('speech', overTheTelephone(...queue, music(6)));
  const spoken = announcements * secondsOf([announcement]);
  assert.ok(relayedSeconds > spoken && relayedSeconds < spoken + announcements * 3, `${relayedSeconds} s`);
});

const agent = await say('Hello, this is Dana, how can I help you today?');
for (const [when, before] of Object.entries({
  'after music': [...queue, music(8, 6)],
  'right after the announcement': queue,
  'after the announcement and a pause': [...queue, room(0.5)],
  'in silence': [...queue, room(3)],
}))
  for (const words of ['all of our representatives are busy', ''])
    test(`a person ${when}${words === '' ? ', which was not understood,' : ''} is read within 1.2 s, and then every half second`, async () => {
      const { reads } = await hold('new speech', overTheTelephone(...before, agent, room(2)), words);
      const times = reads.map(({ at }) => at - secondsOf(before)).filter((at) => at > 0.3);
      for (const [n, atMost] of [1.2, 1.7, 2.2].entries())
        assert.ok((times[n] ?? Infinity) <= atMost, `${when}: ${times.join(', ')}`);
    });

test.run();
