import { createHash } from 'node:crypto';
import { chmod, lstat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError, describeError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { makePrivateFolder } from '../secrets/private-folder.ts';

/** The folders of one Asterisk instance; absolute paths. */
export interface InstanceFolders {
  readonly etcDir: string;
  readonly stateDir: string;
  readonly logDir: string;
  /** Holds the control socket, so its path must be short. */
  readonly runDir: string;
  /** Lets a later process find this instance. */
  readonly recordFile: string;
}

/** sun_path has 108 bytes including the final NUL (unix(7)). */
const longestSocketPathBytes = 107;
const socketName = 'asterisk.ctl';

/** The instance's folders below `dir`; does not create them. */
export function instanceFolders(dir: string): InstanceFolders {
  const base = resolve(dir);
  return {
    etcDir: join(base, 'etc'),
    stateDir: base,
    logDir: join(base, 'log'),
    runDir: chooseRunDir(base),
    recordFile: join(base, 'instance.json'),
  };
}

function chooseRunDir(base: string): string {
  const inside = join(base, 'run');
  if (Buffer.byteLength(join(inside, socketName)) <= longestSocketPathBytes) return inside;
  const digest = createHash('sha256').update(base).digest('hex').slice(0, 12);
  return join(tmpdir(), `holdfast-${userInfo().uid}-${digest}`);
}

/** The CLI's control socket; it exists once Asterisk is booting. */
export function controlSocket({ runDir }: InstanceFolders): string {
  return join(runDir, socketName);
}

/** Asterisk writes its process id there as soon as it runs. */
export function pidFile({ runDir }: InstanceFolders): string {
  return join(runDir, 'asterisk.pid');
}

export function configFileOf({ etcDir }: InstanceFolders): string {
  return join(etcDir, 'asterisk.conf');
}

/** Creates the folders; those with secrets or the control socket are private to this user. */
export async function makeInstanceFolders(folders: InstanceFolders): Promise<void> {
  const { stateDir, logDir, etcDir, runDir } = folders;
  try {
    for (const folder of [stateDir, etcDir, logDir, 'spool', 'spool/recording', 'lib', 'lib/keys', 'db'])
      await makePrivateFolder(resolve(stateDir, folder));
    await makeFolder(runDir);
    await assertOwn(runDir);
    await chmod(runDir, 0o700);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unavailable', `The folders of Asterisk cannot be made: ${describeError(cause)}`, {
      cause,
    });
  }
}

/** In a shared temporary folder someone else may have created the folder first. */
async function assertOwn(folder: string): Promise<void> {
  const { uid } = userInfo();
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid) {
    throw new AppError('unavailable', `${folder} belongs to another user`);
  }
}
