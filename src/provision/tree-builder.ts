import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { readDebianMirror } from './debian-mirror.ts';
import { openOwnFolder } from './own-folder.ts';
import { obtainPackageFiles } from './package-files.ts';
import { type DebFile, PrivateApt, type ReleaseDates } from './private-apt.ts';
import { runCommandOrThrow } from './run-command.ts';
import { type PackageRecord, verifyManifest, writeManifest } from './tree-manifest.ts';
import { findLoader } from './tree-program.ts';
import type { TreeReference } from './tree-pointer.ts';
import type { Progress, TreeShelf } from './tree-shelf.ts';
import { type TreeSpecification, isChosen } from './tree-specification.ts';

/** What Debian currently offers for a specification. */
export interface DebianOffer {
  readonly apt: PrivateApt;
  readonly suite: string;
  readonly release: ReleaseDates;
  /** The named packages and all their dependencies. */
  readonly closure: readonly DebFile[];
  /** The subset that the specification selects. */
  readonly chosen: readonly DebFile[];
}

/** The error on machines that cannot unpack Debian packages. */
const needsDebian = 'Debian packages can only be unpacked on Debian with apt and dpkg';

/** Reads the package lists. The caller holds the shelf's lock. */
export async function readOffer(
  specification: TreeSpecification,
  { cache }: TreeShelf,
  progress: Progress,
): Promise<DebianOffer> {
  const mirror = await readDebianMirror();
  if (mirror === undefined) throw new AppError('unavailable', needsDebian);
  const suite = specification.suite === 'sid' ? 'sid' : mirror.suite;
  progress(`${specification.name}: reading Debian's package lists (${suite})`);
  const folder = join(cache, 'apt', suite);
  await openOwnFolder(join(cache, 'apt'));
  await openOwnFolder(folder);
  const apt = await PrivateApt.open(folder, mirror, suite);
  await apt.update();
  const closure = await apt.resolveClosure(specification.packages);
  const chosen = closure.filter((deb) => isChosen(deb.packageName, specification));
  return { apt, suite, release: await apt.releaseDates(), closure, chosen };
}

/**
 * The time up to which Debian is known to have offered nothing newer: now or, if an expired Release file is accepted, that file's date,
 * since nothing is known about later.
 */
export function currentAsOf({ date, validUntil }: ReleaseDates, now: Date): Date {
  return validUntil !== undefined && validUntil < now ? date : now;
}

/** Unpacks the offer next to the existing trees without switching to it. The caller holds the shelf's lock. */
export async function buildTree(
  specification: TreeSpecification,
  shelf: TreeShelf,
  offer: DebianOffer,
  progress: Progress,
): Promise<TreeReference> {
  const { name } = specification;
  const { chosen, closure } = offer;
  const short = await unpack(specification, shelf, offer, chosen, progress);
  if (!('lacks' in short)) return short;
  if (chosen.length === closure.length) throw short.lacks;
  progress(`${name}: a library is missing from the short list; taking everything it depends on`);
  const whole = await unpack(specification, shelf, offer, closure, progress);
  if ('lacks' in whole) throw whole.lacks;
  return whole;
}

/** @returns what the unpacked program lacks, when the packages are authentic but not sufficient. */
async function unpack(
  specification: TreeSpecification,
  { cache, treesFolder }: TreeShelf,
  { apt, suite, release, closure }: DebianOffer,
  debs: readonly DebFile[],
  progress: Progress,
): Promise<TreeReference | { lacks: AppError }> {
  const { name } = specification;
  const reference = {
    folder: `${name}-${digestOf(debs)}`,
    currentAsOf: currentAsOf(release, new Date()).toISOString(),
  };
  const root = join(treesFolder, reference.folder);
  if (existsSync(root) && (await isWhole(root))) return reference;

  const debsFolder = join(cache, 'debs');
  await openOwnFolder(debsFolder);
  await obtainPackageFiles(name, apt, debs, debsFolder, progress);
  progress(`${name}: unpacking ${debs.length} packages`);
  await removeAbandoned(treesFolder, name);
  const building = await mkdtemp(join(treesFolder, `.building-${name}-`));
  try {
    for (const deb of debs)
      await runCommandOrThrow('dpkg-deb', ['-x', join(debsFolder, deb.fileName), building]);
    const lacks = await findLack(specification, building);
    if (lacks !== undefined) {
      await rm(building, { recursive: true, force: true });
      return { lacks };
    }
    await writeManifest(building, {
      suite,
      releaseDate: release.date.toISOString(),
      unpackedAt: new Date().toISOString(),
      isWholeClosure: debs.length === closure.length,
      packages: debs.map(recordOf),
      programs: await programsOf(specification, building),
    });
    await replaceFolder(building, root);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw error;
  }
  return reference;
}

async function findLack({ verify }: TreeSpecification, root: string): Promise<AppError | undefined> {
  try {
    await verify?.(root);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function recordOf({ packageName, version, architecture, sha256 }: DebFile): PackageRecord {
  return { name: packageName, version, architecture, sha256 };
}

function digestOf(debs: readonly DebFile[]): string {
  const lines = debs.map((deb) => `${deb.packageName} ${deb.version} ${deb.sha256}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

async function isWhole(root: string): Promise<boolean> {
  return verifyManifest(root, 'whole').then(
    () => true,
    () => false,
  );
}

async function programsOf({ program }: TreeSpecification, root: string): Promise<string[]> {
  if (program === undefined) return [];
  const loader = await findLoader(root);
  return [program, loader.slice(root.length + 1)];
}

/** Moves aside a damaged folder of this name; a process still running from it keeps its open files. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const aside = join(to, '..', `.building-${basename(to)}-damaged`);
  if (existsSync(to)) await rename(to, aside);
  await rename(from, to);
  await rm(aside, { recursive: true, force: true });
}

/** A process killed while unpacking leaves its folder behind; holding the lock proves that nobody is using it. */
async function removeAbandoned(treesFolder: string, name: string): Promise<void> {
  for (const entry of await readdir(treesFolder)) {
    if (entry.startsWith(`.building-${name}-`)) {
      await rm(join(treesFolder, entry), { recursive: true, force: true });
    }
  }
}
