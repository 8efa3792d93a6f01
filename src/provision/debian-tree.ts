import { AppError, describeError } from '../domain/errors.ts';
import { buildTree, readOffer } from './tree-builder.ts';
import { readPointer, writePointer } from './tree-pointer.ts';
import {
  type DebianTree,
  type Progress,
  type TreeShelf,
  lookForTree,
  openReferencedTree,
  openTreeShelf,
  withShelfLock,
} from './tree-shelf.ts';
import type { TreeSpecification } from './tree-specification.ts';

/**
 * Returns the tree of `specification`, downloading and unpacking it if the cache has none or a damaged one. An intact
 * tree is never refetched: `npm run update` renews it.
 */
export async function openDebianTree(
  specification: TreeSpecification,
  progress: Progress,
): Promise<DebianTree> {
  const { name } = specification;
  const shelf = await openTreeShelf(specification);
  const { tree } = await lookForTree(shelf);
  if (tree !== undefined) return tree;
  return withShelfLock(shelf, name, progress, async () => {
    const { tree: meanwhile, damage } = await lookForTree(shelf);
    if (meanwhile !== undefined) return meanwhile;
    if (damage === undefined) return unpackFirst(specification, shelf, progress);
    progress(`${name}: ${damage}; unpacking it anew`);
    return unpackFirst(specification, shelf, progress).catch((cause: unknown) => {
      throw new AppError('unavailable', `${damage}, and ${describeError(cause)}`, { cause });
    });
  });
}

async function unpackFirst(
  specification: TreeSpecification,
  shelf: TreeShelf,
  progress: Progress,
): Promise<DebianTree> {
  const offer = await readOffer(specification, shelf, progress);
  const current = await buildTree(specification, shelf, offer, progress);
  const previous = (await readPointer(shelf.pointerFile))?.previous;
  await writePointer(shelf.pointerFile, { current, ...(previous === undefined ? {} : { previous }) });
  return openReferencedTree(shelf, current, 'start');
}
