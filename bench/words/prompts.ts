import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { wordsOf } from './words-and-keys.ts';

export interface Prompt {
  name: string;
  words: string[];
  /** 8 kHz. */
  samples: Int16Array;
}

/** Shorter prompts are single words, which no menu consists of. */
const minWords = 4;

/** Asterisk's English prompts that are whole sentences, with their text from the list that comes with the sounds. */
export async function readPrompts(): Promise<Prompt[]> {
  const { dataFolder } = await openAsterisk(() => undefined);
  const list = join(dataFolder, '../doc/asterisk-core-sounds-en/core-sounds-en.txt.gz');
  const prompts: Prompt[] = [];
  for (const line of gunzipSync(await readFile(list))
    .toString()
    .split('\n')) {
    const [, name, text] = /^([^;:][^:]*): (.*)$/.exec(line.trim()) ?? [];
    const file = join(dataFolder, 'sounds/en', `${name}.wav`);
    if (name === undefined || text === undefined || /[[(]/.test(text) || !existsSync(file)) continue;
    const words = wordsOf(text);
    if (words.length < minWords || /\d/.test(words.join(''))) continue;
    prompts.push({ name, words, samples: await readPromptSound(name) });
  }
  return prompts;
}

/** Single digits from 0 on, as Asterisk's English voice says them, 8 kHz. */
export async function readDigits(count: number): Promise<Int16Array[]> {
  return Promise.all(Array.from({ length: count }, (_none, n) => readPromptSound(`digits/${n}`)));
}

/** One of Asterisk's English sounds, 8 kHz. @param name as its dialplan names it: "vm-press", "digits/1" */
export async function readPromptSound(name: string): Promise<Int16Array> {
  const { dataFolder } = await openAsterisk(() => undefined);
  const { samples, rateHz } = await readSound(join(dataFolder, 'sounds/en', `${name}.wav`));
  return Int16Array.from(toEightKilohertz(samples, rateHz), (sample) => Math.round(sample * 32_767));
}

/** A second of a line between two prompts, which is nearly silent; 8 kHz. */
export function betweenPrompts(): Int16Array {
  return Int16Array.from({ length: 8000 }, (_none, n) => ((n * 7919) % 7) - 3);
}
