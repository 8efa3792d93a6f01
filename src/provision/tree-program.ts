import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { runCommand } from './run-command.ts';

/** A program and the arguments that go before its own. */
export interface RunnableProgram {
  readonly command: string;
  readonly leadingArgs: readonly string[];
}

/**
 * The tree's shared library folders, e.g. `usr/lib/x86_64-linux-gnu`, and their private subfolders: programs name
 * such a subfolder by its absolute path (`libpulse0` does), which leads out of the tree.
 */
export async function libraryFolders(root: string): Promise<string[]> {
  const bases = await Promise.all(['usr/lib', 'lib'].map((base) => foldersIn(join(root, base))));
  const shared = bases.flat().filter((folder) => basename(folder).includes('-linux-gnu'));
  const within = (await Promise.all(shared.map(foldersIn))).flat();
  const holdLibraries = await Promise.all(within.map(holdsLibraries));
  return [...shared, ...within.filter((_, index) => holdLibraries[index])];
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

async function holdsLibraries(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => /^lib.+\.so(\.\d+)*$/.test(name));
}

/** The path of the tree's dynamic loader. */
export async function findLoader(root: string): Promise<string> {
  for (const folder of await libraryFolders(root)) {
    const loader = (await readdir(folder)).find((name) => /^ld-linux.*\.so\.\d+$/.test(name));
    if (loader !== undefined) return join(folder, loader);
  }
  throw new AppError('unavailable', 'the unpacked packages have no dynamic loader (libc6 is missing)');
}

/**
 * How to start a program of the tree: through the tree's own loader, because its C library is newer than the
 * machine's and a folder has no `/lib64`. `--inhibit-cache` excludes the machine's libraries of the same name.
 */
export async function programOfTree(root: string, path: string): Promise<RunnableProgram> {
  const folders = await libraryFolders(root);
  return {
    command: await findLoader(root),
    leadingArgs: ['--inhibit-cache', '--library-path', folders.join(':'), join(root, path)],
  };
}

/** Rejects when a file needs a shared library that is not in the tree. */
export async function verifyLibraries(root: string, files: readonly string[]): Promise<void> {
  const folders = await libraryFolders(root);
  const loader = await findLoader(root);
  for (const file of files) {
    if (!existsSync(file)) throw new AppError('unavailable', `${file} is missing`);
    const args = ['--inhibit-cache', '--library-path', folders.join(':'), '--list', file];
    const { stdout, exitCode } = await runCommand(loader, args, { timeoutMs: 20_000 });
    const stray = stdout
      .split('\n')
      .map((line) => /^\s*(\S+) => (.+?)(?: \(0x[0-9a-f]+\))?$/.exec(line))
      .find((match) => match?.[2] !== undefined && !match[2].startsWith(root));
    if (exitCode !== 0 || stray) {
      throw new AppError(
        'unavailable',
        `${file} needs ${stray?.[1] ?? 'a library'}, which the packages lack`,
      );
    }
  }
}
