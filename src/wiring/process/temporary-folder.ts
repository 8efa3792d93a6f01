import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/folders.ts';

/**
 * An empty folder for temporary files, which may contain what an owner wants said. Only one process uses the data folder at a time
 * (instance-lock.ts), so whatever is in there belongs to one that was killed.
 */
export async function openTemporaryFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'temporary');
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  return folder;
}
