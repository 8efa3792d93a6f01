import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, describeError } from '../domain/errors.ts';
import { endCommandsWith } from './run-command.ts';
import { removeUnusedTrees } from './tree-cleaning.ts';
import { type DebianOffer, buildTree, currentAsOf, readOffer } from './tree-builder.ts';
import type { TreeManifest } from './tree-manifest.ts';
import { type TreeReference, readPointer, writePointer } from './tree-pointer.ts';
import {
  type DebianTree,
  type Progress,
  type TreeShelf,
  findTree,
  lookForTree,
  openReferencedTree,
  openTreeShelf,
  withShelfLock,
} from './tree-shelf.ts';
import type { TreeSpecification } from './tree-specification.ts';

export interface PackageChange {
  readonly name: string;
  /** Absent for a package that the current tree does not contain. */
  readonly from?: string;
  readonly to: string;
}

/** What Debian has and the current tree lacks. */
export interface News {
  readonly releaseDate: Date;
  readonly changes: readonly PackageChange[];
}

export interface Renewal {
  readonly specification: TreeSpecification;
  /** Rejects when the new tree does not work; the old one then stays in use. */
  readonly tryOut: (tree: DebianTree) => Promise<void>;
  readonly progress: Progress;
  /** Ends what is being downloaded or unpacked; `tryOut` listens to it by itself. */
  readonly signal?: AbortSignal;
}

/** Reads Debian's lists and compares; changes nothing. */
export async function findNews(specification: TreeSpecification, progress: Progress): Promise<News> {
  const shelf = await openTreeShelf(specification);
  return withShelfLock(shelf, specification.name, progress, async () => {
    const offer = await readOffer(specification, shelf, progress);
    return compare(offer, (await findTree(shelf))?.manifest);
  });
}

/**
 * Unpacks newer packages next to the tree in use, tests them, and only then switches. The old tree is kept for a
 * rollback.
 */
export async function renewTree({ specification, tryOut, progress, signal }: Renewal): Promise<News> {
  const { name } = specification;
  const shelf = await openTreeShelf(specification);
  const locked = <T>(work: () => Promise<T>): Promise<T> => withShelfLock(shelf, name, progress, work);

  const { inUse, toKeep, news, candidate } = await endCommandsWith(signal, () =>
    locked(() => prepare(specification, shelf, progress)),
  );
  if (candidate === undefined) return news;
  try {
    await tryOut(await openReferencedTree(shelf, candidate, 'whole'));
    await locked(() => switchTo(shelf, candidate, inUse, toKeep));
  } finally {
    // A full disk or a stray file here does not affect the switch.
    await locked(() => removeUnusedTrees(shelf, name)).catch((error: unknown) =>
      progress(`${name}: what is not used any more could not be removed: ${describeError(error)}`),
    );
  }
  return news;
}

/** Swaps the tree in use and its predecessor. @returns the one now in use. */
export async function goBack(specification: TreeSpecification, progress: Progress): Promise<DebianTree> {
  const shelf = await openTreeShelf(specification);
  return withShelfLock(shelf, specification.name, progress, async () => {
    const pointer = await readPointer(shelf.pointerFile);
    if (pointer?.previous === undefined)
      throw new AppError('not_found', `there is no earlier ${specification.name} to go back to`);
    const tree = await openReferencedTree(shelf, pointer.previous, 'whole');
    await writePointer(shelf.pointerFile, { current: pointer.previous, previous: pointer.current });
    return tree;
  });
}

interface Prepared {
  /** What the pointer named before. */
  readonly inUse: TreeReference | undefined;
  /** The rollback target: the tree in use or, if that is missing or damaged, its predecessor. */
  readonly toKeep: TreeReference | undefined;
  readonly news: News;
  /** Absent when there is nothing newer. */
  readonly candidate?: TreeReference;
}

async function prepare(
  specification: TreeSpecification,
  shelf: TreeShelf,
  progress: Progress,
): Promise<Prepared> {
  const offer = await readOffer(specification, shelf, progress);
  const before = await readPointer(shelf.pointerFile);
  const { tree, damage } = await lookForTree(shelf);
  if (damage !== undefined) progress(`${specification.name}: ${damage}`);
  const news = compare(offer, tree?.manifest);
  const toKeep = tree === undefined ? before?.previous : before?.current;
  const found = { inUse: before?.current, toKeep, news };
  if (before !== undefined && news.changes.length === 0) {
    const current = { ...before.current, currentAsOf: currentAsOf(offer.release, new Date()).toISOString() };
    await writePointer(shelf.pointerFile, { ...before, current });
    return found;
  }
  return { ...found, candidate: await buildTree(specification, shelf, offer, progress) };
}

/**
 * @throws AppError `refused` for lists older than those of the tree in use: an outdated mirror would bring back fixed
 * bugs.
 */
function compare(offer: DebianOffer, inUse: TreeManifest | undefined): News {
  const releaseDate = offer.release.date;
  if (inUse !== undefined && releaseDate < new Date(inUse.releaseDate)) {
    const [offered, used] = [releaseDate.toISOString(), inUse.releaseDate].map((date) => date.slice(0, 10));
    throw new AppError(
      'refused',
      `the mirror's lists are of ${offered}, older than those of the packages in use (${used}); try another mirror`,
    );
  }
  const wanted = inUse?.isWholeClosure === true ? offer.closure : offer.chosen;
  const held = new Map(inUse?.packages.map((one) => [one.name, one]));
  const changes = wanted
    .filter((deb) => held.get(deb.packageName)?.sha256 !== deb.sha256)
    .map(({ packageName: name, version: to }) => {
      const from = held.get(name)?.version;
      return { name, to, ...(from === undefined ? {} : { from }) };
    });
  return { releaseDate, changes };
}

async function switchTo(
  shelf: TreeShelf,
  current: TreeReference,
  inUse: TreeReference | undefined,
  previous: TreeReference | undefined,
): Promise<void> {
  const now = await readPointer(shelf.pointerFile);
  if (now?.current.folder !== inUse?.folder)
    throw new AppError('conflict', 'another update switched in the meantime; nothing was changed');
  // The update of another checkout knows nothing of this one's candidate, and removes trees that nothing refers to.
  if (!existsSync(join(shelf.treesFolder, current.folder)))
    throw new AppError('conflict', 'another update removed what this one unpacked; run it again');
  await writePointer(shelf.pointerFile, {
    current,
    ...(previous === undefined ? {} : { previous }),
  });
}
