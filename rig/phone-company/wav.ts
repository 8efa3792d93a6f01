import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../src/domain/errors.ts';

/** Mono samples between -1 and 1. */
export interface MonoSound {
  readonly samples: Float32Array;
  readonly rateHz: number;
}

export const TELEPHONE_RATE_HZ = 8000;

/** WAVE format tags (RFC 2361; WAVE_FORMAT_EXTENSIBLE keeps the true one in its sub-format). */
const PCM = 1;
const IEEE_FLOAT = 3;
const ALAW = 6;
const MULAW = 7;
const EXTENSIBLE = 0xfffe;

/** Reads a `.wav` or `.wav.gz` of any rate, 8, 16, 24 or 32 bit PCM, float or G.711, and mixes it down to one channel. */
export async function readWav(file: string): Promise<MonoSound> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await promisify(gunzip)(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('invalid', `${file} cannot be read: ${reason}`, { cause });
  }
  return decodeWav(bytes, file);
}

function decodeWav(bytes: Buffer, file: string): MonoSound {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new AppError('invalid', `${file} is not a WAV file`);
  }
  let format: Buffer | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    // A recorder that was cut off leaves the size 0 or too large; then the data goes on to the end.
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    const chunk = bytes.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = chunk;
    if (id === 'data' && format !== undefined) {
      return decodeData(format, size === 0 ? bytes.subarray(at + 8) : chunk, file);
    }
    at += 8 + size + (size % 2);
  }
  throw new AppError('invalid', `${file} has no sound in it`);
}

function decodeData(format: Buffer, data: Buffer, file: string): MonoSound {
  const tag = format.readUInt16LE(0) === EXTENSIBLE ? format.readUInt16LE(24) : format.readUInt16LE(0);
  const channels = format.readUInt16LE(2);
  const rateHz = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  const readSample = sampleReader(tag, bits);
  if (readSample === undefined || channels === 0 || rateHz < TELEPHONE_RATE_HZ) {
    throw new AppError('invalid', `${file} has an encoding that cannot be read (format ${tag}, ${bits} bit)`);
  }
  const sampleBytes = bits / 8;
  const samples = new Float32Array(Math.floor(data.length / (sampleBytes * channels)));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += readSample(data, (index * channels + channel) * sampleBytes);
    }
    samples[index] = sum / channels;
  }
  return { samples, rateHz };
}

type SampleReader = (data: Buffer, at: number) => number;

function sampleReader(tag: number, bits: number): SampleReader | undefined {
  const readers: Record<string, SampleReader> = {
    [`${PCM}/8`]: (data, at) => (data.readUInt8(at) - 128) / 128,
    [`${PCM}/16`]: (data, at) => data.readInt16LE(at) / 0x8000,
    [`${PCM}/24`]: (data, at) => data.readIntLE(at, 3) / 0x800000,
    [`${PCM}/32`]: (data, at) => data.readInt32LE(at) / 0x80000000,
    [`${IEEE_FLOAT}/32`]: (data, at) => data.readFloatLE(at),
    [`${ALAW}/8`]: (data, at) => decodeAlaw(data.readUInt8(at)),
    [`${MULAW}/8`]: (data, at) => decodeMulaw(data.readUInt8(at)),
  };
  return readers[`${tag}/${bits}`];
}

/** ITU-T G.711, table 2. */
function decodeMulaw(byte: number): number {
  const inverted = ~byte & 0xff;
  const exponent = (inverted >> 4) & 7;
  const magnitude = (((inverted & 15) << 3) + 0x84) << exponent;
  return ((inverted & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 0x8000;
}

/** ITU-T G.711, table 1. */
function decodeAlaw(byte: number): number {
  const toggled = byte ^ 0x55;
  const exponent = (toggled >> 4) & 7;
  const mantissa = ((toggled & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((toggled & 0x80 ? 1 : -1) * magnitude) / 0x8000;
}

/** Low-pass length on either side, in output samples: -60 dB above 4 kHz is plenty for a telephone. */
const FILTER_HALF_WIDTH = 16;

/** Resamples to 8 kHz with a Blackman-windowed sinc that passes up to 3.6 kHz. */
export function toTelephoneRate({ samples, rateHz }: MonoSound): Float32Array {
  if (rateHz === TELEPHONE_RATE_HZ) return samples;
  const step = rateHz / TELEPHONE_RATE_HZ;
  const halfWidth = FILTER_HALF_WIDTH * step;
  const cutoff = 7200 / rateHz; // twice 3.6 kHz over the input rate
  const result = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < result.length; index++) {
    const centre = index * step;
    let sum = 0;
    const first = Math.max(0, Math.ceil(centre - halfWidth));
    const last = Math.min(samples.length - 1, Math.floor(centre + halfWidth));
    for (let at = first; at <= last; at++) {
      const distance = at - centre;
      const phase = Math.PI * cutoff * distance;
      const sinc = distance === 0 ? cutoff : (cutoff * Math.sin(phase)) / phase;
      const turn = (Math.PI * distance) / halfWidth;
      sum += (samples[at] ?? 0) * sinc * (0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
    }
    result[index] = sum;
  }
  return result;
}

/** A 16-bit mono WAV file at 8 kHz. */
export function encodeTelephoneWav(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(PCM, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(TELEPHONE_RATE_HZ, 24);
  bytes.writeUInt32LE(TELEPHONE_RATE_HZ * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample));
    bytes.writeInt16LE(Math.round(clipped * 0x7fff), 44 + index * 2);
  }
  return bytes;
}
