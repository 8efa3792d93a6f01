import { AppError } from '../domain/errors.ts';
import { decodeAlaw, decodeMulaw } from './g711.ts';
import { telephoneRateHz } from './resample.ts';

export interface PcmAudio {
  readonly rateHz: number;
  /** One array per channel, −1..1, finite. */
  readonly channels: readonly Float32Array[];
}

/** What the `fmt ` chunk says. */
interface Format {
  tag: number;
  channels: number;
  rateHz: number;
  bits: number;
}

/** WAVE format tags (RFC 2361; WAVE_FORMAT_EXTENSIBLE holds the real one in its sub-format). */
const pcm = 1;
const float = 3;
const aLaw = 6;
const muLaw = 7;
const extensible = 0xfffe;

/** RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) are RIFF for files over 4 GiB; some recorders write them at any length. */
const containers = ['RIFF', 'RF64', 'BW64'];
/** In these, a chunk of this size has its real size in the `ds64` chunk. In RIFF, it is what a killed recorder leaves behind. */
const unknownSize = 0xffff_ffff;
/** Programs that write into a pipe know no size, and give a very large one (SoX, eSpeak NG: 0x7ffff000 and around it). */
const pipeSize = 0x7fff_0000;

export interface WavOptions {
  /** Refuse a file that holds less than its header says; by default, what is there is read. */
  mustBeWhole?: boolean;
}

/** Reads RIFF/WAVE: PCM of up to 32 bits, float, A-law and µ-law, any rate, up to 32 channels. @throws AppError `invalid` */
export function readWav(bytes: Uint8Array, { mustBeWhole = false }: WavOptions = {}): PcmAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 0) throw new AppError('invalid', 'the file is empty');
  if (bytes.length < 12 || !containers.includes(tag(bytes, 0)) || tag(bytes, 8) !== 'WAVE')
    throw new AppError('invalid', 'not a WAV file (no RIFF/WAVE header)');
  let format: Format | undefined;
  let longDataSize: number | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = tag(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name === 'fmt ') {
      if (size < 16 || body + 16 > bytes.length) throw new AppError('invalid', 'the WAV header is cut off');
      let code = view.getUint16(body, true);
      if (code === extensible && size >= 26 && body + 26 <= bytes.length)
        code = view.getUint16(body + 24, true);
      format = {
        tag: code,
        channels: view.getUint16(body + 2, true),
        rateHz: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
    } else if (name === 'ds64' && size >= 16 && body + 16 <= bytes.length) {
      longDataSize = Number(view.getBigUint64(body + 8, true));
    } else if (name === 'data') {
      if (!format) throw new AppError('invalid', 'the WAV file has sound before its format');
      // If the size was never filled in, the rest of the file is the sound.
      const rest = bytes.length - body;
      const given = size === unknownSize ? (longDataSize ?? 0) : size;
      if (mustBeWhole && given > rest && given < pipeSize)
        throw new AppError('invalid', `the WAV file is cut off: ${rest} of ${given} bytes are there`);
      const length = given === 0 || given > rest ? rest : given;
      return decode(bytes.subarray(body, body + length), format);
    }
    at = body + size;
    // Some programs leave out the byte that makes a size even; it is zero, which no name begins with.
    if (size % 2 === 1 && bytes[at] === 0) at += 1;
  }
  throw new AppError('invalid', 'the WAV file holds no sound (no data chunk)');
}

function decode(data: Uint8Array, { tag: code, channels: count, rateHz, bits }: Format): PcmAudio {
  if (count < 1 || count > 32) throw new AppError('invalid', `${count} channels cannot be read`);
  if (rateHz < 1000 || rateHz > 768_000)
    throw new AppError('invalid', `a sample rate of ${rateHz} Hz cannot be read`);
  const { width, sample } = sampleReader(data, code, bits);
  const frames = Math.floor(data.length / (width * count));
  if (frames === 0)
    throw new AppError('invalid', 'the WAV file holds no sound (it is cut off after the header)');
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  for (let frame = 0; frame < frames; frame++)
    for (let c = 0; c < count; c++) {
      const value = sample((frame * count + c) * width);
      channels[c]![frame] = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
    }
  return { rateHz, channels };
}

function sampleReader(
  data: Uint8Array,
  code: number,
  bits: number,
): { width: number; sample: (at: number) => number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (code === muLaw) return { width: 1, sample: (at) => decodeMulaw(data[at]!) / 32768 };
  if (code === aLaw) return { width: 1, sample: (at) => decodeAlaw(data[at]!) / 32768 };
  if (code === float && bits === 32) return { width: 4, sample: (at) => view.getFloat32(at, true) };
  if (code === float && bits === 64) return { width: 8, sample: (at) => view.getFloat64(at, true) };
  // PCM of other widths fills whole bytes, from the highest bit on (12 bits are stored as 16, 20 as 24).
  const bytes = code === pcm ? Math.ceil(bits / 8) : 0;
  if (bytes === 1) return { width: 1, sample: (at) => (data[at]! - 128) / 128 };
  if (bytes === 2) return { width: 2, sample: (at) => view.getInt16(at, true) / 32768 };
  if (bytes === 3)
    return {
      width: 3,
      sample: (at) => (view.getInt8(at + 2) * 65536 + view.getUint16(at, true)) / 8388608,
    };
  if (bytes === 4) return { width: 4, sample: (at) => view.getInt32(at, true) / 2147483648 };
  throw new AppError(
    'invalid',
    `WAV format ${code} with ${bits} bits cannot be read; use PCM, float, A-law or µ-law`,
  );
}

function tag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** A 16-bit mono WAV file at 8 kHz from samples between −1 and 1. */
export function encodeTelephoneWav(samples: Float32Array): Buffer {
  return encodePcmWav(
    Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff)),
  );
}

/** The same from linear 16-bit samples. */
export function encodePcmWav(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(pcm, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(telephoneRateHz, 24);
  bytes.writeUInt32LE(telephoneRateHz * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + index * 2);
  return bytes;
}
