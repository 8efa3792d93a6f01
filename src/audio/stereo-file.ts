import { type FileHandle, open, readFile } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import type { RecordingFormat } from '../domain/recording.ts';
import { encodeMulaw, mulawSamples } from './g711.ts';
import { telephoneRateHz } from './resample.ts';
import { measureOggOpus, OggOpusWriter } from './ogg-opus.ts';

/** Two headerless µ-law files at 8 kHz, to be combined into one stereo file. */
export interface StereoSources {
  left: string;
  right: string;
}

export interface StereoFile {
  seconds: number;
  bytes: number;
  /** The loudest sample of each 0.1 s, left and right alternating, 0..255. */
  peaks: Uint8Array;
}

const chunkSamples = 64_000;
export const peaksPerSecond = 10;
const samplesPerPeak = telephoneRateHz / peaksPerSecond;
const headerBytes = 58;
const silence = encodeMulaw(0);

/**
 * Pads the shorter side with silence. Resolves when the file is on disk and was read back. @throws AppError
 * `bad_upstream`
 */
export async function writeStereo(
  sources: StereoSources,
  target: string,
  format: RecordingFormat,
): Promise<StereoFile> {
  const handles: FileHandle[] = [];
  const opened = async (handle: Promise<FileHandle>): Promise<FileHandle> => {
    handles.push(await handle);
    return handle;
  };
  try {
    const left = await opened(open(sources.left));
    const right = await opened(open(sources.right));
    const file = await opened(open(target, 'w', 0o600));
    const samples = Math.max((await left.stat()).size, (await right.stat()).size);
    const peaks = new Uint8Array(Math.ceil(samples / samplesPerPeak) * 2);
    const sink = format === 'wav' ? await WavSink.begin(file, samples) : new OggSink(file);
    for (let at = 0; at < samples; at += chunkSamples) {
      const length = Math.min(chunkSamples, samples - at);
      const [one, other] = [await readPart(left, at, length), await readPart(right, at, length)];
      notePeaks(peaks, at, one, other);
      await sink.add(one, other);
    }
    await sink.end();
    await file.sync();
    await check(target, format, samples);
    return { seconds: samples / telephoneRateHz, bytes: (await file.stat()).size, peaks };
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length, silence);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(part, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return part;
}

/** `at` is a multiple of the samples per peak. */
function notePeaks(peaks: Uint8Array, at: number, left: Uint8Array, right: Uint8Array): void {
  for (const [channel, part] of [left, right].entries())
    for (const [index, byte] of part.entries()) {
      const place = 2 * Math.floor((at + index) / samplesPerPeak) + channel;
      const peak = Math.abs(mulawSamples[byte]!) >> 7;
      if (peak > peaks[place]!) peaks[place] = peak;
    }
}

/** µ-law in WAVE (RFC 2361, tag 7), with the `fact` chunk required of compressed formats. */
class WavSink {
  readonly #file: FileHandle;

  static async begin(file: FileHandle, samples: number): Promise<WavSink> {
    const header = Buffer.alloc(headerBytes);
    header.write('RIFF', 0, 'latin1');
    header.writeUInt32LE(headerBytes - 8 + samples * 2, 4);
    header.write('WAVEfmt ', 8, 'latin1');
    header.writeUInt32LE(18, 16);
    header.writeUInt16LE(7, 20);
    header.writeUInt16LE(2, 22);
    header.writeUInt32LE(telephoneRateHz, 24);
    header.writeUInt32LE(telephoneRateHz * 2, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(8, 34);
    header.write('fact', 38, 'latin1');
    header.writeUInt32LE(4, 42);
    header.writeUInt32LE(samples, 46);
    header.write('data', 50, 'latin1');
    header.writeUInt32LE(samples * 2, 54);
    await file.writeFile(header);
    return new WavSink(file);
  }

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(left: Uint8Array, right: Uint8Array): Promise<void> {
    const both = Buffer.alloc(left.length * 2);
    for (let index = 0; index < left.length; index++) {
      both[2 * index] = left[index]!;
      both[2 * index + 1] = right[index]!;
    }
    await this.#file.writeFile(both);
  }

  async end(): Promise<void> {}
}

class OggSink {
  readonly #file: FileHandle;
  readonly #writer: OggOpusWriter;
  #pages: Buffer[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
    this.#writer = new OggOpusWriter((page) => this.#pages.push(page));
  }

  async add(left: Uint8Array, right: Uint8Array): Promise<void> {
    const both = new Int16Array(left.length * 2);
    for (let index = 0; index < left.length; index++) {
      both[2 * index] = mulawSamples[left[index]!]!;
      both[2 * index + 1] = mulawSamples[right[index]!]!;
    }
    this.#writer.add(both);
    await this.#store();
  }

  async end(): Promise<void> {
    this.#writer.end();
    await this.#store();
  }

  async #store(): Promise<void> {
    const pages = this.#pages;
    this.#pages = [];
    await this.#file.writeFile(Buffer.concat(pages));
  }
}

/** Verifies the file the way a player reads it. */
async function check(path: string, format: RecordingFormat, samples: number): Promise<void> {
  if (format === 'ogg') {
    const found = measureOggOpus(await readFile(path));
    if (found !== samples) throw new AppError('bad_upstream', 'the Ogg file cannot be read back');
    return;
  }
  const file = await open(path);
  try {
    const header = Buffer.alloc(headerBytes);
    await file.read(header, 0, headerBytes, 0);
    const { size } = await file.stat();
    if (header.readUInt32LE(54) !== samples * 2 || size !== headerBytes + samples * 2)
      throw new AppError('bad_upstream', 'the WAV file cannot be read back');
  } finally {
    await file.close();
  }
}
