import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readFile, stat } from 'node:fs/promises';
import type { PackedFile } from '../../src/http/pages/packed-files.ts';

const built = new URL('../../.holdfast/dashboard/', import.meta.url);
const kB = 1_000;

const html = await readFile(new URL('index.html', built), 'utf8');

/** Small files are sent as they are. */
async function sentBytes(name: string): Promise<number> {
  const packed = stat(new URL(`${name}.gz`, built));
  return (await packed.catch(() => stat(new URL(name, built)))).size;
}

/** What a browser gets before it can show anything. */
async function firstLoadBytes(suffix: '.js' | '.css'): Promise<number> {
  const asked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name.endsWith(suffix));
  assert.ok(asked.length > 0, `index.html asks for no ${suffix}`);
  const sizes = await Promise.all(asked.map(sentBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the first load is at most 100 kB of script and 20 kB of style, compressed', async () => {
  const [script, style] = await Promise.all([firstLoadBytes('.js'), firstLoadBytes('.css')]);
  assert.ok(script <= 100 * kB, `${script} bytes of script`);
  assert.ok(style <= 20 * kB, `${style} bytes of style`);
});

test('the page obeys its own content security policy: nothing inline, nothing from elsewhere', () => {
  assert.not.match(html, /<style|\sstyle=|\son\w+=/);
  assert.not.match(html, /<script(?![^>]*\ssrc=)/);
  assert.not.match(html, /(?:src|href)="(?:https?:)?\/\//);
});

test('everything that is listed is there, with its compressed forms, and only hashed names are cached forever', async () => {
  const files = JSON.parse(await readFile(new URL('files.json', built), 'utf8')) as PackedFile[];
  for (const { name, encodings, immutable } of files) {
    assert.ok((await stat(new URL(name, built))).size > 0, name);
    for (const encoding of encodings)
      assert.ok((await stat(new URL(`${name}.${encoding === 'br' ? 'br' : 'gz'}`, built))).size > 0, name);
    assert.is(immutable, /^assets\/.+-[\w-]{8}\.\w+$/.test(name), name);
  }
  for (const name of ['index.html', 'manifest.webmanifest', 'icon.svg', 'sw.js'])
    assert.ok(
      files.some((file) => file.name === name),
      name,
    );
});

test.run();
