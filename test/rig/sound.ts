import { stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { HeadlessPhone } from '../../rig/headless-phone.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { patienceSeconds } from './patience.ts';

const rateHz = 8000;
const frame = 160;
/** Header length of a plain PCM WAV file. */
const headerBytes = 44;
/** Holds whole periods of 440 and 480 Hz, so that one does not count as the other. */
const tenth = rateHz / 10;

/** Writes a tone that outlasts any test (10 minutes at -12 dBFS). */
export async function writeTone(file: string, frequencyHz: number, seconds = 600): Promise<void> {
  await writeBeeps(file, frequencyHz, { seconds, onSeconds: 1, offSeconds: 0 });
}

/** A sound that a noise suppressor lets through: it takes a steady tone for noise. */
export async function writeBeeps(
  file: string,
  frequencyHz: number,
  { seconds, onSeconds, offSeconds }: { seconds: number; onSeconds: number; offSeconds: number },
): Promise<void> {
  const samples = new Float32Array(seconds * rateHz);
  for (let n = 0; n < samples.length; n++) {
    if ((n / rateHz) % (onSeconds + offSeconds) >= onSeconds) continue;
    samples[n] = 0.25 * Math.sin((2 * Math.PI * frequencyHz * n) / rateHz);
  }
  await writeFile(file, encodeTelephoneWav(samples));
}

/** Empty for a recording that is no more than its header. */
export async function readSamples(file: string): Promise<Float32Array> {
  if ((await stat(file)).size <= headerBytes) return new Float32Array();
  return (await readSound(file)).samples;
}

/** Resolves when a phone has recorded this much of its first call: its file grows by 16 bits per sample at 8 kHz, without any event. */
export async function untilHeard(phone: HeadlessPhone, seconds: number): Promise<void> {
  const deadline = Date.now() + (seconds + patienceSeconds) * 1000;
  for (;;) {
    const [file] = await phone.heardFiles();
    const bytes = file === undefined ? 0 : (await stat(file)).size - headerBytes;
    if (bytes >= seconds * rateHz * 2) return;
    if (Date.now() > deadline) throw new Error(`the phone recorded ${bytes} bytes, no ${seconds} s`);
    await delay(50);
  }
}

/**
 * What a phone heard in its first call. baresip writes the file's length when it closes it, a moment after the call and without any
 * event; until then the file reads as empty.
 */
export async function readHeard(phone: HeadlessPhone): Promise<Float32Array> {
  const deadline = Date.now() + patienceSeconds * 1000;
  for (;;) {
    const [file] = await phone.heardFiles();
    const samples =
      file === undefined ? new Float32Array() : await readSamples(file).catch(() => new Float32Array());
    if (samples.length > 0) return samples;
    if (Date.now() > deadline) throw new Error('the phone recorded nothing');
    await delay(50);
  }
}

/**
 * Share of the power that lies at one frequency (Goertzel), in the best second. It is taken tenth by tenth: a busy machine drops
 * a packet now and then, and over the break in its phase a tone of a whole second would cancel itself out.
 */
export function toneShare(samples: Float32Array, frequencyHz: number): number {
  const tenths: number[] = [];
  for (let from = 0; from + tenth <= samples.length; from += tenth)
    tenths.push(shareIn(samples.subarray(from, from + tenth), frequencyHz));
  let best = 0;
  for (let from = 0; from + 10 <= tenths.length; from++)
    best = Math.max(best, tenths.slice(from, from + 10).reduce((sum, share) => sum + share, 0) / 10);
  return best;
}

function shareIn(samples: Float32Array, frequencyHz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / rateHz);
  let previous = 0;
  let beforePrevious = 0;
  let power = 0;
  for (const sample of samples) {
    const current = sample + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = current;
    power += sample * sample;
  }
  const atFrequency = previous ** 2 + beforePrevious ** 2 - coefficient * previous * beforePrevious;
  return power < 1e-6 ? 0 : (2 * atFrequency) / (samples.length * power);
}

/** RMS of each 20 ms frame. */
export function envelope(samples: Float32Array): number[] {
  const levels: number[] = [];
  for (let from = 0; from + frame <= samples.length; from += frame) {
    let power = 0;
    for (let n = from; n < from + frame; n++) power += (samples[n] ?? 0) ** 2;
    levels.push(Math.sqrt(power / frame));
  }
  return levels;
}

/** Best normalised correlation of two envelopes over all shifts of `heard` into `said`: 1 is the same sound. */
export function likeness(heard: number[], said: number[]): number {
  let best = 0;
  for (let shift = 0; shift + heard.length <= said.length; shift++)
    best = Math.max(best, correlation(heard, said.slice(shift, shift + heard.length)));
  return best;
}

function correlation(a: number[], b: number[]): number {
  const meanA = a.reduce((sum, x) => sum + x, 0) / a.length;
  const meanB = b.reduce((sum, x) => sum + x, 0) / b.length;
  let top = 0;
  let powerA = 0;
  let powerB = 0;
  for (let n = 0; n < a.length; n++) {
    const x = (a[n] ?? 0) - meanA;
    const y = (b[n] ?? 0) - meanB;
    top += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return powerA === 0 || powerB === 0 ? 0 : top / Math.sqrt(powerA * powerB);
}
