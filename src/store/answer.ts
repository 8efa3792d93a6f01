import { AppError } from '../domain/errors.ts';

/** Maps what the database throws, once; its own words stay in the log. */
export async function answer<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (cause) {
    throw new AppError('unavailable', 'the database does not answer; try again in a moment', { cause });
  }
}
