import { createRequire } from 'node:module';
import { AppError } from '../domain/errors.ts';
import { telephoneRateHz } from './resample.ts';

/** An Ogg (RFC 3533) Opus (RFC 7845) stream, written while encoding, one page per second. */

// CommonJS, `export =`.
const OpusScript = createRequire(import.meta.url)('opusscript') as typeof import('opusscript');

const frameSamples = telephoneRateHz / 50;
const packetsPerPage = 50;
/** Positions count samples at 48 kHz, whatever the encoder's input rate. */
const granulesPerSample = 6;
/** The encoder's delay in speech mode at 8 kHz: 6.5 ms (opus_encoder.c), which players skip. */
const preSkip = 312;
const bitsPerSecond = 24_000;
const serial = 0x68_6f_6c_64;

/** Takes interleaved 16-bit stereo at 8 kHz; `write` receives the file's bytes in order. */
export class OggOpusWriter {
  readonly #encoder = new OpusScript(telephoneRateHz, 2, OpusScript.Application.VOIP);
  readonly #write: (bytes: Buffer) => void;
  #rest: Int16Array = new Int16Array(0);
  #packets: Buffer[] = [];
  #sequence = 0;
  /** Encoded so far, padding included. */
  #samples = 0;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
    this.#encoder.setBitrate(bitsPerSecond);
    this.#page([head()], 0, beginning);
    this.#page([tags()], 0, 0);
  }

  add(interleaved: Int16Array): void {
    const all = new Int16Array(this.#rest.length + interleaved.length);
    all.set(this.#rest);
    all.set(interleaved, this.#rest.length);
    let at = 0;
    for (; at + 2 * frameSamples <= all.length; at += 2 * frameSamples)
      this.#encode(all.subarray(at, at + 2 * frameSamples));
    this.#rest = all.slice(at);
  }

  /**
   * Finishes the file: the last frame is padded with silence that players trim, which also covers the encoder's
   * delay.
   */
  end(): void {
    const left = this.#rest.length / 2;
    // A position counts decoded samples including the delay; the last page's position trims the padding (RFC 7845, 4.4).
    const end = preSkip + (this.#samples + left) * granulesPerSample;
    const filled = new Int16Array(2 * frameSamples);
    filled.set(this.#rest);
    this.#encode(filled);
    if (left + preSkip / granulesPerSample > frameSamples) this.#encode(new Int16Array(2 * frameSamples));
    this.#page(this.#packets, end, ending);
    this.#encoder.delete();
  }

  #encode(frame: Int16Array): void {
    if (this.#packets.length === packetsPerPage) {
      this.#page(this.#packets, this.#samples * granulesPerSample, 0);
      this.#packets = [];
    }
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    this.#packets.push(Buffer.from(this.#encoder.encode(bytes, frameSamples)));
    this.#samples += frameSamples;
  }

  #page(packets: readonly Buffer[], granule: number, flags: number): void {
    const lacing = packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / 255) }, () => 255),
      length % 255,
    ]);
    if (lacing.length > 255) throw new AppError('internal', 'an Ogg page of more than 255 segments');
    const header = Buffer.alloc(27);
    header.write('OggS', 0, 'latin1');
    header.writeUInt8(flags, 5);
    header.writeBigUInt64LE(BigInt(granule), 6);
    header.writeUInt32LE(serial, 14);
    header.writeUInt32LE(this.#sequence, 18);
    header.writeUInt8(lacing.length, 26);
    const page = Buffer.concat([header, Buffer.from(lacing), ...packets]);
    page.writeUInt32LE(checksum(page), 22);
    this.#sequence += 1;
    this.#write(page);
  }
}

const beginning = 2;
const ending = 4;

function head(): Buffer {
  const bytes = Buffer.alloc(19);
  bytes.write('OpusHead', 0, 'latin1');
  bytes.writeUInt8(1, 8);
  bytes.writeUInt8(2, 9);
  bytes.writeUInt16LE(preSkip, 10);
  bytes.writeUInt32LE(telephoneRateHz, 12);
  return bytes;
}

function tags(): Buffer {
  const vendor = Buffer.from('Holdfast');
  const bytes = Buffer.alloc(16 + vendor.length);
  bytes.write('OpusTags', 0, 'latin1');
  bytes.writeUInt32LE(vendor.length, 8);
  vendor.copy(bytes, 12);
  return bytes;
}

/** RFC 3533, appendix A: polynomial 0x04c11db7, initial value 0, not reflected; the CRC field itself counts as 0. */
const table = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x80000000 ? 0x04c11db7 : 0);
  return value;
});

function checksum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ table[((sum >>> 24) ^ byte) & 0xff]!) >>> 0;
  return sum;
}

/**
 * Checks that `bytes` are complete pages from first to last. @returns the samples at 8 kHz a player gets, undefined
 * if not.
 */
export function measureOggOpus(bytes: Buffer): number | undefined {
  let granule = 0;
  let flags = 0;
  for (let at = 0; at < bytes.length;) {
    if (at + 27 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined;
    const segments = bytes.readUInt8(at + 26);
    const body = bytes.subarray(at + 27, at + 27 + segments).reduce((sum, lace) => sum + lace, 0);
    const page = Buffer.from(bytes.subarray(at, at + 27 + segments + body));
    if (page.length < 27 + segments + body) return undefined;
    const expected = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    if (checksum(page) !== expected) return undefined;
    granule = Number(page.readBigUInt64LE(6));
    flags = page.readUInt8(5);
    at += page.length;
  }
  return (flags & ending) === 0 ? undefined : (granule - preSkip) / granulesPerSample;
}
