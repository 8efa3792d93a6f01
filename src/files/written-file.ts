import { chmod, readFile, rename, stat, writeFile } from 'node:fs/promises';

/** Replaces a file at once: a reader, or a crash, finds either the old text or the new one, with this mode. */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true }); // a power cut must not leave an empty key
  await chmod(`${file}.new`, mode); // the umask has taken from it what others may read
  await rename(`${file}.new`, file);
}

/** Replaces the file unless it already holds this text with this mode. @returns whether it was written. */
export async function writeIfChanged(file: string, text: string, mode: number): Promise<boolean> {
  const [present, presentMode] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    stat(file).then(
      (stats) => stats.mode & 0o777,
      () => undefined,
    ),
  ]);
  if (present === text && presentMode === mode) return false;
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
