import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('README and docs');

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', ...(await readdir(join(root, 'docs'))).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);
const pages = new Map(
  await Promise.all(documents.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
);

/** As GitHub derives it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```/gm, '');

const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every link leads to a file, and to a heading in it', () => {
  const broken: string[] = [];
  for (const [name, text] of pages)
    for (const [, target = ''] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? name : relative(root, join(root, dirname(name), path));
      const isThere = path === '' || existsSync(join(root, file));
      const page = pages.get(file);
      if (!isThere || (anchor !== undefined && page !== undefined && !anchorsOf(page).includes(anchor)))
        broken.push(`${name}: ${target}`);
    }
  assert.equal(broken, []);
});

test('every file, folder and command they name exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const missing: string[] = [];
  for (const [name, text] of pages) {
    for (const [path] of text.matchAll(/\b(?:src|test|bench|rig|training|asterisk-config)\/[\w./-]*\w/g))
      if (!existsSync(join(root, path)) && !existsSync(join(root, `${path}.test.ts`)))
        missing.push(`${name}: ${path}`);
    for (const [, script = ''] of text.matchAll(/npm run ([a-z-]+)/g))
      if (!Object.hasOwn(scripts, script)) missing.push(`${name}: npm run ${script}`);
  }
  assert.equal(missing, []);
});

test('every page and heading that code and tests name exists', async () => {
  const missing: string[] = [];
  for (const folder of [
    'src',
    'test',
    'bench',
    'rig',
    'bin',
    'training',
    'update',
    'demo',
    'asterisk-config',
  ])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.(m?ts|tsx|mjs|py|sh|conf|md)$/.test(path)) continue;
      if (path.startsWith('src/store/client')) continue;
      const text = await readFile(join(root, path), 'utf8');
      for (const [, page = '', anchor] of text.matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+))?/g)) {
        const target = pages.get(page);
        if (target === undefined || (anchor !== undefined && !anchorsOf(target).includes(anchor)))
          missing.push(`${path}: ${page}${anchor === undefined ? '' : `#${anchor}`}`);
      }
    }
  assert.equal(missing, []);
});

test('every benchmark has its place on the page that it names', async () => {
  const folder = join(root, 'bench/benches');
  const lost: string[] = [];
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    const name = /^ {2}name: '([\w-]+)'/m.exec(text)?.[1];
    if (name === undefined) continue;
    const page = `docs/${/^ {2}page: '([\w.-]+)'/m.exec(text)?.[1] ?? 'performance.md'}`;
    const marks = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
    if (!marks.every((mark) => pages.get(page)?.includes(mark))) lost.push(`${name}: ${page}`);
  }
  assert.equal(lost, []);
});

test.run();
