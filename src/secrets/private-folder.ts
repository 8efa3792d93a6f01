import { chmod } from 'node:fs/promises';
import { makeFolder } from '../files/folders.ts';

/** From now on, files created by this process and its children are private to this user unless they set a mode. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Creates a private folder, or restricts one that an earlier version left world-readable. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await chmod(folder, 0o700);
}
