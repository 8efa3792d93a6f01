/** Prints, for a shell, how the programs of `make.sh` are started. */
import { join } from 'node:path';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { pocketSphinxSpecification } from '../../src/provision/transcription-program.ts';
import { programOfTree } from '../../src/provision/tree-program.ts';

const say = (line: string): void => console.error(line);
const sphinx = await openDebianTree(pocketSphinxSpecification, say);
const trainer = await openDebianTree(
  {
    name: 'sphinxtrain',
    suite: 'sid',
    packages: ['sphinxtrain'],
    libraries: ['libc6', 'libgcc-s1', 'libpocketsphinx*'],
  },
  say,
);

async function print(name: string, root: string, folder: string): Promise<void> {
  const { command, leadingArgs } = await programOfTree(root, folder);
  console.log(`${name}=(${[command, ...leadingArgs].map((arg) => `'${arg}'`).join(' ')})`);
}

await print('sphinx', sphinx.root, 'usr/bin');
await print('trainer', trainer.root, 'usr/libexec/sphinxtrain');
console.log(`model='${join(sphinx.root, 'usr/share/pocketsphinx/model/en-us')}'`);
