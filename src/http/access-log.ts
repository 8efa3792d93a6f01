import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { Log } from '../log/log.ts';

/** A longer path comes from an attacker, not a user. */
const maxPathLength = 200;

/** One line per request. The query may hold private data, so only the path is logged. */
export function logAccess(log: Log) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      writeAccess(log, ctx.req, ctx.res.statusCode, performance.now() - startedAt);
    });
    await next();
  };
}

/** The client is the socket's peer address; `X-Forwarded-For` can be forged by anyone. */
export function writeAccess(log: Log, request: IncomingMessage, status: number, ms: number): void {
  log.info('request', {
    method: request.method,
    path: pathOf(request).slice(0, maxPathLength),
    status,
    ms: Math.round(ms * 10) / 10,
    client: request.socket.remoteAddress,
  });
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}
