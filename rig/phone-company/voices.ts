import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import type { Progress } from '../../src/provision/tree-shelf.ts';
import type { TreeSpecification } from '../../src/provision/tree-specification.ts';
import { throughTelephone } from './line.ts';
import { type TurnTaking, composeConversation, repeatableRandom } from './speech.ts';
import { telephoneRateHz } from '../../src/audio/resample.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';

/** Increased when the composition changes, so that old cached files are no longer used. */
const compositionVersion = 3;

/** One of the phone company's persons: a recording of codec2-examples (8 kHz, 16 bit, raw) and how he converses. */
interface Person {
  readonly number: 1 | 2;
  readonly recording: string;
  readonly turnTaking: TurnTaking;
}

/**
 * Radio amateurs talking freely into their own microphones in their own rooms: live speech, unlike anything read for
 * a prompt. Two different men.
 */
const allPersons: readonly Person[] = [
  {
    number: 1,
    recording: 've9qrp.raw',
    turnTaking: { turnSeconds: [0.4, 2, 4, 3, 7, 5], listenSeconds: [1.2, 1.6, 2.6, 1.8, 3.1, 2.2] },
  },
  {
    number: 2,
    recording: 'vk5qi.raw',
    turnTaking: { turnSeconds: [0.4, 3, 4, 3], listenSeconds: [1.5, 2.5, 3.4, 2.2] },
  },
];

export const voicesSpecification: TreeSpecification = {
  name: 'voices',
  suite: 'machine',
  packages: ['codec2-examples'],
  libraries: [],
};

/** Lengths of the shorter files for people who pass the caller on (extensions.conf, [person-for]). */
const shortSeconds = [8, 12];

/**
 * The folder with `person-1.wav`, `person-2.wav` and their openings, composed on first use from Debian's
 * codec2-examples.
 */
export async function openPersonVoices(progress: Progress): Promise<string> {
  const cache = await openCacheFolder();
  const folder = join(cache, `voices-${compositionVersion}`);
  if (existsSync(folder)) return folder;
  const tree = await openDebianTree(voicesSpecification, progress);
  const building = await mkdtemp(join(cache, '.voices-'));
  try {
    for (const person of allPersons) {
      const raw = await readFile(join(tree.root, 'usr/share/codec2/raw', person.recording));
      await writePerson(building, person, decodeRaw(raw));
    }
    await rename(building, folder);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another process was faster
  }
  return folder;
}

async function writePerson(folder: string, person: Person, samples: Float32Array): Promise<void> {
  const random = repeatableRandom(person.number);
  const conversation = throughTelephone(composeConversation(samples, person.turnTaking, random), random);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `person-${person.number}.wav`), encodeTelephoneWav(conversation));
  for (const seconds of shortSeconds) {
    const beginning = conversation.subarray(0, seconds * telephoneRateHz);
    await writeFile(join(folder, `person-${person.number}-${seconds}s.wav`), encodeTelephoneWav(beginning));
  }
}

function decodeRaw(raw: Buffer): Float32Array {
  const samples = new Float32Array(raw.length / 2);
  for (let index = 0; index < samples.length; index++) samples[index] = raw.readInt16LE(index * 2) / 0x8000;
  return samples;
}
