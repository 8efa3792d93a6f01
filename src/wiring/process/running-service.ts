import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessRecord, readProcessRecord, writeProcessRecord } from '../../embedded/process-record.ts';
import { lookUpProcess } from '../../embedded/running-process.ts';

/** What a command beside the service needs to know of it: its own environment may differ from the service's. */
export interface RunningService {
  /** The address for browsers. */
  publicUrl: string;
}

const recordFile = (dataDir: string): string => join(dataDir, 'service.json');

/** Names this process as the service of the data folder. @returns the function that takes the name back. */
export async function recordService(
  dataDir: string,
  { publicUrl }: RunningService,
): Promise<() => Promise<void>> {
  const file = recordFile(dataDir);
  const own = lookUpProcess(process.pid);
  if (own !== undefined) await writeProcessRecord(file, { process: own, publicUrl });
  return () => rm(file, { force: true });
}

/** The service that runs on the data folder; `undefined` if none does on this machine. */
export function findRunningService(dataDir: string): Promise<RunningService | undefined> {
  return readProcessRecord<RunningService & ProcessRecord>(recordFile(dataDir));
}
