import type { Middleware } from 'koa';
import { AppError } from '../../domain/errors.ts';
import { FixedWindow } from './fixed-window.ts';

/** Part 8 of the specification. */
export const requestsPerWindow = 30;
export const windowSeconds = 60;
/** Two routes of five thousand clients; some two megabytes at most. */
const maxCounters = 10_000;

/** The routes that do work for anyone who asks. Signing in and out cost nothing worth a limit. */
export const limitedPaths: readonly string[] = ['/auth/callback', '/auth/refresh-callback', '/auth/me'];

/** 30 requests per client and route in each minute; the client is the socket's peer, whatever a header says. */
export function limitRate(now: () => number): Middleware {
  const counters = new FixedWindow({
    limit: requestsPerWindow,
    windowMs: windowSeconds * 1000,
    maxKeys: maxCounters,
  });
  return async (ctx, next) => {
    if (limitedPaths.includes(ctx.path)) {
      const client = ctx.req.socket.remoteAddress ?? 'unknown';
      if (!counters.take(`${ctx.path} ${client}`, now())) {
        ctx.set('Retry-After', String(windowSeconds));
        throw new AppError('rate_limited', `too many requests to ${ctx.path}; try again in a minute`);
      }
    }
    await next();
  };
}
