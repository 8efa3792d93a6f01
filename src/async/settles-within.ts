/**
 * Waits for `work`, but no longer than `milliseconds`; `work` itself goes on after that.
 * @returns whether it ended in time. @throws what `work` throws in that time.
 */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, milliseconds, false)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
