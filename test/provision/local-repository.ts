import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCleartextMessage, generateKey, sign } from 'openpgp';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import type { TreeSpecification } from '../../src/provision/tree-specification.ts';

const hourMs = 3_600_000;
const osRelease = await readFile('/etc/os-release', 'utf8');
const suite = /^VERSION_CODENAME="?([a-z]+)"?$/m.exec(osRelease)?.[1] ?? '';
const architecture = (await runCommandOrThrow('dpkg', ['--print-architecture'])).trim();
const key = await generateKey({ userIDs: [{ name: 'Test archive' }], format: 'object' });

/** One package of the repository: its version and what its program says. */
export interface TestPackage {
  readonly name: string;
  readonly version: string;
  readonly content: string;
}

export interface ReleaseOptions {
  readonly date?: Date;
  readonly validUntil?: Date;
}

/** What is unpacked in these tests: one package with a program and a "loader", neither of which is ever started. */
export const toolSpecification: TreeSpecification = {
  name: 'tool',
  suite: 'machine',
  packages: ['tool'],
  libraries: [],
  program: 'usr/bin/tool',
};

export const loaderPath = 'usr/lib/any-linux-gnu/ld-linux-any.so.2';

export const inHours = (hours: number): Date => new Date(Date.now() + hours * hourMs);

/**
 * A signed Debian repository in a folder, a machine whose apt is set to it alone, and a cache of its own: what the
 * machine's own apt and this user's cache hold is neither read nor changed.
 */
