import { readIfPresent, replaceFile } from '../files/written-file.ts';

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
  const text = await readIfPresent(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as TreePointer;
  } catch {
    return undefined; // damaged: the tree is unpacked again
  }
}

export async function writePointer(file: string, pointer: TreePointer): Promise<void> {
  await replaceFile(file, JSON.stringify(pointer, null, 2), 0o600);
}
