import Joi from 'joi';
import type { NumberMemory } from '../calls/store.ts';
import { unpackFingerprints } from '../detect/repetition/fingerprint.ts';
import { validateBody } from './validate.ts';
import { e164 } from './values.ts';

/** The classes of recordings; no person's voice is among them. */
const audioClasses = ['announcement', 'ivr_prompt', 'music'] as const;
const maxNumbers = 5_000;
const maxPerNumber = 64;
const maxFingerprintText = 88_000;

const fingerprint = Joi.string()
  .base64()
  .max(maxFingerprintText)
  .custom((text: string, { error }) =>
    unpackFingerprints(Buffer.from(text, 'base64')) === undefined ? error('string.base64') : text,
  )
  .description('signs of differences over frequency and time; no sound can be made from them');

const recording = Joi.object({
  id: Joi.string()
    .pattern(/^[0-9a-f]{1,32}$/)
    .required(),
  audio_class: Joi.valid(...audioClasses).required(),
  seconds: Joi.number().min(0).max(120).required(),
  times_heard: Joi.number().integer().min(1).max(1_000_000).required(),
  last_heard_at_seconds: Joi.number().min(0).max(100_000).required().description('seconds from the answer'),
  fingerprint: fingerprint.required(),
});

/** What one owner's gateway knows about the recordings of numbers, to be given to another's. */
const memoryFile = Joi.object({
  format: Joi.valid('holdfast-memory').required(),
  version: Joi.valid(1).required(),
  numbers: Joi.array()
    .items(
      Joi.object({
        number: e164().required(),
        recordings: Joi.array().items(recording).max(maxPerNumber).required(),
      }),
    )
    .max(maxNumbers)
    .required(),
});

interface MemoryFile {
  format: 'holdfast-memory';
  version: 1;
  numbers: {
    number: string;
    recordings: {
      id: string;
      audio_class: (typeof audioClasses)[number];
      seconds: number;
      times_heard: number;
      last_heard_at_seconds: number;
      fingerprint: string;
    }[];
  }[];
}

export function viewMemory(memory: readonly NumberMemory[]): MemoryFile {
  return {
    format: 'holdfast-memory',
    version: 1,
    numbers: memory.map(({ number, recordings }) => ({
      number,
      recordings: recordings.flatMap((each) => {
        const audioClass = audioClasses.find((name) => name === each.audioClass);
        if (audioClass === undefined) return [];
        return {
          id: each.id,
          audio_class: audioClass,
          seconds: each.seconds,
          times_heard: each.timesHeard,
          last_heard_at_seconds: each.lastHeardAt,
          fingerprint: Buffer.from(each.fingerprint).toString('base64'),
        };
      }),
    })),
  };
}

/** @throws AppError `invalid`, naming the field. */
export function readMemoryFile(file: unknown): NumberMemory[] {
  const { numbers } = validateBody<MemoryFile>(memoryFile, file);
  return numbers.map(({ number, recordings }) => ({
    number,
    recordings: recordings.map((each) => ({
      id: each.id,
      audioClass: each.audio_class,
      fingerprint: Buffer.from(each.fingerprint, 'base64'),
      seconds: each.seconds,
      timesHeard: each.times_heard,
      lastHeardAt: each.last_heard_at_seconds,
    })),
  }));
}
