import { existsSync } from 'node:fs';
import type { NumberMemory } from '../calls/store.ts';
import { readMemoryFile, viewMemory } from '../contract/memory.ts';
import type { KnownRecording } from '../detect/index.ts';
import { AppError } from '../domain/errors.ts';
import { readJson, writeText } from './named-file.ts';

/** The recordings heard most often are kept. */
const maxPerNumber = 60;

/**
 * What was learned in earlier calls to a number, from a file written by `npm run memory`; nothing if there is no file.
 * @throws AppError `invalid`
 */
export function readMemory(file: string, number: string): readonly KnownRecording[] {
  return readIfPresent(file).find((each) => each.number === number)?.recordings ?? [];
}

/** @throws AppError `invalid` */
export function addToMemory(file: string, number: string, learned: readonly KnownRecording[]): void {
  const all = readIfPresent(file);
  const before = all.find((each) => each.number === number)?.recordings ?? [];
  const byId = new Map([...before, ...learned].map((each) => [each.id, each]));
  const recordings = [...byId.values()].sort((a, b) => b.timesHeard - a.timesHeard).slice(0, maxPerNumber);
  const others = all.filter((each) => each.number !== number);
  writeNumberMemory(file, [...others, { number, recordings }]);
}

function readIfPresent(file: string): NumberMemory[] {
  return existsSync(file) ? readNumberMemory(file) : [];
}

/** @throws AppError `invalid`, naming the file and the field */
export function readNumberMemory(file: string): NumberMemory[] {
  const found = readJson(file);
  try {
    return readMemoryFile(found);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid', `${file} is no memory file: ${error.detail}`);
  }
}

/** Only this user may read it: it shows which numbers were called. @throws AppError `invalid` */
export function writeNumberMemory(file: string, memory: readonly NumberMemory[]): void {
  writeText(file, `${JSON.stringify(viewMemory(memory), null, 1)}\n`, 0o600);
}
