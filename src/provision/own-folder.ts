import { lstat, mkdir, stat } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';

/** Makes the folder for this user alone when it is absent, and refuses one that somebody else could have filled. */
export async function openOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await assertOwnFolder(folder);
}

/**
 * Programs are started from these folders: whoever may write there runs code as this user.
 * @throws AppError `forbidden` naming the folder and the remedy.
 */
export async function assertOwnFolder(folder: string): Promise<void> {
  // A link that somebody else made can be pointed elsewhere after this check.
  for (const found of [await lstat(folder), await stat(folder)]) {
    if (found.uid !== process.geteuid?.()) {
      throw new AppError(
        'forbidden',
        `${folder} belongs to another user (uid ${found.uid}); remove it, or set XDG_CACHE_HOME to a folder of your own`,
      );
    }
    if (found.isSymbolicLink()) continue; // a link's mode means nothing
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
