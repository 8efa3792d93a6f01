import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import { aptEnvironment } from './child-environment.ts';
import {
  type ReleaseValidity,
  dateOptions,
  mayReleaseBeStale,
  readDateSettings,
  readSourceOptions,
} from './release-validity.ts';
import { runCommand } from './run-command.ts';

/** The machine's Debian mirror, as configured in apt. */
export interface DebianMirror {
  readonly uri: string;
  /** Code name of the machine's own suite, e.g. `bookworm`. */
  readonly suite: string;
  /** The keyring that must have signed the Release file; undefined: apt's trusted keys. */
  readonly keyring: string | undefined;
  readonly validity: ReleaseValidity;
  /** Debian's name of the machine's architecture, e.g. `amd64`. */
  readonly architecture: string;
}

const archiveKeyrings = [
  '/usr/share/keyrings/debian-archive-keyring.gpg',
  '/usr/share/keyrings/debian-archive-keyring.pgp',
];

/** A repository and the apt sources file that names it. */
export interface MirrorEntry {
  readonly uri: string;
  readonly sourceFile: string | undefined;
}

/** Fields of one paragraph of `apt-get indextargets` (deb822, without continuation lines). */
function parseParagraph(paragraph: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of paragraph.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return fields;
}

/**
 * Finds Debian's own repository among the apt sources. `Origin` is known only after an `apt-get update`, so on a
 * machine without package lists it is recognised by the suite's code name and the component `main`.
 */
export function findMirror(indexTargets: string, suite: string): MirrorEntry | undefined {
  const candidates = indexTargets
    .split('\n\n')
    .map(parseParagraph)
    .filter((target) => target.get('Created-By') === 'Packages' && target.get('Component') === 'main')
    .filter((target) => target.get('Release') === suite || target.get('Codename') === suite)
    .filter((target) => (target.get('Origin') ?? 'Debian') === 'Debian')
    .filter((target) => target.has('Repo-URI'));
  const known = candidates.find((target) => target.get('Origin') === 'Debian');
  const chosen = known ?? candidates[0];
  const uri = chosen?.get('Repo-URI');
  if (uri === undefined) return undefined;
  // `/etc/apt/sources.list.d/debian.sources:1`
  return { uri, sourceFile: chosen?.get('Sourcesentry')?.replace(/:\d+$/, '') };
}

/** Reads the machine's Debian mirror; `undefined` when this is not a Debian machine or it has no apt. */
export async function readDebianMirror(): Promise<DebianMirror | undefined> {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isDebian = /^ID="?debian"?$/m.test(osRelease);
  const suite = /^VERSION_CODENAME="?([a-z]+)"?$/m.exec(osRelease)?.[1];
  if (!isDebian || suite === undefined) return undefined;
  try {
    const architecture = (await ask('dpkg', '--print-architecture')).trim();
    const mirror = findMirror(await ask('apt-get', 'indextargets'), suite);
    if (mirror === undefined || architecture === '') return undefined;
    const options = await optionsOf(mirror, suite);
    return {
      uri: mirror.uri,
      suite,
      architecture,
      keyring: chooseKeyring(options.get('signed-by')),
      validity: await readValidity(options),
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function ask(program: string, argument: string): Promise<string> {
  return (await runCommand(program, [argument], { env: aptEnvironment() })).stdout;
}

async function optionsOf(mirror: MirrorEntry, suite: string): Promise<ReadonlyMap<string, string>> {
  const { sourceFile, uri } = mirror;
  const text =
    sourceFile === undefined ? undefined : await readFile(sourceFile, 'utf8').catch(() => undefined);
  if (sourceFile === undefined || text === undefined) return new Map();
  return readSourceOptions(sourceFile, text, uri, suite);
}

/**
 * A mirror that is signed by an organisation is trusted with that key only. Any of Debian's keyrings stands for the one of the whole
 * archive: those of a single suite lack the keys of `sid`.
 */
function chooseKeyring(signedBy: string | undefined): string | undefined {
  const isOwn = signedBy?.startsWith('/') && !signedBy.startsWith('/usr/share/keyrings/debian-archive-');
  return isOwn ? signedBy : archiveKeyrings.find((path) => existsSync(path));
}

async function readValidity(options: ReadonlyMap<string, string>): Promise<ReleaseValidity> {
  const settings = readDateSettings(await ask('apt-config', 'dump'));
  const sourceOptions = dateOptions(options);
  if (!mayReleaseBeStale(process.env)) return { settings, sourceOptions };
  return {
    settings: [...settings, 'Acquire::Check-Valid-Until "false";'],
    sourceOptions: sourceOptions.filter((option) => !option.startsWith('check-valid-until=')),
  };
}
