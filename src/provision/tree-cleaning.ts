import { readFileSync, readdirSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeShelf } from './tree-shelf.ts';
import { readManifest } from './tree-manifest.ts';

/**
 * Removes the trees of this name that no pointer refers to and no process runs from, and the package files that belong to no tree. The tree
 * in use and its predecessor stay. The caller holds the shelf's lock.
 */
export async function removeUnusedTrees({ cache, treesFolder }: TreeShelf, name: string): Promise<void> {
  const entries = await readdir(treesFolder);
  const trees = entries.filter((entry) => new RegExp(`^${name}-[0-9a-f]{12}$`).test(entry));
  const named = await namedTrees(treesFolder, entries);
  for (const tree of trees) {
    const root = join(treesFolder, tree);
    if (named.has(tree) || isRunFrom(root)) continue;
    await rm(root, { recursive: true, force: true });
  }
  await removeUnusedPackages(join(cache, 'debs'), treesFolder);
}

/** The trees named by any checkout of the project that uses this cache: each has its own pointers. */
async function namedTrees(treesFolder: string, entries: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const file of entries.filter((entry) => entry.endsWith('.json'))) {
    const text = await readFile(join(treesFolder, file), 'utf8');
    for (const [, folder = ''] of text.matchAll(/"folder":\s*"([^"]+)"/g)) named.add(folder);
  }
  return named;
}

/** A service not restarted since the last update runs from an older tree. */
function isRunFrom(root: string): boolean {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .some((pid) => commandLine(pid).includes(`${root}/`));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it ended in the meantime
  }
}

async function removeUnusedPackages(debsFolder: string, treesFolder: string): Promise<void> {
  const used = new Set<string>();
  for (const tree of await readdir(treesFolder)) {
    if (!/-[0-9a-f]{12}$/.test(tree)) continue;
    const manifest = await readManifest(join(treesFolder, tree)).catch(() => undefined);
    for (const { name, version, architecture } of manifest?.packages ?? [])
      used.add(`${name}_${version.replaceAll(':', '%3a')}_${architecture}.deb`);
  }
  for (const file of await readdir(debsFolder)) {
    if (!used.has(file)) await rm(join(debsFolder, file), { recursive: true, force: true });
  }
}
