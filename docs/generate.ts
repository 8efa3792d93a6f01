/** `npm run docs`: writes what is generated into the documents. */
import { readFile, writeFile } from 'node:fs/promises';
import { drawStatuses } from './status-diagram.ts';

const page = new URL('architecture.md', import.meta.url);
const text = await readFile(page, 'utf8');
const marks = /(<!-- statuses -->\n)[\s\S]*?(\n<!-- \/statuses -->)/;
if (!marks.test(text)) throw new Error('docs/architecture.md has lost its <!-- statuses --> marks');
await writeFile(
  page,
  // The blank lines are what prettier wants around a fenced block.
  text.replace(marks, (_all, begin: string, end: string) => `${begin}\n${drawStatuses()}\n${end}`),
);
console.log('docs/architecture.md: status diagram written');
