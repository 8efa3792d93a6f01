import { chmod, mkdir } from 'node:fs/promises';

/** What a process writes that does not say otherwise, and what its children write, is for this user alone. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Makes a folder of the service's own, or takes over one that an earlier version made for all to read. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
