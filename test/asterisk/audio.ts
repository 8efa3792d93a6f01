import { joinSounds } from '../../src/audio/join.ts';
import { writeFile } from 'node:fs/promises';
import { mulawSamples } from '../../src/audio/g711.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';
import { readSound } from '../../src/audio/sound-file.ts';

const rate = 8000;

/** Share of the power of `samples` that lies at `hertz`, 0..1 (Goertzel). */
export function toneShare(samples: Int16Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
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

/** Whether an RTP packet of µ-law is louder than a line without sound. */
export function isLoudPacket(packet: Buffer): boolean {
  return rms(Int16Array.from(packet.subarray(12), (byte) => mulawSamples[byte] ?? 0)) > 1000;
}

export function join(frames: readonly Int16Array[]): Int16Array {
  return joinSounds(Int16Array, frames);
}

/** The loudest second (or less) of a recording at `hertz`. */
export function bestToneShare(samples: Int16Array, hertz: number): number {
  let best = 0;
  for (let start = 0; start + rate / 4 <= samples.length; start += rate / 8)
    best = Math.max(best, toneShare(samples.subarray(start, start + rate / 4), hertz));
  return best;
}

export async function writeTone(file: string, hertz: number, seconds: number): Promise<void> {
  const samples = new Float32Array(rate * seconds);
  for (let index = 0; index < samples.length; index++)
    samples[index] = (8000 / 32768) * Math.sin((2 * Math.PI * hertz * index) / rate);
  await writeFile(file, encodeTelephoneWav(samples));
}

export async function readSamples(file: string): Promise<Int16Array> {
  const { samples } = await readSound(file);
  return Int16Array.from(samples, (sample) => sample * 32768);
}
