import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Removes the least recently used files beyond `most`. @param findKept the names, without `.wav`, of those that stay; asked only if there are too many. */
export async function removeLeastUsed(
  folder: string,
  most: number,
  findKept: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const all = (await readdir(folder)).filter((name) => name.endsWith('.wav'));
  if (all.length <= most) return;
  const kept = await findKept();
  const files = await Promise.all(
    all
      .filter((name) => !kept.has(path.basename(name, '.wav')))
      .map(async (name) => {
        const file = path.join(folder, name);
        return { file, usedMs: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
      }),
  );
  const old = files.toSorted((a, b) => a.usedMs - b.usedMs).slice(0, all.length - most);
  for (const { file } of old) await rm(file, { force: true });
}
