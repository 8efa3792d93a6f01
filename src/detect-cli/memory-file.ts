import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { audioClasses, type AudioClass, type KnownRecording } from '../detect/index.ts';
import { AppError } from '../domain/errors.ts';

interface StoredRecording extends Omit<KnownRecording, 'fingerprint'> {
  /** base64 */
  fingerprint: string;
}
type Stored = Record<string, StoredRecording[]>;

/** What earlier calls taught, per dialled number, in one JSON file. */
export function readMemory(path: string, number: string): KnownRecording[] {
  return (readAll(path)[number] ?? []).map((each) => ({
    ...each,
    fingerprint: Buffer.from(each.fingerprint, 'base64'),
  }));
}

/** The recordings heard most often are kept. */
const mostPerNumber = 60;

export function addToMemory(path: string, number: string, learned: readonly KnownRecording[]): void {
  const all = readAll(path);
  const byId = new Map((all[number] ?? []).map((each) => [each.id, each]));
  for (const each of learned)
    byId.set(each.id, { ...each, fingerprint: Buffer.from(each.fingerprint).toString('base64') });
  all[number] = [...byId.values()].sort((a, b) => b.timesHeard - a.timesHeard).slice(0, mostPerNumber);
  writeFileSync(path, JSON.stringify(all));
}

function readAll(path: string): Stored {
  if (!existsSync(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new AppError('invalid', `${path} is no memory file`, { cause });
  }
  if (!isStored(parsed)) throw new AppError('invalid', `${path} is no memory file`);
  return parsed;
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (list) =>
        Array.isArray(list) &&
        list.every(
          (each: Partial<StoredRecording> | null) =>
            typeof each?.id === 'string' &&
            typeof each.fingerprint === 'string' &&
            audioClasses.includes(each.audioClass as AudioClass),
        ),
    )
  );
}
