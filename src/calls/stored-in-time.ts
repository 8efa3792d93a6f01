import { settlesWithin } from '../async/settles-within.ts';
import { AppError } from '../domain/errors.ts';

/** How long a request waits for its change to be stored. */
export const storeSeconds = 3;

/** Waits for what the journal was given, which it keeps until the database accepts it. @throws AppError `unavailable` */
export async function storedInTime(stored: Promise<void>): Promise<void> {
  if (await settlesWithin(stored, storeSeconds * 1000)) return;
  throw new AppError('unavailable', 'the database cannot be written now; the change is stored once it can');
}
