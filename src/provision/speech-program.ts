import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { openDebianTree } from './debian-tree.ts';
import { programOfTree, type RunnableProgram, verifyLibraries } from './tree-program.ts';
import type { Progress } from './tree-shelf.ts';
import type { TreeSpecification } from './tree-specification.ts';

const installedProgram = '/usr/bin/flite';
const programPath = 'usr/bin/flite';

const fliteSpecification: TreeSpecification = {
  name: 'flite',
  suite: 'machine',
  packages: ['flite'],
  libraries: ['libc6', 'libgcc-s1', 'libflite1', 'libasound2*'],
  program: programPath,
  verify: (root) => verifyLibraries(root, [join(root, programPath)]),
};

/**
 * The speech synthesiser flite: the installed one, else Debian's package, unpacked once into the user's cache.
 * @throws AppError `unavailable`
 */
export async function openFlite(progress: Progress): Promise<RunnableProgram> {
  try {
    accessSync(installedProgram, constants.X_OK);
    return { command: installedProgram, leadingArgs: [] };
  } catch {
    const { root } = await openDebianTree(fliteSpecification, progress);
    return programOfTree(root, programPath);
  }
}
