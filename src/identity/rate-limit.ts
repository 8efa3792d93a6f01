import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { isWithin } from '../domain/durations.ts';
import { AppError } from '../domain/errors.ts';
import { subscriberOf } from '../domain/ip-address.ts';

/** Fixed by the specification, part 8. */
const requestsPerWindow = 30;
const windowSeconds = 60;
/** Four routes for 2,500 clients; two megabytes at most. */
const maxCounters = 10_000;
/** A page asks once when it loads. Tabs and quick reloads do not reach this number; a runaway script does. */
export const requestsPerSession = 300;

/** The routes that do work for anonymous callers. Signing out does none. */
const limitedPaths: readonly string[] = [
  '/auth/callback',
  '/auth/refresh-callback',
  '/auth/me',
  '/auth/session',
];

/**
 * 30 requests per client, route and minute. The client is the socket's peer address, whatever the headers say. With IPv6 it is the /64:
 * each subscriber has one, and could send every request from another address in it. A signed-in browser that asks who it is has a count of
 * its own: its tabs do not use up the requests of others, nor do strangers behind the same proxy use up its own.
 * @param knownSession the key of the session that sent the request; undefined for strangers.
 */
export function limitRate(
  now: () => number,
  knownSession: (request: IncomingMessage) => string | undefined,
): Middleware {
  const shared = { windowMs: windowSeconds * 1000, maxKeys: maxCounters };
  const ofClients = new FixedWindow({ ...shared, limit: requestsPerWindow });
  const ofSessions = new FixedWindow({ ...shared, limit: requestsPerSession });
  const take = (request: IncomingMessage, path: string): boolean => {
    const session = path === '/auth/me' ? knownSession(request) : undefined;
    if (session !== undefined) return ofSessions.take(session, now());
    return ofClients.take(`${path} ${subscriberOf(request.socket.remoteAddress ?? 'unknown')}`, now());
  };
  return async (ctx, next) => {
    if (limitedPaths.includes(ctx.path)) {
      if (!take(ctx.req, ctx.path))
        throw new AppError('rate_limited', `too many requests to ${ctx.path}; try again in a minute`, {
          retryAfterSeconds: windowSeconds,
        });
    }
    await next();
  };
}

/** Counts requests per key in fixed windows; the number of keys is bounded, the oldest are dropped first. */
export class FixedWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  /** In the order in which the windows began. */
  readonly #windows = new Map<string, { beganAtMs: number; count: number }>();

  constructor(options: { limit: number; windowMs: number; maxKeys: number }) {
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
    this.#maxKeys = options.maxKeys;
  }

  /** Counts one request. @returns whether it is within the limit. */
  take(key: string, nowMs: number): boolean {
    const window = this.#windows.get(key);
    if (window === undefined || !isWithin(this.#windowMs, window.beganAtMs, nowMs)) {
      this.#begin(key, nowMs);
      return this.#limit > 0;
    }
    window.count += 1;
    return window.count <= this.#limit;
  }

  get size(): number {
    return this.#windows.size;
  }

  #begin(key: string, nowMs: number): void {
    this.#windows.delete(key);
    this.#windows.set(key, { beganAtMs: nowMs, count: 1 });
    if (this.#windows.size <= this.#maxKeys) return;
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#windows.delete(oldest.value);
  }
}
