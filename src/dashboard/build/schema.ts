import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from './api-document.ts';

const file = new URL('../api/schema.d.ts', import.meta.url);

/** `api/schema.d.ts`: the types of the client, from the routes that the service serves. Run by itself it writes them and ends. */
export async function writeSchema(): Promise<void> {
  const types = astToString(await openapiTypes(describeApi() as OpenAPI3));
  const text = `// Made from the routes by src/dashboard/build/schema.ts; not kept in the repository.\n${types}`;
  await mkdir(new URL('.', file), { recursive: true });
  // tsc and vite look at times: an equal file stays as it is.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) await writeSchema();
