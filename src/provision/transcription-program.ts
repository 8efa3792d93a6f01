import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { openDebianTree } from './debian-tree.ts';
import { programOfTree, type RunnableProgram, verifyLibraries } from './tree-program.ts';
import type { Progress } from './tree-shelf.ts';
import type { TreeSpecification } from './tree-specification.ts';

/** PocketSphinx and its English model. */
export interface PocketSphinxProgram extends RunnableProgram {
  /** Contains `en-us` and `cmudict-en-us.dict`. */
  readonly modelFolder: string;
}

const programPath = 'usr/bin/pocketsphinx';
const modelPath = 'usr/share/pocketsphinx/model/en-us';

/** From `sid`: the older version in Debian's stable suites has no program that reads from a pipe. */
export const pocketSphinxSpecification: TreeSpecification = {
  name: 'pocketsphinx',
  suite: 'sid',
  packages: ['pocketsphinx', 'pocketsphinx-en-us'],
  libraries: ['libc6', 'libgcc-s1', 'libpocketsphinx*'],
  program: programPath,
  verify: (root) => verifyLibraries(root, [join(root, programPath)]),
};

/** The installed one, else Debian's packages (25 MB), unpacked once into the user's cache. @throws AppError `unavailable` */
export async function openPocketSphinx(progress: Progress): Promise<PocketSphinxProgram> {
  try {
    accessSync(`/${programPath}`, constants.X_OK);
    accessSync(`/${modelPath}/cmudict-en-us.dict`);
    return { command: `/${programPath}`, leadingArgs: [], modelFolder: `/${modelPath}` };
  } catch {
    const { root } = await openDebianTree(pocketSphinxSpecification, progress);
    return { ...(await programOfTree(root, programPath)), modelFolder: join(root, modelPath) };
  }
}
