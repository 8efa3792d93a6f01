import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../files/folders.ts';
import { type TemplateValues, parseVariableNames, renderTemplate } from './render-template.ts';

const configFolder = fileURLToPath(new URL('../../asterisk-config', import.meta.url));

/** Rendered configuration files: file name → text. */
export type RenderedConfig = ReadonlyMap<string, string>;

/**
 * Renders `asterisk-config/<template>/*.conf`, leaving out the files named in `omit`.
 * @throws AppError `invalid` naming the variable with an unusable value.
 */
export async function renderConfig(
  template: 'gateway' | 'phone-company',
  values: TemplateValues,
  omit: readonly string[] = [],
): Promise<RenderedConfig> {
  const folder = join(configFolder, template);
  const names = parseVariableNames(await readFile(join(folder, 'variables.txt'), 'utf8'));
  const rendered = new Map<string, string>();
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.conf') || omit.includes(file)) continue;
    rendered.set(file, renderTemplate(await readFile(join(folder, file), 'utf8'), names, values));
  }
  return rendered;
}

/** Writes the files, readable by this user only (they hold passwords), and removes any others in the folder. */
export async function writeConfig(config: RenderedConfig, etcDir: string): Promise<void> {
  await makeFolder(etcDir);
  for (const [file, text] of config) await writeFile(join(etcDir, file), text, { mode: 0o600 });
  for (const file of await readdir(etcDir)) {
    if (!config.has(file)) await rm(join(etcDir, file), { recursive: true });
  }
}

/** Whether the files in `etcDir` are exactly these. */
export async function isConfigWritten(config: RenderedConfig, etcDir: string): Promise<boolean> {
  const present = await readdir(etcDir).catch(() => []);
  if (present.length !== config.size) return false;
  for (const [file, text] of config) {
    if ((await readFile(join(etcDir, file), 'utf8').catch(() => undefined)) !== text) return false;
  }
  return true;
}
