import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, lookUpProcess, type RunningProcess } from '../../embedded/running-process.ts';
import { readIfPresent, replaceFile } from '../../files/written-file.ts';

/** What a command beside the service needs to know of it: its own environment may differ from the service's. */
export interface RunningService {
  /** The address for browsers. */
  publicUrl: string;
}

interface ServiceRecord extends RunningService {
  process: RunningProcess;
}

const recordFile = (dataDir: string): string => join(dataDir, 'service.json');

/** Names this process as the service of the data folder. @returns the function that takes the name back. */
export async function recordService(
  dataDir: string,
  { publicUrl }: RunningService,
): Promise<() => Promise<void>> {
  const file = recordFile(dataDir);
  const record = { process: lookUpProcess(process.pid), publicUrl };
  await replaceFile(file, JSON.stringify(record), 0o600);
  return () => rm(file, { force: true });
}

/** The service that runs on the data folder; `undefined` if none does on this machine. */
export async function findRunningService(dataDir: string): Promise<RunningService | undefined> {
  const text = await readIfPresent(recordFile(dataDir));
  if (text === undefined) return undefined;
  const record = JSON.parse(text) as ServiceRecord;
  return isRunning(record.process) ? record : undefined;
}
