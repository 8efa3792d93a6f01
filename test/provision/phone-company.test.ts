import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../src/domain/errors.ts';
import {
  composeConversation,
  findPhrases,
  repeatableRandom,
  roomNoise,
} from '../../rig/phone-company/speech.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { startPhoneCompany } from '../../rig/phone-company/phone-company.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { processesUsing, withDataDir } from './asterisk-stage.ts';

const sampleRateHz = 8000;

/** Bursts of a tone (the "speech") over faint noise (the "room"); `[from, to]` in seconds. */
function fakeTalk(seconds: number, bursts: readonly (readonly [number, number])[]): Float32Array {
  const random = repeatableRandom(7);
  return Float32Array.from({ length: seconds * sampleRateHz }, (_, index) => {
    const second = index / sampleRateHz;
    const talking = bursts.some(([from, to]) => second >= from && second < to);
    return (random() - 0.5) * 0.004 + (talking ? 0.3 * Math.sin(2 * Math.PI * 300 * second) : 0);
  });
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

test('phrases are found between gaps', () => {
  const phrases = findPhrases(
    fakeTalk(6, [
      [1, 2],
      [2.1, 2.5],
      [4, 5],
    ]),
  );
  assert.is(phrases.length, 2, 'a tenth of a second is no gap');
  assert.ok(Math.abs((phrases[1]?.start ?? 0) / sampleRateHz - 4) < 0.1);
});

test('the pauses of a conversation hold the room, not silence and not speech', () => {
  const talk = fakeTalk(6, [
    [1, 2],
    [4, 5],
  ]);
  const noise = roomNoise(talk, findPhrases(talk), 3, repeatableRandom(1));
  assert.is(noise.length, 3 * sampleRateHz);
  for (let at = 0; at < noise.length; at += sampleRateHz / 10) {
    const level = rms(noise.subarray(at, at + sampleRateHz / 10));
    assert.ok(level > 0.0006 && level < 0.003, `level ${level} at ${at}`);
  }
});

test('a conversation has the listening pauses that are asked for', () => {
  const turnTaking = { turnSeconds: [0.5], listenSeconds: [3] };
  const conversation = composeConversation(
    fakeTalk(6, [
      [1, 2],
      [3, 4],
    ]),
    turnTaking,
    repeatableRandom(1),
  );
  const [first, second] = findPhrases(conversation);
  const pauseSeconds = ((second?.start ?? 0) - (first?.end ?? 0)) / sampleRateHz;
  assert.ok(Math.abs(pauseSeconds - 3) < 0.3, `${pauseSeconds} s`);
});

test('a recording of another rate, also gzipped, is brought to 8 kHz', () =>
  withDataDir(async (dir) => {
    const file = join(dir, 'tone.wav.gz');
    const wav = encodeTelephoneWav(fakeTalk(1, [[0, 1]]));
    wav.writeUInt32LE(16_000, 24); // the same samples at twice the rate: 600 Hz for half a second
    await writeFile(file, gzipSync(wav));
    const sound = await readSound(file);
    assert.is(sound.rateHz, 16_000);
    const telephone = toEightKilohertz(sound.samples, sound.rateHz);
    assert.is(telephone.length, sampleRateHz / 2);
    const crossings = telephone.filter(
      (sample, index) => index > 0 && sample * (telephone[index - 1] ?? 0) < 0,
    );
    assert.ok(Math.abs(crossings.length - 600) < 20, `${crossings.length} zero crossings in half a second`);
  }));

for (const [what, content] of [
  ['text', Buffer.from('not a sound at all')],
  ['a WAV without sound', Buffer.from('RIFF\0\0\0\0WAVE')],
] as const) {
  test(`${what} is refused as a recording, by name`, () =>
    withDataDir(async (dir) => {
      const file = join(dir, 'broken.wav');
      await writeFile(file, content);
      const error: unknown = await readSound(file).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof AppError && error.code === 'invalid' && error.detail.includes(file));
    }));
}

test('the phone company boots with its dialplan and persons, and ends without a trace', () =>
  withDataDir(async (dir) => {
    const audioFile = join(dir, 'call.wav');
    await writeFile(audioFile, encodeTelephoneWav(fakeTalk(2, [[0, 1]])));
    const recordDir = join(dir, 'recordings');
    await mkdir(recordDir);
    const firstPort = await findFreePorts(21);
    const rtpPortStart = firstPort + (firstPort % 2);
    const company = await startPhoneCompany({
      dir: join(dir, 'company'),
      sipPort: await findFreePorts(),
      rtpPortStart,
      rtpPortEnd: rtpPortStart + 19,
      trunkUsername: 'gateway',
      trunkPassword: 'secret',
      audioFile,
      recordDir,
      progress: () => undefined,
    });
    try {
      const dialplan = await company.runCli('dialplan show pstn');
      for (const number of ['0100', '0113', '0190']) assert.ok(dialplan.includes(`1202555${number}`));
      const globals = await company.runCli('dialplan show globals');
      assert.ok(globals.includes(`RECORDINGS=${recordDir}`));
      assert.ok(globals.includes(`FAR_END=${join(dir, 'company/far-end')}`));
      const voices = /VOICES=(\S+)/.exec(globals)?.[1] ?? '';
      for (const person of ['person-1', 'person-2', 'person-1-8s', 'person-1-12s']) {
        const { samples, rateHz } = await readSound(join(voices, `${person}.wav`));
        assert.is(rateHz, sampleRateHz);
        assert.ok(samples.length >= 8 * sampleRateHz);
      }
      const log = await readFile(join(dir, 'company/log/asterisk.log'), 'utf8');
      assert.not.match(log, /WARNING|ERROR/, log);
    } finally {
      await company.stop();
    }
    assert.equal(processesUsing(dir), []);
  }));

test.run();
