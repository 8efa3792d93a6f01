import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its parents. Node's `recursive` retries for ever if the system reports ENOENT although the parent exists, as it does
 * below /proc.
 * @throws the file system's error, which names the folder that it could not create
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, mode);
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // another process was faster
  }
}

/** Makes what was created and renamed in it durable. Some file systems, such as network shares, cannot do this and report EINVAL. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() === true;
}
