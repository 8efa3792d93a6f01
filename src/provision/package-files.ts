import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { DebFile, PrivateApt } from './private-apt.ts';
import { digestFile } from './tree-manifest.ts';

/**
 * Brings the package files into `folder`. Every file there then has the SHA-256 of the signed package index; an
 * existing file that differs is downloaded again.
 * @throws AppError `unavailable` when a correctly signed file cannot be obtained.
 */
export async function obtainPackageFiles(
  name: string,
  apt: PrivateApt,
  debs: readonly DebFile[],
  folder: string,
  progress: (line: string) => void,
): Promise<void> {
  const missing: DebFile[] = [];
  for (const deb of debs) {
    const digest = await digestIfThere(join(folder, deb.fileName));
    if (digest === deb.sha256) continue;
    missing.push(deb);
    if (digest === undefined) continue;
    progress(`${name}: ${deb.fileName} in the cache is not the file that Debian signed; fetching it again`);
    await rm(join(folder, deb.fileName), { recursive: true });
  }
  if (missing.length === 0) return;
  const megabytes = (missing.reduce((sum, deb) => sum + deb.sizeBytes, 0) / 1e6).toFixed(0);
  progress(`${name}: downloading ${missing.length} packages (${megabytes} MB)`);
  const step = Math.max(1, Math.ceil(missing.length / 5));
  await apt.download(missing, folder, (count) => {
    if (count % step === 0) progress(`${name}: ${count} of ${missing.length} packages`);
  });
  for (const deb of missing) {
    if ((await digestIfThere(join(folder, deb.fileName))) === deb.sha256) continue;
    await rm(join(folder, deb.fileName), { recursive: true, force: true });
    throw new AppError('unavailable', `${deb.fileName} does not have the SHA-256 that Debian signed`);
  }
}

async function digestIfThere(file: string): Promise<string | undefined> {
  try {
    return await digestFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
