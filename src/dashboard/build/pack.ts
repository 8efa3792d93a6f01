import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PackedFile } from '../../http/pages/packed-files.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Already compressed, or too small to gain. */
const incompressible = /\.(woff2|png|gz|br)$/;
const smallestWorthwhile = 600;
/** Vite puts a content hash into these file names, so a name always means the same bytes. */
const hashed = /^assets\//;

/** Writes compressed variants next to each file, and `files.json`, the list of files to serve. */
export async function pack(folder: URL): Promise<void> {
  const root = new URL(`${folder.href}/`);
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replace(/^\//, ''))
    .sort();
  const files = await Promise.all(names.map((name) => packFile(root, name)));
  await writeFile(new URL('files.json', root), JSON.stringify(files));
}

async function packFile(root: URL, name: string): Promise<PackedFile> {
  const bytes = await readFile(new URL(name, root));
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const file = { name, etag, immutable: hashed.test(name) };
  if (incompressible.test(name) || bytes.length < smallestWorthwhile) return { ...file, encodings: [] };
  await writeFile(
    new URL(`${name}.br`, root),
    await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(new URL(`${name}.gz`, root), await zip(bytes, { level: 9 }));
  return { ...file, encodings: ['br', 'gzip'] };
}
