import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

/** Replaces the figures of one benchmark in a page of docs/; the text around them is written by hand. */
export async function publish(benchName: string, figures: string, pageName: string): Promise<void> {
  const page = new URL(`../docs/${pageName}`, import.meta.url);
  const begin = `<!-- bench ${benchName} -->`;
  const end = `<!-- /bench ${benchName} -->`;
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${pageName} has lost its ${begin} marks`);
  const written = `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`;
  const path = fileURLToPath(page);
  await writeFile(page, await format(written, { parser: 'markdown', filepath: path, printWidth: 110 }));
}
