import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { AppError, describeError } from '../domain/errors.ts';
import { readWav, type WavOptions } from './wav.ts';

/** Mono samples between −1 and 1. */
export interface MonoSound {
  readonly samples: Float32Array;
  readonly rateHz: number;
}

/** Reads a `.wav` or `.wav.gz`; several channels are mixed. @throws AppError `invalid`, naming the file. */
export async function readSound(file: string, options?: WavOptions): Promise<MonoSound> {
  try {
    return decodeSound(await readFile(file), options);
  } catch (cause) {
    throw new AppError('invalid', `${file} cannot be read: ${describeError(cause)}`, { cause });
  }
}

/** The same for a file's bytes. @throws AppError `invalid` */
export function decodeSound(bytes: Uint8Array, options?: WavOptions): MonoSound {
  return decodeWav(unpack(bytes), options);
}

/**
 * For bytes that others supply: these are never decompressed, since a few bytes may unpack to more than fits into memory.
 * @throws AppError `invalid`
 */
export function decodeWav(bytes: Uint8Array, options?: WavOptions): MonoSound {
  const { rateHz, channels } = readWav(bytes, options);
  return { samples: mixDown(channels), rateHz };
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new AppError('invalid', 'the gzip file is damaged or cut off', { cause });
  }
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels;
  if (first === undefined) throw new AppError('invalid', 'the WAV file has no channel');
  if (channels.length === 1) return first;
  const mono = new Float32Array(first.length);
  for (const channel of channels)
    for (let n = 0; n < mono.length; n++) mono[n] = mono[n]! + channel[n]! / channels.length;
  return mono;
}
