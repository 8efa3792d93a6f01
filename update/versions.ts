import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { voicesSpecification } from '../rig/phone-company/voices.ts';
import { baresipSpecification, sippSpecification } from '../rig/sip-programs.ts';
import { describeError } from '../src/domain/errors.ts';
import { asteriskSpecification, findInstalledAsterisk } from '../src/provision/asterisk-program.ts';
import { runCommand } from '../src/provision/run-command.ts';
import { findTree, openTreeShelf } from '../src/provision/tree-shelf.ts';
import type { TreeSpecification } from '../src/provision/tree-specification.ts';

const projectFolder = resolve(import.meta.dirname, '..');

/**
 * Everything this machine runs the project with, one line each; the last is a digest of the others, so that two
 * machines can be compared by one line. Lines beginning with `#` give the date and are not part of it.
 */
export async function listVersions(): Promise<string[]> {
  const facts = [
    `commit ${await readCommit()}`,
    `node ${process.version} ${process.platform} ${process.arch}`,
    `npm-lock sha256:${digest(await readFile(join(projectFolder, 'package-lock.json')))}`,
  ];
  const installed = await findInstalledAsterisk();
  if (installed === undefined) facts.push(...(await listPackages(await asteriskSpecification())));
  else facts.push(`asterisk ${installed.version} installed at ${installed.command}`);
  for (const specification of [voicesSpecification, baresipSpecification, sippSpecification])
    facts.push(...(await listPackages(specification)));
  const counted = facts.filter((line) => !line.startsWith('#'));
  return [...facts, `digest sha256:${digest(counted.join('\n'))}`];
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function readCommit(): Promise<string> {
  const git = (...args: string[]): Promise<string | undefined> =>
    runCommand('git', ['-C', projectFolder, ...args]).then(
      ({ exitCode, stdout }) => (exitCode === 0 ? stdout.trim() : undefined),
      () => undefined, // not a git checkout
    );
  const commit = await git('rev-parse', 'HEAD');
  if (commit === undefined) return 'unknown';
  return (await git('status', '--porcelain')) === '' ? commit : `${commit} with changes`;
}

async function listPackages(specification: TreeSpecification): Promise<string[]> {
  const { name } = specification;
  try {
    const tree = await findTree(await openTreeShelf(specification), 'whole');
    if (tree === undefined) return [`${name}: not unpacked`];
    const { manifest, currentAsOf } = tree;
    const { suite, releaseDate, unpackedAt, packages } = manifest;
    return [
      `# ${name}: Debian ${suite} of ${releaseDate}, unpacked ${unpackedAt}, current as of ${currentAsOf.toISOString()}`,
      ...packages
        .map((one) => `${name}: ${one.name} ${one.version} ${one.architecture} sha256:${one.sha256}`)
        .sort(),
    ];
  } catch (error) {
    return [`${name}: damaged: ${describeError(error)}`];
  }
}
