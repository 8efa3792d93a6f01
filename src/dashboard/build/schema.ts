import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from './api-document.ts';

const file = new URL('../api/schema.d.ts', import.meta.url);

/**
 * Writes `api/schema.d.ts`, the client's types, from the service's routes. Run directly, it writes them and exits.
 */
export async function writeSchema(): Promise<void> {
  const types = astToString(await openapiTypes((await describeApi()) as OpenAPI3));
  const text = `// Made from the routes by src/dashboard/build/schema.ts; not kept in the repository.\n${types}`;
  await mkdir(new URL('.', file), { recursive: true });
  // tsc and vite look at modification times: an unchanged file is not rewritten.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) await writeSchema();
