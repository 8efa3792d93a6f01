import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toEightKilohertz } from './resample.ts';
import { AudioFileError, readWav } from './wav.ts';

const nameEnds = /\.wav(\.gz)?$/i;

/** The sound of a file as the detector takes it: 8 kHz mono s16; several channels are mixed. */
export function readCall(path: string): Int16Array {
  const { sampleRate, channels } = readWav(unpack(readFileSync(path)));
  const [first] = channels;
  if (!first) throw new AudioFileError('no channel');
  let mono = first;
  if (channels.length > 1) {
    mono = new Float32Array(first.length);
    for (const channel of channels)
      for (let n = 0; n < mono.length; n++) mono[n] = mono[n]! + channel[n]! / channels.length;
  }
  return Int16Array.from(toEightKilohertz(mono, sampleRate), (value) =>
    Math.max(-32768, Math.min(32767, Math.round(value * 32768))),
  );
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new AudioFileError('the gzip file is damaged or cut off', { cause });
  }
}

/** The calls of a file or a folder, by name. */
export function listCalls(path: string): { id: string; path: string }[] {
  const paths = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => nameEnds.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (paths.length === 0) throw new AudioFileError(`no .wav or .wav.gz in ${path}`);
  return paths.map((each) => ({ id: basename(each).replace(nameEnds, ''), path: each }));
}
