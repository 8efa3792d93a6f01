import { chmod, mkdir } from 'node:fs/promises';

/** From now on, files that this process and its children create are for this user alone unless they set a mode. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Makes a private folder, or makes private one that an earlier version left readable by all. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
