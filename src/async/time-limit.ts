/**
 * Runs `work` with a signal that aborts with `signal`, and after `milliseconds` with a TimeoutError. AbortSignal.any() is not used: if only
 * its signal refers to a timeout, Node 20 collects the timeout as garbage, and work that hangs then hangs for ever (nodejs/node#57867).
 */
export async function withTimeLimit<T>(
  signal: AbortSignal,
  milliseconds: number,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = (): void => limit.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const timer = setTimeout(
    () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    milliseconds,
  );
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
