import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { openCacheFolder } from './cache-folder.ts';
import { type DebianMirror, readDebianMirror } from './debian-mirror.ts';
import { withKernelLock } from './kernel-lock.ts';
import { type DebFile, PrivateApt } from './private-apt.ts';
import { runCommandOrThrow } from './run-command.ts';

/** What a tree is made of. Two specifications that differ in anything lead to two trees. */
export interface TreeSpecification {
  readonly name: string;
  /** `sid`, or the machine's own suite. */
  readonly suite: 'sid' | 'machine';
  /** Packages asked for by name. */
  readonly packages: readonly string[];
  /**
   * Which packages of the closure are unpacked besides the named ones, as globs: library names carry ABI suffixes that
   * move (`libxml2-16`), so `libxml2-*` outlives them. `undefined` takes the whole closure; `[]` takes the named only.
   */
  readonly libraries?: readonly string[];
  /** Rejects when the unpacked tree lacks something; the whole closure is then taken instead. */
  readonly verify?: (tree: DebianTree) => Promise<void>;
}

/** Debian packages unpacked into a folder of the user's cache, to be run through the tree's own loader. */
export interface DebianTree {
  readonly root: string;
  /** `package version` of everything in it. */
  readonly contents: readonly string[];
}

interface TreePointer {
  readonly folder: string;
  readonly contents: readonly string[];
}

export type Progress = (line: string) => void;

/** What to do instead, for a machine where Debian packages cannot be unpacked. */
const NEEDS_DEBIAN = 'Debian packages can only be unpacked on Debian with apt and dpkg';

/**
 * Returns the tree of `specification`, downloading and unpacking it first when the cache lacks it. Nothing is fetched
 * for a tree that is there: packages are renewed by deleting the cache folder.
 */
export async function openDebianTree(
  specification: TreeSpecification,
  progress: Progress,
): Promise<DebianTree> {
  const cache = await openCacheFolder();
  const treesFolder = join(cache, 'trees');
  await mkdir(treesFolder, { recursive: true });
  const pointerFile = join(treesFolder, `${specification.name}-${fingerprint(specification)}.json`);
  const present = await readPointer(treesFolder, pointerFile);
  if (present !== undefined) return present;
  return withKernelLock(
    join(cache, 'provision.lock'),
    () => progress(`Waiting for another Holdfast process that is preparing ${specification.name}`),
    async () =>
      (await readPointer(treesFolder, pointerFile)) ??
      (await buildTree(specification, cache, treesFolder, pointerFile, progress)),
  );
}

function fingerprint(specification: TreeSpecification): string {
  const { suite, packages, libraries } = specification;
  const text = JSON.stringify({ suite, packages, libraries, cpu: process.arch });
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

async function readPointer(treesFolder: string, pointerFile: string): Promise<DebianTree | undefined> {
  if (!existsSync(pointerFile)) return undefined;
  const pointer = JSON.parse(await readFile(pointerFile, 'utf8')) as TreePointer;
  const root = join(treesFolder, pointer.folder);
  return existsSync(root) ? { root, contents: pointer.contents } : undefined;
}

async function buildTree(
  specification: TreeSpecification,
  cache: string,
  treesFolder: string,
  pointerFile: string,
  progress: Progress,
): Promise<DebianTree> {
  const { name } = specification;
  const mirror = await readDebianMirror();
  if (mirror === undefined) throw new AppError('unavailable', NEEDS_DEBIAN);
  const suite = specification.suite === 'sid' ? 'sid' : mirror.suite;
  progress(`${name}: reading Debian's package lists (${suite})`);
  const apt = await openApt(cache, mirror, suite);
  const closure = await apt.resolveClosure(specification.packages);
  const chosen = closure.filter((deb) => isChosen(deb, specification));
  const first = await unpack(specification, apt, chosen, cache, treesFolder, progress);
  let tree = first;
  try {
    await specification.verify?.(first);
  } catch (error) {
    if (chosen.length === closure.length) throw error;
    progress(`${name}: a library is missing from the short list; taking everything it depends on`);
    tree = await unpack(specification, apt, closure, cache, treesFolder, progress);
    await specification.verify?.(tree);
  }
  const folder = tree.root.slice(treesFolder.length + 1);
  const pointer: TreePointer = { folder, contents: tree.contents };
  await writeFile(`${pointerFile}.new`, JSON.stringify(pointer, null, 2));
  await rename(`${pointerFile}.new`, pointerFile);
  return tree;
}

async function openApt(cache: string, mirror: DebianMirror, suite: string): Promise<PrivateApt> {
  const apt = await PrivateApt.open(join(cache, 'apt', suite), mirror, suite);
  await apt.update();
  return apt;
}

function isChosen(deb: DebFile, specification: TreeSpecification): boolean {
  const { packages, libraries } = specification;
  if (libraries === undefined || packages.includes(deb.packageName)) return true;
  return libraries.some((glob) => globToRegExp(glob).test(deb.packageName));
}

function globToRegExp(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

async function unpack(
  specification: TreeSpecification,
  apt: PrivateApt,
  debs: readonly DebFile[],
  cache: string,
  treesFolder: string,
  progress: Progress,
): Promise<DebianTree> {
  const { name } = specification;
  const debsFolder = join(cache, 'debs');
  await mkdir(debsFolder, { recursive: true });
  await downloadMissing(name, apt, debs, debsFolder, progress);

  const contents = debs.map((deb) => `${deb.packageName} ${deb.version}`).sort();
  const digest = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 12);
  const root = join(treesFolder, `${name}-${digest}`);
  if (existsSync(root)) return { root, contents };
  progress(`${name}: unpacking ${debs.length} packages`);
  await removeAbandoned(treesFolder, name);
  const building = await mkdtemp(join(treesFolder, `.building-${name}-`));
  try {
    for (const deb of debs) {
      await runCommandOrThrow('dpkg-deb', ['-x', join(debsFolder, deb.fileName), building]);
    }
    await rename(building, root);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw error;
  }
  return { root, contents };
}

/** A process that was killed while unpacking leaves its folder; the lock says that nobody is at work in it. */
async function removeAbandoned(treesFolder: string, name: string): Promise<void> {
  for (const entry of await readdir(treesFolder)) {
    if (entry.startsWith(`.building-${name}-`)) {
      await rm(join(treesFolder, entry), { recursive: true, force: true });
    }
  }
}

async function downloadMissing(
  name: string,
  apt: PrivateApt,
  debs: readonly DebFile[],
  debsFolder: string,
  progress: Progress,
): Promise<void> {
  const missing: DebFile[] = [];
  for (const deb of debs) {
    const onDisk = await stat(join(debsFolder, deb.fileName)).catch(() => undefined);
    if (onDisk?.size !== deb.sizeBytes) missing.push(deb);
  }
  if (missing.length === 0) return;
  const megabytes = (missing.reduce((sum, deb) => sum + deb.sizeBytes, 0) / 1e6).toFixed(0);
  progress(`${name}: downloading ${missing.length} packages (${megabytes} MB)`);
  const step = Math.max(1, Math.ceil(missing.length / 5));
  await apt.download(missing, debsFolder, (count) => {
    if (count % step === 0) progress(`${name}: ${count} of ${missing.length} packages`);
  });
}
