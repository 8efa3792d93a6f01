import { readFile, rename, writeFile } from 'node:fs/promises';

/** One tree and when Debian was last known to offer nothing newer (ISO 8601). */
export interface TreeReference {
  /** Its name in the folder of trees. */
  readonly folder: string;
  readonly currentAsOf: string;
}

/** Which tree is in use, and the one before it. */
export interface TreePointer {
  readonly current: TreeReference;
  readonly previous?: TreeReference;
}

export async function readPointer(file: string): Promise<TreePointer | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as TreePointer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A reader sees the old pointer or the new one, never half of one. */
export async function writePointer(file: string, pointer: TreePointer): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(pointer, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
