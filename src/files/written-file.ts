import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Replaces a file atomically: a reader finds either the old content or the new, even after a crash, with this mode.
 * @param fresh where it is written first; of its own for each process if several may write the file at once.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  mode: number,
  fresh = `${file}.new`,
): Promise<void> {
  try {
    await writeFile(fresh, content, { mode, flush: true }); // a power cut must not leave an empty key
    // The umask may have removed permissions. Some file systems have fixed modes and refuse others.
    if (!grants(await modeOf(fresh), mode)) await chmod(fresh, mode);
    await rename(fresh, file);
  } catch (error) {
    // On a full disk the part that was written would stay, and take room.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (stats) => stats.mode & 0o777,
    () => undefined,
  );
}

/** Whether everybody who should read the file can. */
function grants(present: number | undefined, wanted: number): boolean {
  return present !== undefined && (present & wanted) === wanted;
}

/** Replaces the file unless it already holds this text, readable as `mode` says. @returns whether it was written. */
export async function writeIfChanged(file: string, text: string, mode: number): Promise<boolean> {
  const [present, presentMode] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    modeOf(file),
  ]);
  if (present === text && grants(presentMode, mode)) return false;
  await replaceFile(file, text, mode);
  return true;
}

/** Undefined when there is no such file. @throws the file system's error when it cannot be read. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
