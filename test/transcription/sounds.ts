import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import type { Recognition, Utterance } from '../../src/calls/words/transcriber.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { patienceSeconds } from '../rig/patience.ts';

export const frameSamples = 160;

/** flite's voice over a telephone: 8 kHz, at −20 dB. */
export async function say(text: string, voice = 'rms'): Promise<Int16Array> {
  const { command, leadingArgs } = await openFlite(() => undefined);
  const folder = await mkdtemp(path.join(tmpdir(), 'hf-say-'));
  try {
    const file = path.join(folder, 'said.wav');
    await runCommandOrThrow(command, [...leadingArgs, '-voice', voice, '-t', text, '-o', file]);
    const { samples, rateHz } = await readSound(file);
    const narrow = toEightKilohertz(samples, rateHz);
    const rms = Math.sqrt(narrow.reduce((sum, sample) => sum + sample * sample, 0) / narrow.length);
    return Int16Array.from(narrow, (sample) => Math.max(-1, Math.min(1, (sample * 0.1) / rms)) * 32_767);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line on which nobody speaks. */
export function room(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * 8000 }, (_none, n) => ((n * 7919) % 7) - 3);
}

export function tone(hz: number, seconds: number, amplitude = 6000): Int16Array {
  return Int16Array.from({ length: seconds * 8000 }, (_none, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * n) / 8000)),
  );
}

/** A call's sound on a clock of its own, as fast as it is taken. */
export class Line {
  nowMs = 1_800_000_000_000;
  readonly heard: Utterance[] = [];
  readonly failures: string[] = [];
  #told: (() => void)[] = [];

  readonly options = {
    callId: 'call_1',
    speaker: 'far' as const,
    now: (): number => this.nowMs,
    heard: (utterance: Utterance): void => {
      this.heard.push(utterance);
      this.#tell();
    },
    failed: (reason: string): void => {
      this.failures.push(reason);
      this.#tell();
    },
  };

  async play(recognition: Recognition, ...sounds: Int16Array[]): Promise<void> {
    for (const samples of sounds)
      for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
        this.nowMs += 20;
        await recognition.take(samples.subarray(at, at + frameSamples));
      }
  }

  get text(): string {
    return this.heard.map(({ text }) => text).join(' ');
  }

  /** Resolves when it holds; rejects after `seconds`. */
  async until(holds: () => boolean, what: string, seconds = patienceSeconds): Promise<void> {
    const endsAt = performance.now() + seconds * 1000;
    while (!holds()) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0)
        throw new Error(`${what}: not within ${seconds} s; heard "${this.text}", ${this.failures.join()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#told.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #tell(): void {
    for (const told of this.#told.splice(0)) told();
  }
}

/** The same sound as it comes over a telephone the next time: elsewhere in its frame, a little louder or lower, with another noise. */
export function overTheLine(sound: Int16Array, time: number): Int16Array {
  const late = (time * 53) % frameSamples;
  const gain = 10 ** (((time % 3) - 1) / 20);
  const line = new Int16Array(Math.ceil((sound.length + late) / frameSamples) * frameSamples);
  let state = time + 1;
  for (let n = 0; n < line.length; n++) {
    state = (state * 16_807) % 2_147_483_647;
    const noise = (state / 2_147_483_647 - 0.5) * 60;
    line[n] = decodeMulaw(encodeMulaw((sound[n - late] ?? 0) * gain + noise));
  }
  return line;
}