export class LocalRepository {
  readonly cache: string;
  readonly #folder: string;
  /** Other tests run in this process. */
  readonly #environment = {
    APT_CONFIG: process.env['APT_CONFIG'],
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
  };

  private constructor(folder: string) {
    this.#folder = folder;
    this.cache = join(folder, 'cache/holdfast');
  }

  static async open(): Promise<LocalRepository> {
    const repository = new LocalRepository(await mkdtemp(join(tmpdir(), 'hf-repo-')));
    await mkdir(repository.#distFolder, { recursive: true });
    await mkdir(join(repository.#folder, 'cache'));
    for (const folder of ['state/lists/partial', 'machine-cache/archives/partial', 'apt.conf.d'])
      await mkdir(join(repository.#folder, folder), { recursive: true });
    await writeFile(join(repository.#folder, 'key.asc'), key.publicKey.armor());
    await repository.setApt();
    process.env['APT_CONFIG'] = join(repository.#folder, 'apt.conf');
    process.env['XDG_CACHE_HOME'] = join(repository.#folder, 'cache');
    return repository;
  }

  /** How the machine's apt is set: lines of apt.conf, options of the sources entry. */
  async setApt(settings: readonly string[] = [], options: readonly string[] = []): Promise<void> {
    const sources = join(this.#folder, 'sources.list');
    const lines = [
      'Dir::Etc::main "/dev/null";',
      `Dir::Etc::parts "${join(this.#folder, 'apt.conf.d')}";`,
      `Dir::Etc::sourcelist "${sources}";`,
      'Dir::Etc::sourceparts "-";',
      `Dir::State "${join(this.#folder, 'state')}";`,
      `Dir::Cache "${join(this.#folder, 'machine-cache')}";`,
      'APT::Sandbox::User "";',
      ...settings,
    ];
    await writeFile(join(this.#folder, 'apt.conf'), `${lines.join('\n')}\n`);
    const bracket = [`signed-by=${join(this.#folder, 'key.asc')}`, ...options].join(' ');
    await writeFile(sources, `deb [${bracket}] file:${this.#archive}/ ${suite} main\n`);
  }

  /** Publishes these packages and no others; the signed files are as a real archive's. */
  async publish(packages: readonly TestPackage[], release: ReleaseOptions = {}): Promise<void> {
    await rm(join(this.#archive, 'pool'), { recursive: true, force: true });
    const stanzas: string[] = [];
    for (const one of packages) stanzas.push(await this.#buildPackage(one));
    const index = stanzas.join('\n');
    await mkdir(dirname(this.#indexFile), { recursive: true });
    await writeFile(this.#indexFile, index);
    await this.#signRelease(index, release);
    // The machine has read its lists at some time; what it makes of dates is another matter.
    const lenient = ['Check-Valid-Until', 'Check-Date'].flatMap((name) => ['-o', `Acquire::${name}=false`]);
    await runCommandOrThrow('apt-get', ['update', '-q', ...lenient]);
  }

  /** A package file as the mirror would serve it after somebody changed it: same size, other bytes. */
  async tamperWithPool(): Promise<void> {
    const pool = join(this.#archive, 'pool');
    for (const file of await readdir(pool)) await changeLastByte(join(pool, file));
  }

  /** Takes the key away that the machine's apt trusts and puts another in its place. */
  async trustAnotherKey(): Promise<void> {
    const other = await generateKey({ userIDs: [{ name: 'Somebody else' }], format: 'object' });
    await writeFile(join(this.#folder, 'key.asc'), other.publicKey.armor());
  }

  async close(): Promise<void> {
    for (const [name, value] of Object.entries(this.#environment))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #archive(): string {
    return join(this.#folder, 'archive');
  }

  get #distFolder(): string {
    return join(this.#archive, 'dists', suite);
  }

  get #indexFile(): string {
    return join(this.#distFolder, `main/binary-${architecture}/Packages`);
  }

  async #buildPackage({ name, version, content }: TestPackage): Promise<string> {
    const source = join(this.#folder, 'source');
    await rm(source, { recursive: true, force: true });
    await mkdir(join(source, 'DEBIAN'), { recursive: true });
    await mkdir(join(source, 'usr/bin'), { recursive: true });
    await mkdir(dirname(join(source, loaderPath)), { recursive: true });
    await writeFile(join(source, loaderPath), 'loader');
    const control = [
      `Package: ${name}`,
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      'Maintainer: Test <test@example.net>',
      'Description: for a test',
    ];
    await writeFile(join(source, 'DEBIAN/control'), `${control.join('\n')}\n`);
    await writeFile(join(source, 'usr/bin', name), content, { mode: 0o755 });
    const path = `pool/${name}_${version}_${architecture}.deb`;
    const file = join(this.#archive, path);
    await mkdir(dirname(file), { recursive: true });
    await runCommandOrThrow('dpkg-deb', ['--root-owner-group', '--build', source, file]);
    const bytes = await readFile(file);
    return `${[...control, `Filename: ${path}`, `Size: ${bytes.length}`, `SHA256: ${sha256(bytes)}`].join('\n')}\n`;
  }

  async #signRelease(index: string, { date = new Date(), validUntil }: ReleaseOptions): Promise<void> {
    const rfc1123 = (when: Date): string => when.toUTCString().replace('GMT', 'UTC');
    const lines = [
      'Origin: Debian',
      `Codename: ${suite}`,
      `Date: ${rfc1123(date)}`,
      ...(validUntil === undefined ? [] : [`Valid-Until: ${rfc1123(validUntil)}`]),
      `Architectures: ${architecture}`,
      'Components: main',
      'SHA256:',
      ` ${sha256(index)} ${Buffer.byteLength(index)} main/binary-${architecture}/Packages`,
    ];
    const message = await createCleartextMessage({ text: `${lines.join('\n')}\n` });
    const signed = await sign({ message, signingKeys: key.privateKey });
    await writeFile(join(this.#distFolder, 'InRelease'), signed.replaceAll('\r\n', '\n'));
  }
}

/** Same size, other bytes. */
export async function changeLastByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(file, bytes);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Opens a repository for `work` and removes it, whatever happens. */
export async function withRepository(work: (repository: LocalRepository) => Promise<void>): Promise<void> {
  const repository = await LocalRepository.open();
  try {
    await work(repository);
  } finally {
    await repository.close();
  }
}
