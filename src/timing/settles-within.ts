import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for `work`, but no longer than `milliseconds`; `work` itself goes on after that.
 * @returns whether it ended in time. @throws what `work` throws in that time.
 */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const limit = new AbortController();
  const late = wait(milliseconds, false, { signal: limit.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    limit.abort();
  }
}
