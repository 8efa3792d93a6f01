import { readIfPresent, replaceFile } from '../files/written-file.ts';
import { isRunning, type RunningProcess } from './running-process.ts';

/** What is written down about a running process, so that a later one finds it. */
export interface ProcessRecord {
  readonly process: RunningProcess;
}

export async function writeProcessRecord<R extends ProcessRecord>(file: string, record: R): Promise<void> {
  await replaceFile(file, JSON.stringify(record, null, 2), 0o600);
}

/** The record of a process that still runs; `undefined` if there is none. */
export async function readProcessRecord<R extends ProcessRecord>(file: string): Promise<R | undefined> {
  const text = await readIfPresent(file);
  const record = text === undefined ? undefined : parseRecord<R>(text);
  return record !== undefined && isRunning(record.process) ? record : undefined;
}

function parseRecord<R>(text: string): R | undefined {
  try {
    return JSON.parse(text) as R;
  } catch {
    return undefined; // truncated by a full disk; nothing was renamed into place since
  }
}
