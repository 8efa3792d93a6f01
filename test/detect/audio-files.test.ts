import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCall } from '../../src/detect-cli/audio-file.ts';
import { listen } from '../../src/detect-cli/listen.ts';
import { addToMemory, readMemory } from '../../src/detect-cli/memory-file.ts';
import { readMemoryFile } from '../../src/contract/memory.ts';
import { packFingerprints } from '../../src/detect/repetition/fingerprint.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { AppError } from '../../src/domain/errors.ts';
import { readWav } from '../../src/audio/wav.ts';
import { tone } from './sounds.ts';

function wav(tag: number, bits: number, channels: number, rate: number, body: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(44 + body.length);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + body.length, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(tag, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels * Math.ceil(bits / 8), 28);
  bytes.writeUInt16LE(channels * Math.ceil(bits / 8), 32);
  bytes.writeUInt16LE(bits, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(body.length, 40);
  bytes.set(body, 44);
  return bytes;
}

const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
const half = [0.5, -0.5, 0.25, 0];
const test = suite('audio files');

for (const [name, bytes, tolerance] of [
  ['s16', wav(1, 16, 1, 8000, bytesOf(Int16Array.from(half, (v) => v * 32768))), 1e-4],
  ['12 bits in 16', wav(1, 12, 1, 8000, bytesOf(Int16Array.from(half, (v) => v * 32768))), 1e-4],
  ['20 bits in 24', wav(1, 20, 1, 8000, Uint8Array.from(half.flatMap((v) => [0, 0, (v * 128) & 255]))), 1e-4],
  ['s24', wav(1, 24, 1, 8000, Uint8Array.from(half.flatMap((v) => [0, 0, (v * 128) & 255]))), 1e-4],
  ['s32', wav(1, 32, 1, 8000, bytesOf(Int32Array.from(half, (v) => v * 2 ** 31))), 1e-4],
  [
    'u8',
    wav(
      1,
      8,
      1,
      8000,
      Uint8Array.from(half, (v) => 128 + v * 128),
    ),
    1e-2,
  ],
  ['float', wav(3, 32, 1, 8000, bytesOf(Float32Array.from(half))), 1e-6],
  ['double', wav(3, 64, 1, 8000, bytesOf(Float64Array.from(half))), 1e-6],
  // 0x8f and 0x0f are the codes of ±16764 ≈ 0.5; 0x9f of 8316 ≈ 0.25; 0xff of 0 (ITU-T G.711, table 2).
  ['µ-law', wav(7, 8, 1, 8000, Uint8Array.of(0x8f, 0x0f, 0x9f, 0xff)), 0.02],
  // A-law: 0xba/0x3a ≈ ±16896, 0xaa… read as ≈ 0.25 and the smallest step for 0.
  ['A-law', wav(6, 8, 1, 8000, Uint8Array.of(0xa5, 0x25, 0xb5, 0xd5)), 0.02],
] as const)
  test(`${name} is read`, () => {
    const { channels, rateHz } = readWav(bytes);
    assert.is(rateHz, 8000);
    half.forEach((value, n) =>
      assert.ok(Math.abs(channels[0]![n]! - value) < tolerance, `${channels[0]![n]} is ${value}`),
    );
  });

test('NaN and overflow in float files become silence and full scale', () => {
  const { channels } = readWav(wav(3, 32, 1, 8000, bytesOf(Float32Array.of(NaN, Infinity, 4, -4))));
  assert.equal([...channels[0]!], [0, 0, 1, -1]);
});

test('a file whose recorder was killed is read to its end', () => {
  const bytes = Buffer.from(wav(1, 16, 1, 8000, bytesOf(Int16Array.of(1, 2, 3, 4))));
  bytes.writeUInt32LE(0xffffffff, 40);
  assert.is(readWav(bytes).channels[0]!.length, 4);
});

test('where a file must be whole, one with less in it than its header says is refused, unless nobody knew how long it is', () => {
  const bytes = Buffer.from(wav(1, 16, 1, 8000, bytesOf(Int16Array.of(1, 2, 3, 4))));
  const readWhole = (): number => readWav(bytes, { mustBeWhole: true }).channels[0]!.length;
  assert.is(readWhole(), 4);
  for (const unknown of [0, 0x7fff_f000, 0x7fff_ffff, 0xffff_ffff]) {
    bytes.writeUInt32LE(unknown, 40);
    assert.is(readWhole(), 4, unknown.toString(16));
  }
  bytes.writeUInt32LE(16_000, 40);
  assert.throws(readWhole, /cut off: 8 of 16000 bytes/);
  assert.is(readWav(bytes).channels[0]!.length, 4);
});

test('chunks around the sound, an extensible header and the long forms of RIFF are read', () => {
  const sound = bytesOf(Int16Array.of(1, 2, 3, 4));
  const samplesOf = (...parts: Uint8Array[]): number[] =>
    [...readWav(Buffer.concat(parts)).channels[0]!].map((value) => value * 32768);
  const chunk = (name: string, body: Uint8Array, size = body.length): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32LE(size, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const start = (name: string): Buffer =>
    Buffer.concat([chunk(name, new Uint8Array(0)), Buffer.from('WAVE')]);
  const format = chunk('fmt ', wav(1, 16, 1, 8000, sound).subarray(20, 36));
  const text = Buffer.from('INFOISFTx'); // an odd length, and so a byte of padding
  const note = chunk('LIST', text);
  assert.equal(samplesOf(start('RIFF'), note, format, note, chunk('data', sound), note), [1, 2, 3, 4]);
  const unpadded = note.subarray(0, -1);
  assert.equal(samplesOf(start('RIFF'), unpadded, format, unpadded, chunk('data', sound)), [1, 2, 3, 4]);
  const extended = Buffer.alloc(40);
  extended.set(format.subarray(8));
  extended.writeUInt16LE(0xfffe, 0);
  extended.writeUInt16LE(1, 24); // the tag begins the sub-format
  assert.equal(samplesOf(start('RIFF'), chunk('fmt ', extended), chunk('data', sound)), [1, 2, 3, 4]);
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(sound.length), 8);
  for (const name of ['RF64', 'BW64']) {
    const data = chunk('data', sound, 0xffffffff);
    assert.equal(samplesOf(start(name), chunk('ds64', sizes), format, data, note), [1, 2, 3, 4], name);
    assert.equal(samplesOf(start(name), chunk('ds64', sizes, 4), format, data), [1, 2, 3, 4], 'cut ds64');
  }
});

for (const [name, bytes, message] of [
  ['an empty file', new Uint8Array(0), /empty/],
  ['a text', new TextEncoder().encode('hello, this is no sound at all'), /no RIFF/],
  ['a header alone', wav(1, 16, 1, 8000, new Uint8Array(0)), /no sound/],
  ['a cut header', wav(1, 16, 1, 8000, new Uint8Array(0)).subarray(0, 30), /cut off|no sound/],
  ['MP3 in a WAV', wav(0x55, 16, 1, 8000, new Uint8Array(64)), /format 85/],
  ['PCM of 40 bits', wav(1, 40, 1, 8000, new Uint8Array(64)), /format 1 with 40 bits/],
  ['PCM of no bits', wav(1, 0, 1, 8000, new Uint8Array(64)), /format 1 with 0 bits/],
  ['no channels', wav(1, 16, 0, 8000, new Uint8Array(64)), /0 channels/],
  ['an absurd rate', wav(1, 16, 1, 3, new Uint8Array(64)), /3 Hz/],
] as const)
  test(`${name} is refused with a reason`, () => {
    assert.throws(
      () => readWav(bytes),
      (error: unknown) => error instanceof AppError && message.test(error.message),
    );
  });

test('random bytes are read or refused, never fatal', () => {
  const header = wav(1, 16, 1, 8000, new Uint8Array(40));
  const change = fc.tuple(fc.nat({ max: 83 }), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat({ max: 84 }), (changes, length) => {
      const bytes = Uint8Array.from(header);
      for (const [at, value] of changes) bytes[at] = value;
      try {
        readWav(bytes.subarray(0, length));
      } catch (error) {
        assert.instance(error, AppError);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('another rate keeps the pitch, and what 8 kHz cannot hold is gone', () => {
  const at = (hz: number, rate: number) =>
    Float32Array.from({ length: rate }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));
  const level = (samples: Float32Array) =>
    Math.sqrt(samples.subarray(200, -200).reduce((sum, v) => sum + v * v, 0) / (samples.length - 400));
  for (const rate of [11025, 16000, 44100, 48000, 6000]) {
    const out = toEightKilohertz(at(1000, rate), rate);
    assert.ok(Math.abs(out.length - 8000) <= 1);
    let crossings = 0;
    for (let n = 1; n < out.length; n++) if (out[n - 1]! < 0 !== out[n]! < 0) crossings++;
    assert.ok(Math.abs(crossings - 2000) < 8, `${rate}: ${crossings}`);
    assert.ok(Math.abs(level(out) - Math.SQRT1_2) < 0.02);
  }
  assert.ok(level(toEightKilohertz(at(6000, 48000), 48000)) < 0.01);
});

test('stereo is mixed, gzip is opened, and both are heard alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-audio-'));
  try {
    const mono = tone([440, 480], 3);
    const stereo = Int16Array.from({ length: mono.length * 2 }, (_, n) => mono[n >> 1]!);
    writeFileSync(join(folder, 'mono.wav'), wav(1, 16, 1, 8000, bytesOf(mono)));
    writeFileSync(join(folder, 'stereo.wav.gz'), gzipSync(wav(1, 16, 2, 8000, bytesOf(stereo))));
    const one = listen(readCall(join(folder, 'mono.wav')), {});
    const two = listen(readCall(join(folder, 'stereo.wav.gz')), {});
    assert.equal(one.events, two.events);
    assert.ok(one.events.some((event) => event.kind === 'tone' && event.tone === 'ringback'));
    writeFileSync(join(folder, 'cut.wav.gz'), gzipSync(new Uint8Array(9999)).subarray(0, 20));
    assert.throws(() => readCall(join(folder, 'cut.wav.gz')), /damaged or cut off/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the memory of a number survives its file, which npm run memory reads too; a foreign file is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-memory-'));
  const file = join(folder, 'memory.json');
  const [number, other] = ['+12025550100', '+12025550101'];
  try {
    const recording = {
      id: 'a1',
      audioClass: 'music' as const,
      fingerprint: packFingerprints(Uint32Array.of(1, 2, 3), Uint8Array.of(1, 0, 1)),
      seconds: 4,
      timesHeard: 2,
      lastHeardAt: 9,
    };
    addToMemory(file, number, [recording]);
    addToMemory(file, other, [{ ...recording, id: 'b2' }]);
    addToMemory(file, number, [{ ...recording, timesHeard: 3 }]);
    const [known, ...rest] = readMemory(file, number);
    assert.equal([...known!.fingerprint], [...recording.fingerprint]);
    assert.is(known!.timesHeard, 3);
    assert.is(rest.length, 0);
    assert.is(readMemory(file, other)[0]?.id, 'b2');
    assert.equal(readMemory(file, '+12025550102'), []);
    assert.is(readMemoryFile(JSON.parse(readFileSync(file, 'utf8'))).length, 2);
    for (const foreign of ['[1,2]', '{"format":"holdfast-memory"}', 'null']) {
      writeFileSync(file, foreign);
      assert.throws(() => readMemory(file, number), /memory\.json is no memory file/);
    }
    writeFileSync(file, '');
    assert.throws(() => readMemory(file, number), /memory\.json is not JSON/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
