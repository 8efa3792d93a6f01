import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { childEnvironment } from './child-environment.ts';
import type { DebianMirror } from './debian-mirror.ts';
import { runCommand } from './run-command.ts';

/** One package file, as apt chose it. */
export interface DebFile {
  readonly packageName: string;
  readonly version: string;
  readonly architecture: string;
  readonly fileName: string;
  readonly sizeBytes: number;
}

/**
 * An apt of our own: its state, lists and cache live in `folder`, and it believes that nothing is installed, so that it
 * needs no root, never touches the machine's packages and always resolves the full closure.
 */
export class PrivateApt {
  readonly #env: NodeJS.ProcessEnv;
  readonly #suite: string;

  private constructor(env: NodeJS.ProcessEnv, suite: string) {
    this.#env = env;
    this.#suite = suite;
  }

  static async open(folder: string, mirror: DebianMirror, suite: string): Promise<PrivateApt> {
    const parts = ['state/lists/partial', 'cache/archives/partial', 'etc/preferences.d', 'etc/apt.conf.d'];
    for (const part of parts) await mkdir(join(folder, part), { recursive: true });
    const signedBy = mirror.keyring === undefined ? '' : `[signed-by=${mirror.keyring}] `;
    await writeFile(join(folder, 'state/status'), '');
    await writeFile(join(folder, 'etc/sources.list'), `deb ${signedBy}${mirror.uri} ${suite} main\n`);
    const configFile = join(folder, 'apt.conf');
    const settings: Record<string, string> = {
      'Dir::State': join(folder, 'state'),
      'Dir::State::status': join(folder, 'state/status'),
      'Dir::Cache': join(folder, 'cache'),
      'Dir::Cache::pkgcache': '', // rebuilt in half a second; kept, it is 100 MB
      'Dir::Cache::srcpkgcache': '',
      'Acquire::GzipIndexes': 'true', // package lists stay compressed on disk
      'Dir::Etc': join(folder, 'etc'),
      'Dir::Etc::sourcelist': join(folder, 'etc/sources.list'),
      'Dir::Etc::sourceparts': '-',
      'Dir::Log': folder,
      'APT::Architecture': mirror.architecture,
      'APT::Architectures': mirror.architecture,
      'APT::Install-Recommends': 'false',
      'APT::Sandbox::User': '', // the _apt user cannot read a folder in somebody's home
      'Debug::NoLocking': 'true', // the caller holds a lock of its own
      'Acquire::Languages': 'none',
      'Acquire::Retries': '2',
      'Acquire::http::Timeout': '20',
      // Mirrors and snapshots may serve a Release file past its date; its signature is still checked.
      'Acquire::Check-Valid-Until': 'false',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`);
    await writeFile(configFile, `${lines.join('\n')}\n`);
    return new PrivateApt(
      { ...childEnvironment('download'), APT_CONFIG: configFile, LC_ALL: 'C.UTF-8' },
      suite,
    );
  }

  /** Fetches the package lists. Rejects with one line when the mirror cannot be reached. */
  async update(): Promise<void> {
    const result = await runCommand('apt-get', ['-q', '-o', 'APT::Update::Error-Mode=any', 'update'], {
      env: this.#env,
      timeoutMs: 180_000,
    });
    if (result.exitCode !== 0) throw this.#failure('package lists', result.stderr);
  }

  /** The packages and everything they depend on, in apt's own choice of versions. */
  async resolveClosure(packageNames: readonly string[]): Promise<DebFile[]> {
    const result = await runCommand('apt-get', ['install', '--print-uris', '-qq', ...packageNames], {
      env: this.#env,
      timeoutMs: 60_000,
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
    const lines = stderr.split('\n').filter((line) => line.startsWith('E: '));
    const reason = (lines[0] ?? stderr.trim().split('\n').at(-1) ?? '').replace(/^E: /, '');
    return new AppError('unavailable', `apt cannot get the ${what} from Debian ${this.#suite}: ${reason}`);
  }
}

/** Reads `apt-get install --print-uris -qq`: `'URI' file_1%3a2.0_amd64.deb SIZE HASH` a line. */
export function parsePrintedUris(output: string): DebFile[] {
  const debs: DebFile[] = [];
  for (const line of output.split('\n')) {
    const match = /^'[^']+' ((\S+?)_(\S+)_(\S+)\.deb) (\d+)/.exec(line);
    if (match === null) continue;
    const [, fileName = '', packageName = '', version = '', architecture = '', size = ''] = match;
    debs.push({
      packageName,
      version: decodeURIComponent(version),
      architecture,
      fileName,
      sizeBytes: Number(size),
    });
  }
  return debs;
}
