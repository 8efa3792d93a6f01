import { AppError, describeError } from '../../domain/errors.ts';
import { makeFolder } from '../../files/folders.ts';

/** @throws AppError `unavailable` */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (cause) {
    throw new AppError('unavailable', `DATA_DIR=${dataDir} cannot be made: ${describeError(cause)}`, {
      cause,
    });
  }
}
