import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * Writes the file atomically, unless it already holds this text.
 * @returns whether it was written.
 */
export async function writeIfChanged(file: string, text: string, mode: number): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return false;
  await writeFile(`${file}.new`, text, { mode, flush: true }); // a power cut must not leave an empty key
  await rename(`${file}.new`, file);
  return true;
}
