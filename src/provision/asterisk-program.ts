import { existsSync } from 'node:fs';
import { readFile, readdir, symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { openDebianTree } from './debian-tree.ts';
import { runCommand } from './run-command.ts';
import { type RunnableProgram, programOfTree, verifyLibraries } from './tree-program.ts';
import type { DebianTree, Progress } from './tree-shelf.ts';
import type { TreeSpecification } from './tree-specification.ts';

/** An Asterisk installation that can be started. */
export interface AsteriskProgram extends RunnableProgram {
  readonly version: string;
  readonly modulesFolder: string;
  /** `astdatadir`: holds the sounds and hold music. */
  readonly dataFolder: string;
  /** If unpacked from Debian packages: when Debian last had nothing newer. */
  readonly currentAsOf?: Date;
}

/** chan_websocket has the per-call media sockets and media control messages used here since 22.6. */
const minimumVersion = [22, 6] as const;

/**
 * The libraries that the modules in asterisk-config/\*\/modules.conf link to. The packages' full closure is 161 files
 * and 111 MB, mostly for modules that are never loaded; this is 28 files and 47 MB.
 */
const neededLibraries =
  'asterisk-core-sounds-en libbsd0 libc6 libcap2 libcrypt1 libedit2 libgcc-s1 libgsm1 libjansson4 libmd0 libnspr4 ' +
  'libnss3 libopus0 libspeexdsp1 libsqlite3-* libsrtp2-* libssl3* libstdc++6 libsystemd0 libtinfo6 liburiparser1 libuuid1 ' +
  'libxml2* libxslt1* libzstd1 zlib1g';

const asteriskProgram = 'usr/sbin/asterisk';

const configFolder = fileURLToPath(new URL('../../asterisk-config', import.meta.url));

/** The packages in asterisk-config/packages.txt, which Dockerfile.asterisk also reads. */
export async function readPackageList(): Promise<string[]> {
  const text = await readFile(join(configFolder, 'packages.txt'), 'utf8');
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

/** The packages to unpack when no Asterisk is installed. */
export async function asteriskSpecification(): Promise<TreeSpecification> {
  return {
    name: 'asterisk',
    suite: 'sid',
    packages: await readPackageList(),
    libraries: neededLibraries.split(' '),
    program: asteriskProgram,
    verify: verifyAsteriskTree,
  };
}

/** An installed Asterisk if it is new enough, else one unpacked from Debian packages into the user's cache. */
export async function openAsterisk(progress: Progress): Promise<AsteriskProgram> {
  return (await findInstalledAsterisk()) ?? (await openUnpackedAsterisk(progress));
}

export function isRecentEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [minimumMajor, minimumMinor] = minimumVersion;
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor);
}

export async function findInstalledAsterisk(): Promise<AsteriskProgram | undefined> {
  const command = ['/usr/sbin/asterisk', '/usr/local/sbin/asterisk'].find((path) => existsSync(path));
  if (command === undefined) return undefined;
  const result = await runCommand(command, ['-V'], { timeoutMs: 10_000 });
  const version = /Asterisk (\S+)/.exec(result.stdout)?.[1];
  const modulesFolder = await findModulesFolder('/usr');
  const dataFolder = ['/usr/share/asterisk', '/var/lib/asterisk'].find((folder) =>
    existsSync(join(folder, 'sounds/en')),
  );
  if (version === undefined || modulesFolder === undefined || dataFolder === undefined) return undefined;
  return isRecentEnough(version)
    ? { command, leadingArgs: [], version, modulesFolder, dataFolder }
    : undefined;
}

async function openUnpackedAsterisk(progress: Progress): Promise<AsteriskProgram> {
  let tree: DebianTree;
  try {
    tree = await openDebianTree(await asteriskSpecification(), progress);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = `install Asterisk ${minimumVersion.join('.')} or newer, or set ARI_URL`;
    throw new AppError('unavailable', `No Asterisk: ${reason}; ${remedy}`, { cause });
  }
  return asteriskOfTree(tree);
}

/** How to start Asterisk from an unpacked tree. */
export async function asteriskOfTree({ root, manifest, currentAsOf }: DebianTree): Promise<AsteriskProgram> {
  const packageVersion = manifest.packages.find(({ name }) => name === 'asterisk')?.version ?? '';
  return {
    ...(await programOfTree(root, asteriskProgram)),
    version: packageVersion.replace(/^\d+:/, '').replace(/\+.*/, ''),
    modulesFolder: await modulesFolderOf(root),
    dataFolder: join(root, 'usr/share/asterisk'),
    currentAsOf,
  };
}

/** `<usr>/lib/asterisk/modules`, or the same within a multiarch folder. */
async function findModulesFolder(usr: string): Promise<string | undefined> {
  const base = join(usr, 'lib');
  const candidates = ['.', ...(await readdir(base))].map((name) => join(base, name, 'asterisk/modules'));
  return candidates.find((folder) => existsSync(folder));
}

async function modulesFolderOf(root: string): Promise<string> {
  const folder = await findModulesFolder(join(root, 'usr'));
  if (folder === undefined)
    throw new AppError('unavailable', 'the unpacked packages have no Asterisk modules');
  return folder;
}

async function verifyAsteriskTree(root: string): Promise<void> {
  // The sounds package's postinst would create this link, but it does not run here.
  const english = join(root, 'usr/share/asterisk/sounds/en');
  if (!existsSync(english)) await symlink('en_US_f_Allison', english);
  const modulesFolder = await modulesFolderOf(root);
  const modules = await modulesInUse();
  await verifyLibraries(root, [
    join(root, asteriskProgram),
    ...modules.map((module) => join(modulesFolder, module)),
  ]);
}

/** Every module that any of the configurations loads. */
async function modulesInUse(): Promise<string[]> {
  const modules = new Set<string>();
  for (const instance of ['gateway', 'phone-company']) {
    const text = await readFile(join(configFolder, instance, 'modules.conf'), 'utf8');
    for (const match of text.matchAll(/^load = (\S+)/gm)) modules.add(match[1] ?? '');
  }
  return [...modules];
}
