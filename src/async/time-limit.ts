/**
 * Runs `work` with a signal that aborts with `signal`, and after `milliseconds` with a TimeoutError. Not by AbortSignal.any(): while the
 * signal that it makes is all that holds a timeout, Node 20 collects the timeout as garbage, and what hangs then hangs for ever
 * (nodejs/node#57867).
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
