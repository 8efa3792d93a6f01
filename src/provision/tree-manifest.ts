import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppError, describeError } from '../domain/errors.ts';
import { assertOwnFolder } from './own-folder.ts';

export interface PackageRecord {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** SHA-256 of the package file, from the signed index. */
  readonly sha256: string;
}

/** What an unpacked tree was made of; stored in the tree itself, so that both come and go together. */
export interface TreeManifest {
  readonly suite: string;
  /** Date of the signed Release file that listed the packages, ISO 8601. */
  readonly releaseDate: string;
  readonly unpackedAt: string;
  /** True when the selected libraries were not sufficient and the whole closure was unpacked. */
  readonly isWholeClosure: boolean;
  readonly packages: readonly PackageRecord[];
  /** Every regular file: size in bytes and SHA-256, by its path in the tree. */
  readonly files: Readonly<Record<string, readonly [sizeBytes: number, sha256: string]>>;
  /** The files verified byte by byte at each start. */
  readonly programs: readonly string[];
}

const manifestName = 'holdfast-manifest.json';
const longestReadBytes = 1 << 20;

/** Records the folder's current content. */
export async function writeManifest(root: string, manifest: Omit<TreeManifest, 'files'>): Promise<void> {
  const files: Record<string, [number, string]> = {};
  for (const file of await listFiles(root)) {
    const path = join(root, file);
    files[file] = [(await stat(path)).size, await digestFile(path)];
  }
  await writeFile(join(root, manifestName), JSON.stringify({ ...manifest, files }), { mode: 0o600 });
}

/**
 * Reads the manifest and checks the tree against it: owner and mode of its folder, presence and size of every file,
 * and the content of its programs (`start`) or of everything (`whole`).
 * @throws AppError `unavailable` naming the file that differs.
 */
export async function verifyManifest(root: string, thoroughness: 'start' | 'whole'): Promise<TreeManifest> {
  await assertOwnFolder(root);
  const manifest = await readManifest(root);
  for (const [file, [sizeBytes, sha256]] of Object.entries(manifest.files)) {
    const path = join(root, file);
    // 1,300 checks take 5 ms this way and 30 ms through the thread pool.
    const intact =
      statSync(path, { throwIfNoEntry: false })?.size === sizeBytes &&
      ((thoroughness === 'start' && !manifest.programs.includes(file)) ||
        (await digestFile(path)) === sha256);
    if (!intact) throw new AppError('unavailable', `${path} is not as it was unpacked`);
  }
  return manifest;
}

export async function readManifest(root: string): Promise<TreeManifest> {
  try {
    return JSON.parse(await readFile(join(root, manifestName), 'utf8')) as TreeManifest;
  } catch (cause) {
    throw new AppError('unavailable', `${root} has no readable manifest: ${describeError(cause)}`, { cause });
  }
}

/** Regular files below the folder, without the manifest; links are not followed. */
async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => file !== manifestName)
    .sort();
}

/** SHA-256 of a file's content, in hexadecimal. */
export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    // A stream would take this much for each of thousands of small files.
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), longestReadBytes));
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
