import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import { runCommand } from './run-command.ts';

/** Where this machine gets Debian packages from, as its own apt is configured. */
export interface DebianMirror {
  readonly uri: string;
  /** Code name of the machine's own suite, e.g. `bookworm`. */
  readonly suite: string;
  /** The keyring that signs Debian's archive; undefined leaves the choice to apt's trusted keys. */
  readonly keyring: string | undefined;
  /** Debian's name of the machine's architecture, e.g. `amd64`. */
  readonly architecture: string;
}

const ARCHIVE_KEYRINGS = [
  '/usr/share/keyrings/debian-archive-keyring.gpg',
  '/usr/share/keyrings/debian-archive-keyring.pgp',
];

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
 * Finds Debian's own repository among the apt sources. `Origin` is known only after an `apt-get update`, so a machine
 * whose package lists were removed is recognised by the suite that bears its code name and the component `main`.
 */
export function findMirrorUri(indexTargets: string, suite: string): string | undefined {
  const candidates = indexTargets
    .split('\n\n')
    .map(parseParagraph)
    .filter((target) => target.get('Created-By') === 'Packages' && target.get('Component') === 'main')
    .filter((target) => target.get('Release') === suite || target.get('Codename') === suite)
    .filter((target) => (target.get('Origin') ?? 'Debian') === 'Debian')
    .filter((target) => target.has('Repo-URI'));
  const known = candidates.find((target) => target.get('Origin') === 'Debian');
  return (known ?? candidates[0])?.get('Repo-URI');
}

/** Reads the machine's Debian mirror; `undefined` when this is not a Debian machine or it has no apt. */
export async function readDebianMirror(): Promise<DebianMirror | undefined> {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isDebian = /^ID="?debian"?$/m.test(osRelease);
  const suite = /^VERSION_CODENAME="?([a-z]+)"?$/m.exec(osRelease)?.[1];
  if (!isDebian || suite === undefined) return undefined;
  try {
    const architecture = (await runCommand('dpkg', ['--print-architecture'])).stdout.trim();
    const uri = findMirrorUri((await runCommand('apt-get', ['indextargets'])).stdout, suite);
    if (uri === undefined || architecture === '') return undefined;
    return { uri, suite, architecture, keyring: ARCHIVE_KEYRINGS.find((path) => existsSync(path)) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
