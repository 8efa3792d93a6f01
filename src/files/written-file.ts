import { readFile, rename, writeFile } from 'node:fs/promises';

/** Replaces a file at once: a reader, or a crash, finds either the old text or the new one. */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true }); // a power cut must not leave an empty key
  await rename(`${file}.new`, file);
}

/** Replaces the file unless it already holds this text. @returns whether it was written. */
export async function writeIfChanged(file: string, text: string, mode: number): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return false;
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
