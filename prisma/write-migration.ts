/** `node --import tsx prisma/write-migration.ts <name>`: writes the migration that takes the database from the last one to schema.prisma. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diffMigrationsToSchema, migrationsDir } from './schema-diff.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z0-9_]+$/.test(name)) throw new Error('usage: write-migration.ts <name_in_snake_case>');

const sql = await diffMigrationsToSchema();
if (!/^[^-]/m.test(sql)) {
  process.stdout.write('The migrations already produce schema.prisma.\n');
} else {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:T]|\.\d+Z$/g, '')
    .slice(0, 14);
  const folder = join(migrationsDir, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${sql}\n`);
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}
