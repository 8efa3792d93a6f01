import { existsSync } from 'node:fs';
import type { NumberMemory } from '../calls/store.ts';
import { readMemoryFile, viewMemory } from '../contract/memory.ts';
import type { KnownRecording } from '../detect/index.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { readJson, writeText } from './named-file.ts';

/** The recordings heard most often are kept. */
const mostPerNumber = 60;

/** What earlier calls to a number taught, from a file as `npm run memory` writes it; nothing where there is none. @throws AppError `invalid` */
export function readMemory(file: string, number: string): readonly KnownRecording[] {
  return readAll(file).find((each) => each.number === number)?.recordings ?? [];
}

/** @throws AppError `invalid` */
export function addToMemory(file: string, number: string, learned: readonly KnownRecording[]): void {
  const all = readAll(file);
  const before = all.find((each) => each.number === number)?.recordings ?? [];
  const byId = new Map([...before, ...learned].map((each) => [each.id, each]));
  const recordings = [...byId.values()].sort((a, b) => b.timesHeard - a.timesHeard).slice(0, mostPerNumber);
  const others = all.filter((each) => each.number !== number);
  writeText(file, `${JSON.stringify(viewMemory([...others, { number, recordings }]), null, 1)}\n`);
}

function readAll(file: string): NumberMemory[] {
  if (!existsSync(file)) return [];
  const found = readJson(file);
  try {
    return readMemoryFile(found);
  } catch (cause) {
    throw new AppError('invalid', `${file} is no memory file: ${describeError(cause)}`);
  }
}
