import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../src/domain/errors.ts';
import { openDebianTree } from '../src/provision/debian-tree.ts';
import { type RunnableProgram, programOfTree, verifyLibraries } from '../src/provision/tree-program.ts';
import type { Progress } from '../src/provision/tree-shelf.ts';
import type { TreeSpecification } from '../src/provision/tree-specification.ts';

/** baresip and the folder of its modules. */
export interface BaresipProgram extends RunnableProgram {
  readonly modulesFolder: string;
}

const baresipLibraries = ['libc6', 'libgcc-s1', 'libre0*', 'librem0*', 'libssl3*', 'zlib1g', 'libsndfile1'];
/** Codec libraries that libsndfile links to. */
const sndfileLibraries = ['libflac*', 'libogg0', 'libvorbis*', 'libopus0', 'libmp3lame0', 'libmpg123-0*'];

/** The modules that the demo phone and the test phones load. */
const baresipModules = ['g711', 'aufile', 'aubridge', 'sndfile', 'srtp', 'account', 'menu', 'ctrl_tcp'];

export const baresipSpecification: TreeSpecification = {
  name: 'baresip',
  suite: 'machine',
  packages: ['baresip-core', 'libsndfile1'],
  libraries: [...baresipLibraries, ...sndfileLibraries],
  program: 'usr/bin/baresip',
  verify: async (root) => {
    const modules = await findBaresipModules(root);
    const files = baresipModules.map((name) => join(modules, `${name}.so`));
    await verifyLibraries(root, [join(root, 'usr/bin/baresip'), ...files]);
  },
};

export const sippSpecification: TreeSpecification = {
  name: 'sipp',
  suite: 'machine',
  packages: ['sip-tester'],
  program: 'usr/bin/sipp',
  verify: (root) => verifyLibraries(root, [join(root, 'usr/bin/sipp')]),
};

/** baresip, a command-line SIP phone, from the machine's Debian suite. */
export async function openBaresip(progress: Progress): Promise<BaresipProgram> {
  const { root } = await openDebianTree(baresipSpecification, progress);
  const program = await programOfTree(root, 'usr/bin/baresip');
  return { ...program, modulesFolder: await findBaresipModules(root) };
}

async function findBaresipModules(root: string): Promise<string> {
  const base = join(root, 'usr/lib');
  const candidates = ['.', ...(await readdir(base))].map((name) => join(base, name, 'baresip/modules'));
  const found = candidates.find((folder) => existsSync(folder));
  if (found === undefined) throw new AppError('unavailable', 'the unpacked packages have no baresip modules');
  return found;
}

/** sipp, which plays SIP scenarios, from the machine's Debian suite. */
export async function openSipp(progress: Progress): Promise<RunnableProgram> {
  const { root } = await openDebianTree(sippSpecification, progress);
  return programOfTree(root, 'usr/bin/sipp');
}
