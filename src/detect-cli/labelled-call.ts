import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';
import { type AudioClass, audioClasses } from '../detect/index.ts';
import { AppError } from '../domain/errors.ts';
import { readJson, requireShape } from './named-file.ts';

/** A labelled call, as the corpus describes it; times in seconds. */
export interface LabelledCall {
  id: string;
  scenario: string;
  duration: number;
  segments: { start: number; end: number; label: AudioClass; vocals?: boolean; advert?: boolean }[];
  humans: { first_word: number; end: number }[];
  speech: [number, number][];
  /** In a set of turns: `reader` if a voice like the persons' reads the machine's part. */
  machine?: string;
}

const seconds = Joi.number().min(0).required();
const labelledCall = Joi.object<LabelledCall>({
  id: Joi.string().required(),
  scenario: Joi.string().allow('').required(),
  duration: Joi.number().positive().required(),
  segments: Joi.array()
    .items(Joi.object({ start: seconds, end: seconds, label: Joi.valid(...audioClasses).required() }))
    .required(),
  humans: Joi.array()
    .items(Joi.object({ first_word: seconds, end: seconds }))
    .required(),
  speech: Joi.array().items(Joi.array().ordered(seconds, seconds).length(2)).required(),
  machine: Joi.string(),
});

/** The labelled calls of a folder by name; other JSON files are passed over. @throws AppError `invalid`, naming the file and the field */
export function readLabelledCalls(folder: string, machine: string | undefined): LabelledCall[] {
  const calls = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      const value = readJson(file);
      return isLabel(value) ? requireShape(value, labelledCall, file) : [];
    })
    .filter((call) => machine === undefined || call.machine === machine);
  if (calls.length === 0)
    throw new AppError(
      'invalid',
      `no labelled calls in ${folder}${machine === undefined ? '' : ` with the machine ${machine}`}`,
    );
  return calls;
}

/** Detections and reports may lie beside the labels. */
function isLabel(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'segments' in value && 'humans' in value;
}

// A declaration is right from a little before the first word to a little after the last one.
const earlySeconds = 0.2;
const lateSeconds = 1;

/** When a declaration of each person is right, seconds. */
export function personsThere(call: LabelledCall): (readonly [from: number, to: number])[] {
  return call.humans.map(({ first_word, end }) => [first_word - earlySeconds, end + lateSeconds] as const);
}

/** Of all calls together, the seconds in which nobody is there. */
export function secondsWithoutPerson(calls: readonly LabelledCall[]): number {
  return calls.reduce(
    (sum, call) =>
      sum + call.duration - personsThere(call).reduce((there, [from, to]) => there + to - from, 0),
    0,
  );
}
