import { lstat, stat } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';

/** Creates a private folder if absent, and refuses one that someone else could have filled. */
export async function openOwnFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await assertOwnFolder(folder);
}

/**
 * Programs are started from these folders: anyone who can write there runs code as this user.
 * @throws AppError `forbidden` naming the folder and the remedy.
 */
export async function assertOwnFolder(folder: string): Promise<void> {
  // Someone else's link could be redirected after this check.
  for (const found of [await lstat(folder), await stat(folder)]) {
    if (found.uid !== process.geteuid?.()) {
      throw new AppError(
        'forbidden',
        `${folder} belongs to another user (uid ${found.uid}); remove it, or set XDG_CACHE_HOME to a folder of your own`,
      );
    }
    if (found.isSymbolicLink()) continue; // the mode of a link is meaningless
    if (!found.isDirectory()) throw new AppError('forbidden', `${folder} is not a folder; remove it`);
    if ((found.mode & 0o022) !== 0) {
      const mode = (found.mode & 0o777).toString(8);
      throw new AppError(
        'forbidden',
        `${folder} can be written by other users (mode ${mode}); look at what lies there, then "chmod go-w ${folder}" or remove it`,
      );
    }
  }
}
