import { readFile, writeFile } from 'node:fs/promises';

const RATE = 8000;

/** Share of the power of `samples` that lies at `hertz`, 0..1 (Goertzel). */
export function toneShare(samples: Int16Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [first, second, power] = [0, 0, 0];
  for (const sample of samples) {
    [first, second] = [sample + coefficient * first - second, first];
    power += sample * sample;
  }
  if (power === 0) return 0;
  const at = first * first + second * second - coefficient * first * second;
  return at / ((power * samples.length) / 2);
}

export function rms(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

export function join(frames: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(frames.reduce((length, frame) => length + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    all.set(frame, offset);
    offset += frame.length;
  }
  return all;
}

/** The loudest second (or less) of a recording at `hertz`. */
export function bestToneShare(samples: Int16Array, hertz: number): number {
  let best = 0;
  for (let start = 0; start + RATE / 4 <= samples.length; start += RATE / 8)
    best = Math.max(best, toneShare(samples.subarray(start, start + RATE / 4), hertz));
  return best;
}

/** 8 kHz mono s16. */
export async function writeTone(file: string, hertz: number, seconds: number): Promise<void> {
  const samples = new Int16Array(RATE * seconds);
  for (let index = 0; index < samples.length; index++)
    samples[index] = Math.round(8000 * Math.sin((2 * Math.PI * hertz * index) / RATE));
  const bytes = Buffer.from(samples.buffer);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes.length, 40);
  await writeFile(file, Buffer.concat([header, bytes]));
}

export async function readSamples(file: string): Promise<Int16Array> {
  const bytes = await readFile(file);
  const start = bytes.indexOf('data') + 8;
  const count = Math.floor((bytes.length - start) / 2);
  const samples = new Int16Array(count);
  for (let index = 0; index < count; index++) samples[index] = bytes.readInt16LE(start + index * 2);
  return samples;
}
