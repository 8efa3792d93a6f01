import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeMulaw, mulawSamples } from '../../src/audio/g711.ts';
import { measureOggOpus } from '../../src/audio/ogg-opus.ts';
import { writeStereo } from '../../src/audio/stereo-file.ts';
import { readWav } from '../../src/audio/wav.ts';
import { toneShare } from '../rig/sound.ts';
import { withFolder } from '../store/fixtures.ts';

const rateHz = 8000;

function tone(hertz: number, seconds: number): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: Math.round(seconds * rateHz) }, (_none, n) =>
      encodeMulaw(12_000 * Math.sin((2 * Math.PI * hertz * n) / rateHz)),
    ),
  );
}

async function sources(
  folder: string,
  left: Buffer,
  right: Buffer,
): Promise<{ left: string; right: string }> {
  const files = { left: path.join(folder, 'l'), right: path.join(folder, 'r') };
  await writeFile(files.left, left);
  await writeFile(files.right, right);
  return files;
}

test('WAV: each side on its channel, sample for sample; the shorter side ends in silence', () =>
  withFolder(async (folder) => {
    const [left, right] = [tone(1000, 10.01), tone(700, 8.5)];
    const target = path.join(folder, 'both.wav');
    const made = await writeStereo(await sources(folder, left, right), target, 'wav');
    const { channels, rateHz: madeHz } = readWav(await readFile(target));
    assert.equal([madeHz, made.seconds, made.bytes], [rateHz, 10.01, (await stat(target)).size]);
    assert.equal(
      [...channels[0]!].map((sample) => sample * 32_768),
      [...left].map((byte) => mulawSamples[byte]),
    );
    assert.ok(channels[1]!.subarray(8.5 * rateHz).every((sample) => sample === 0));
    assert.is(made.peaks.length, 2 * 101);
    assert.ok(made.peaks[0]! > 80 && made.peaks[1]! > 80);
    assert.is(made.peaks[2 * 100 + 1], 0, 'the far end was silent in the last tenth');
  }));

test('a recording of nothing is a file without sound, and a missing side leaves no file open', () =>
  withFolder(async (folder) => {
    const target = path.join(folder, 'none');
    const files = await sources(folder, Buffer.alloc(0), Buffer.alloc(0));
    for (const format of ['wav', 'ogg'] as const)
      assert.is((await writeStereo(files, target, format)).seconds, 0, format);
    const openFiles = async (): Promise<string[]> => {
      const descriptors = await readdir('/proc/self/fd');
      const targets = descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => ''));
      return (await Promise.all(targets)).filter((each) => each.startsWith(folder));
    };
    const missing = { ...files, right: path.join(folder, 'nowhere') };
    const fault = await writeStereo(missing, target, 'wav').catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    assert.is(fault, 'ENOENT');
    assert.equal(await openFiles(), []);
  }));

test('Ogg Opus: as long as it was, to the sample, and each side on its channel', () =>
  withFolder(async (folder) => {
    for (const seconds of [0.001, 0.02, 1, 3.0155, 9.999]) {
      const target = path.join(folder, 'both.ogg');
      const files = await sources(folder, tone(1000, seconds), tone(700, seconds));
      const made = await writeStereo(files, target, 'ogg');
      const bytes = await readFile(target);
      assert.is(measureOggOpus(bytes), Math.round(seconds * rateHz), `${seconds} s`);
      assert.is(made.bytes, bytes.length);
      if (seconds < 3) continue;
      const [left, right] = decode(bytes);
      assert.ok(toneShare(left!, 1000) > 0.9 && toneShare(left!, 700) < 0.1);
      assert.ok(toneShare(right!, 700) > 0.9 && toneShare(right!, 1000) < 0.1);
    }
  }));

test('each page of an Ogg file but the last ends where its packets end, also if padding fills it', () =>
  withFolder(async (folder) => {
    for (const samples of [7_949, 7_999, 8_000, 15_990]) {
      const target = path.join(folder, 'both.ogg');
      const side = tone(1000, samples / rateHz);
      await writeStereo(await sources(folder, side, side), target, 'ogg');
      const pages = pagesOf(await readFile(target)).slice(2, -1);
      assert.ok(pages.length > 0);
      let packets = 0;
      for (const page of pages) {
        packets += page.packets;
        assert.is(page.granule, packets * 960, `${samples} samples`);
      }
    }
  }));

test('an Ogg file that was cut off or changed is known as such', () =>
  withFolder(async (folder) => {
    const target = path.join(folder, 'both.ogg');
    await writeStereo(await sources(folder, tone(1000, 4), tone(700, 4)), target, 'ogg');
    const bytes = await readFile(target);
    assert.is(measureOggOpus(bytes.subarray(0, -1)), undefined);
    assert.is(
      measureOggOpus(bytes.subarray(0, bytes.lastIndexOf('OggS'))),
      undefined,
      'the last page is missing',
    );
    const change = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(change, fc.nat({ max: bytes.length - 1 }), ([at, bits], length) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= bits;
        assert.is(measureOggOpus(changed), undefined);
        assert.is(measureOggOpus(bytes.subarray(0, length)), undefined);
      }),
    );
    assert.is(measureOggOpus(Buffer.alloc(0)), undefined);
  }));

/** How many packets end in each page, and its position. */
function pagesOf(bytes: Buffer): { packets: number; granule: number }[] {
  const pages = [];
  for (let at = 0; at < bytes.length;) {
    const lacing = [...bytes.subarray(at + 27, at + 27 + bytes.readUInt8(at + 26))];
    const packets = lacing.filter((lace) => lace < 255).length;
    pages.push({ packets, granule: Number(bytes.readBigInt64LE(at + 6)) });
    at += 27 + lacing.length + lacing.reduce((sum, lace) => sum + lace, 0);
  }
  return pages;
}

/** Both channels of the packets of an Ogg file, decoded. */
function decode(bytes: Buffer): Float32Array[] {
  const OpusScript = createRequire(import.meta.url)('opusscript') as typeof import('opusscript');
  const decoder = new OpusScript(rateHz, 2);
  const sound: number[][] = [[], []];
  let packet: Buffer[] = [];
  let index = 0;
  for (let at = 0; at < bytes.length;) {
    const segments = bytes.readUInt8(at + 26);
    let body = at + 27 + segments;
    for (const lace of bytes.subarray(at + 27, at + 27 + segments)) {
      packet.push(bytes.subarray(body, body + lace));
      body += lace;
      if (lace === 255) continue;
      if (index++ >= 2) {
        const pcm = decoder.decode(Buffer.concat(packet));
        for (let n = 0; n + 4 <= pcm.length; n += 4)
          for (const channel of [0, 1]) sound[channel]!.push(pcm.readInt16LE(n + 2 * channel) / 32_768);
      }
      packet = [];
    }
    at = body;
  }
  decoder.delete();
  return sound.map((samples) => Float32Array.from(samples));
}

test.run();
