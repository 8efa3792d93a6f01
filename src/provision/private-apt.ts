import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { aptEnvironment } from './child-environment.ts';
import type { DebianMirror } from './debian-mirror.ts';
import { explainDates } from './release-validity.ts';
import { runCommand } from './run-command.ts';

/** One package file chosen by apt. */
export interface DebFile {
  readonly packageName: string;
  readonly version: string;
  readonly architecture: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** From the signed package index. */
  readonly sha256: string;
}

/** The dates in the signed Release file. */
export interface ReleaseDates {
  readonly date: Date;
  /** Absent in suites that do not change between point releases. */
  readonly validUntil: Date | undefined;
}

/**
 * A private apt: its state, lists and cache are in `folder`, and it sees no installed packages, so it needs no root,
 * never touches the machine's packages and always resolves the full closure.
 */
export class PrivateApt {
  readonly #env: NodeJS.ProcessEnv;
  readonly #suite: string;
  readonly #listsFolder: string;

  private constructor(folder: string, env: NodeJS.ProcessEnv, suite: string) {
    this.#listsFolder = join(folder, 'state/lists');
    this.#env = env;
    this.#suite = suite;
  }

  static async open(folder: string, mirror: DebianMirror, suite: string): Promise<PrivateApt> {
    const parts = ['state/lists/partial', 'cache/archives/partial', 'etc/preferences.d', 'etc/apt.conf.d'];
    for (const part of parts) await mkdir(join(folder, part), { recursive: true });
    const signedBy = mirror.keyring === undefined ? [] : [`signed-by=${mirror.keyring}`];
    const options = [...signedBy, ...mirror.validity.sourceOptions].join(' ');
    const bracket = options === '' ? '' : `[${options}] `;
    await writeFile(join(folder, 'state/status'), '');
    await writeFile(join(folder, 'etc/sources.list'), `deb ${bracket}${mirror.uri} ${suite} main\n`);
    const configFile = join(folder, 'apt.conf');
    const settings: Record<string, string> = {
      'Dir::State': join(folder, 'state'),
      'Dir::State::status': join(folder, 'state/status'),
      'Dir::Cache': join(folder, 'cache'),
      'Dir::Cache::pkgcache': '', // rebuilt in half a second; 100 MB if kept
      'Dir::Cache::srcpkgcache': '',
      'Acquire::GzipIndexes': 'true', // package lists stay compressed on disk
      'Dir::Etc': join(folder, 'etc'),
      'Dir::Etc::sourcelist': join(folder, 'etc/sources.list'),
      'Dir::Etc::sourceparts': '-',
      'Dir::Log': folder,
      'APT::Architecture': mirror.architecture,
      'APT::Architectures': mirror.architecture,
      'APT::Install-Recommends': 'false',
      'APT::Sandbox::User': '', // the _apt user cannot read a folder in another user's home
      'Debug::NoLocking': 'true', // the caller already holds a lock
      'Acquire::Languages': 'none',
      'Acquire::Retries': '2',
      'Acquire::http::Timeout': '20',
      'Acquire::ForceHash': 'sha256', // printed with each file's address
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`);
    await writeFile(configFile, `${[...lines, ...mirror.validity.settings].join('\n')}\n`);
    return new PrivateApt(folder, { ...aptEnvironment(), APT_CONFIG: configFile }, suite);
  }

  /** Downloads the package lists. Rejects with one line when the mirror cannot be reached. */
  async update(): Promise<void> {
    const result = await runCommand('apt-get', ['-q', '-o', 'APT::Update::Error-Mode=any', 'update'], {
      env: this.#env,
      timeoutMs: 180_000,
    });
    if (result.exitCode !== 0) throw this.#failure('package lists', result.stderr);
  }

  /** The dates of the Release file that {@link update} accepted. */
  async releaseDates(): Promise<ReleaseDates> {
    const names = await readdir(this.#listsFolder);
    const name = names.find((file) => file.endsWith('_InRelease') || file.endsWith('_Release'));
    const text = name === undefined ? '' : await readFile(join(this.#listsFolder, name), 'utf8');
    const field = (wanted: string): string | undefined =>
      new RegExp(`^${wanted}: (.+)$`, 'm').exec(text)?.[1];
    const [date, validUntil] = [field('Date'), field('Valid-Until')];
    if (date === undefined || Number.isNaN(Date.parse(date))) {
      throw new AppError('unavailable', `Debian's release file for ${this.#suite} has no date`);
    }
    return {
      date: new Date(date),
      validUntil: validUntil === undefined ? undefined : new Date(validUntil),
    };
  }

  /** The packages and all their dependencies, in the versions apt chooses. */
  async resolveClosure(packageNames: readonly string[]): Promise<DebFile[]> {
    const result = await runCommand('apt-get', ['install', '--print-uris', '-qq', ...packageNames], {
      env: this.#env,
      timeoutMs: 180_000, // a slow or busy machine takes minutes to read the lists
    });
    if (result.exitCode !== 0) throw this.#failure(packageNames.join(', '), result.stderr);
    return parsePrintedUris(result.stdout);
  }

  /** Downloads into `folder`; apt checks size and hash of each file. */
  async download(debs: readonly DebFile[], folder: string, onFile: (count: number) => void): Promise<void> {
    let count = 0;
    const names = debs.map((deb) => `${deb.packageName}=${deb.version}`);
    const result = await runCommand('apt-get', ['download', '-q', ...names], {
      cwd: folder,
      env: this.#env,
      timeoutMs: 900_000,
      onLine: (line) => {
        if (line.startsWith('Get:')) onFile(++count);
      },
    });
    if (result.exitCode !== 0) throw this.#failure('packages', result.stderr);
  }

  #failure(what: string, stderr: string): AppError {
    const dates = explainDates(stderr, this.#suite, new Date());
    if (dates !== undefined) return new AppError('unavailable', dates);
    const lines = stderr.split('\n').filter((line) => line.startsWith('E: '));
    const reason = (lines[0] ?? stderr.trim().split('\n').at(-1) ?? '').replace(/^E: /, '');
    return new AppError('unavailable', `apt cannot get the ${what} from Debian ${this.#suite}: ${reason}`);
  }
}

/** Parses `apt-get install --print-uris -qq`: one `'URI' file_1%3a2.0_amd64.deb SIZE SHA256:HASH` per line. */
export function parsePrintedUris(output: string): DebFile[] {
  const debs: DebFile[] = [];
  for (const line of output.split('\n')) {
    const match = /^'[^']+' (([^\s_/]+)_([^\s_/]+)_([^\s_/]+)\.deb) (\d+)(?: SHA256:([0-9a-f]{64})$)?/.exec(
      line,
    );
    if (match === null) continue;
    const [, fileName = '', packageName = '', version = '', architecture = '', size = '', sha256] = match;
    if (sha256 === undefined)
      throw new AppError('unavailable', `the package index has no SHA-256 of ${packageName}`);
    debs.push({
      packageName,
      version: decodeURIComponent(version),
      architecture,
      fileName,
      sizeBytes: Number(size),
      sha256,
    });
  }
  return debs;
}
