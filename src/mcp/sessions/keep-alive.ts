import type { ServerResponse } from 'node:http';

/** Proxies drop a stream that is silent for a minute, some sooner. */
export const usualKeepAliveMs = 15_000;

/** Sends a comment, which every client ignores, at this interval while the response is an open event stream. */
export function keepAlive(stream: ServerResponse, intervalMs: number): void {
  const timer = setInterval(() => {
    const isStream = String(stream.getHeader('content-type')).startsWith('text/event-stream');
    if (stream.headersSent && isStream && !stream.writableEnded) stream.write(': keep-alive\n\n');
  }, intervalMs);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}
