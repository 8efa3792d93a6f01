import { readFile, rename, writeFile } from 'node:fs/promises';

/** A tree, and when Debian last had nothing newer (ISO 8601). */
export interface TreeReference {
  /** Its folder name among the trees. */
  readonly folder: string;
  readonly currentAsOf: string;
}

/** The tree in use and its predecessor. */
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

/** Atomic: a reader sees either the old pointer or the new one. */
export async function writePointer(file: string, pointer: TreePointer): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(pointer, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
