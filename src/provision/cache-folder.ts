import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { openOwnFolder } from './own-folder.ts';

/**
 * The per-user folder for everything that can be downloaded again: `$XDG_CACHE_HOME/holdfast`, else
 * `~/.cache/holdfast` (XDG Base Directory Specification). Created if absent.
 * @throws AppError `unavailable` when it cannot be written, `forbidden` when others can write to it.
 */
export async function openCacheFolder(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const xdgCacheHome = env['XDG_CACHE_HOME'];
  // The specification says to ignore relative paths.
  const base = xdgCacheHome?.startsWith('/') ? xdgCacheHome : join(env['HOME'] ?? homedir(), '.cache');
  const folder = join(base, 'holdfast');
  try {
    await openOwnFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'unavailable',
      `${folder} cannot be written; set XDG_CACHE_HOME to a folder that this user may write to`,
      { cause },
    );
  }
  return folder;
}
