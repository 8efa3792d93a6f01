import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPersonVoices } from '../../rig/phone-company/voices.ts';
import { findPhrases } from '../../rig/phone-company/speech.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { telephoneRateHz, toEightKilohertz } from '../../src/audio/resample.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { encodeMulaw } from '../../src/audio/g711.ts';

/** What a company plays: hold music, then a person, with the place of the person's first word. */
export interface Programme {
  mulaw: Uint8Array;
  firstWordSample: number;
}

/** `findPhrases` begins a phrase this much before its first loud frame. */
const phraseMarginSamples = 0.06 * telephoneRateHz;
/** The sound of the room, before the person speaks. */
const leadSamples = 0.3 * telephoneRateHz;
/** A person who picks up begins after silence at least this long, not in the middle of a turn. */
const turnGapSamples = 1 * telephoneRateHz;
/** Shorter is a breath or a click, not a word; margins included. */
const wordSamples = 0.3 * telephoneRateHz;
/** A person keeps speaking for at least this long; then the recording starts over. */
const personSamples = 8 * telephoneRateHz;

/** Makes `count` different programmes: each piece of music and each person in turn, from a different place in the recording every time. */
export async function composeProgrammes(count: number, holdSeconds: number): Promise<Programme[]> {
  const music = await readMusic();
  const persons = await readPersons();
  return Array.from({ length: count }, (_none, n) => {
    const song = pick(music, n);
    const person = pick(persons, n);
    const turn = pick(person.turns, Math.floor(n / persons.length));
    const musicFrom = (telephoneRateHz * (20 + 17 * n)) % (song.length - holdSeconds * telephoneRateHz);
    const hold = song.subarray(musicFrom, musicFrom + holdSeconds * telephoneRateHz);
    const voice = person.samples.subarray(Math.max(0, turn - leadSamples));
    const firstWordSample = hold.length + Math.min(turn, leadSamples);
    return { mulaw: toMulaw([hold, voice, person.samples]), firstWordSample };
  });
}

async function readMusic(): Promise<Float32Array[]> {
  const { dataFolder } = await openAsterisk(() => undefined);
  const folder = join(dataFolder, 'moh');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.wav')).sort();
  return Promise.all(
    files.map(async (name) => {
      const { samples, rateHz } = await readSound(join(folder, name));
      return toEightKilohertz(samples, rateHz);
    }),
  );
}

async function readPersons(): Promise<{ samples: Float32Array; turns: number[] }[]> {
  const folder = await openPersonVoices(() => undefined);
  return Promise.all(
    ['person-1.wav', 'person-2.wav'].map(async (name) => {
      const { samples } = await readSound(join(folder, name));
      let silentSince = -turnGapSamples;
      const turns: number[] = [];
      for (const phrase of findPhrases(samples)) {
        const firstWord = phrase.start + phraseMarginSamples;
        const hasRoom = firstWord + personSamples <= samples.length;
        const isWord = phrase.end - phrase.start >= wordSamples;
        if (isWord && hasRoom && firstWord - silentSince >= turnGapSamples) turns.push(firstWord);
        silentSince = phrase.end;
      }
      return { samples, turns };
    }),
  );
}

function toMulaw(parts: readonly Float32Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) for (const sample of part) result[at++] = encodeMulaw(sample * 32_767);
  return result;
}

function pick<T>(list: readonly T[], index: number): T {
  const picked = list[index % list.length];
  if (picked === undefined) throw new Error('there is nothing to play');
  return picked;
}
