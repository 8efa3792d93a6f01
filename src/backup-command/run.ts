import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError, describeError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { ownKeyFile } from '../secrets/secrets-key.ts';

export const usage = `npm run backup -- FOLDER [--recordings]

Copies the database, as it is now, and the certificate authority to FOLDER, which must be new or empty. The service may go on meanwhile.
--recordings copies the recordings of calls too. The key of the secrets is not copied: keep it apart. docs/backup.md has the way back.`;

export interface BackupCommand {
  folder: string;
  withRecordings: boolean;
}

/** What belongs to the database in DATA_DIR. */
const authorityFolder = 'ca';
const recordingsFolder = 'recordings';

/** @throws AppError `invalid`, with a message for the terminal. */
export function readArguments(argv: readonly string[]): BackupCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { recordings: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0) throw new AppError('invalid', usage);
    return { folder: resolve(folder), withRecordings: values.recordings };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', `${describeError(cause)}\n${usage}`, { cause });
  }
}

export interface BackupSource {
  dataDir: string;
  /** Set if the key is not in the data folder. */
  keyIsElsewhere: boolean;
  copyDatabase: (file: string) => Promise<void>;
}

/** @returns the text for standard output, and that for standard error. @throws AppError `invalid` for a folder that is in use. */
export async function runBackupCommand(
  { folder, withRecordings }: BackupCommand,
  { dataDir, keyIsElsewhere, copyDatabase }: BackupSource,
): Promise<{ output: string; note: string }> {
  for (const name of [authorityFolder, recordingsFolder])
    if (!relative(join(dataDir, name), folder).startsWith('..'))
      throw new AppError('invalid', `${folder} is inside a folder that is copied`);
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new AppError('invalid', `${folder} is not empty`);
  await copyDatabase(join(folder, 'holdfast.db'));
  // After the database: a recording that it names is either there by now, or was removed meanwhile.
  for (const name of withRecordings ? [authorityFolder, recordingsFolder] : [authorityFolder])
    await copyFolder(join(dataDir, name), join(folder, name));
  const key = keyIsElsewhere ? 'the key that you configured' : ownKeyFile(dataDir);
  return {
    output: folder,
    note: `Without ${key} nobody can read the secrets in this copy: keep a copy of that too, in another place.`,
  };
}

/** Without files that are removed meanwhile, as old recordings are. */
async function copyFolder(from: string, to: string): Promise<void> {
  const unlessAbsent = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'ENOENT') throw error;
  };
  const entries = (await readdir(from, { withFileTypes: true }).catch(unlessAbsent)) ?? [];
  if (entries.length > 0) await mkdir(to, { mode: 0o700 });
  for (const entry of entries) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, copy);
    else if (entry.isFile()) await copyFile(source, copy).catch(unlessAbsent);
  }
}
