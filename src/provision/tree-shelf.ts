import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { openCacheFolder } from './cache-folder.ts';
import { withKernelLock } from './kernel-lock.ts';
import { openOwnFolder } from './own-folder.ts';
import { type TreeManifest, verifyManifest } from './tree-manifest.ts';
import { type TreeReference, readPointer } from './tree-pointer.ts';
import { type TreeSpecification, fingerprint } from './tree-specification.ts';

export type Progress = (line: string) => void;

/** Debian packages unpacked into the user's cache, to be run through the tree's own loader. */
export interface DebianTree {
  readonly root: string;
  readonly manifest: TreeManifest;
  /** When Debian last had nothing newer. */
  readonly currentAsOf: Date;
}

/** The cache folders of one specification's trees. */
export interface TreeShelf {
  readonly cache: string;
  readonly treesFolder: string;
  /** Names the tree in use. */
  readonly pointerFile: string;
}

export async function openTreeShelf(specification: TreeSpecification): Promise<TreeShelf> {
  const cache = await openCacheFolder();
  const treesFolder = join(cache, 'trees');
  await openOwnFolder(treesFolder);
  const pointerFile = join(treesFolder, `${specification.name}-${fingerprint(specification)}.json`);
  return { cache, treesFolder, pointerFile };
}

/** Only one process at a time downloads, unpacks or switches. */
export function withShelfLock<T>(
  { cache }: TreeShelf,
  name: string,
  progress: Progress,
  work: () => Promise<T>,
): Promise<T> {
  return withKernelLock(
    join(cache, 'provision.lock'),
    () => progress(`${name}: waiting for another Holdfast process that is preparing packages`),
    work,
  );
}

/**
 * The tree in use, verified as thoroughly as requested; `undefined` if there is none.
 * @throws AppError `unavailable` when it is damaged.
 */
export async function findTree(
  shelf: TreeShelf,
  thoroughness: 'start' | 'whole' = 'start',
): Promise<DebianTree | undefined> {
  const pointer = await readPointer(shelf.pointerFile);
  if (pointer === undefined || !existsSync(join(shelf.treesFolder, pointer.current.folder))) return undefined;
  return openReferencedTree(shelf, pointer.current, thoroughness);
}

/**
 * The tree in use, or its damage. A folder that others can write to is not damage to be repaired here: the user has
 * to look at it.
 */
export async function lookForTree(shelf: TreeShelf): Promise<{ tree?: DebianTree; damage?: string }> {
  try {
    const tree = await findTree(shelf);
    return tree === undefined ? {} : { tree };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'forbidden') throw error;
    return { damage: error.detail };
  }
}

/** @throws AppError `unavailable` when it is damaged. */
export async function openReferencedTree(
  { treesFolder }: TreeShelf,
  { folder, currentAsOf }: TreeReference,
  thoroughness: 'start' | 'whole',
): Promise<DebianTree> {
  if (!/^[\w.-]+$/.test(folder)) throw new AppError('unavailable', `${folder} is not the name of a tree`);
  const root = join(treesFolder, folder);
  return { root, manifest: await verifyManifest(root, thoroughness), currentAsOf: new Date(currentAsOf) };
}
