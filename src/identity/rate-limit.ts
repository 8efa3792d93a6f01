import type { Middleware } from 'koa';
import { AppError } from '../domain/errors.ts';

/** Part 8 of the specification. */
const requestsPerWindow = 30;
const windowSeconds = 60;
/** Four routes for 2,500 clients; two megabytes at most. */
const maxCounters = 10_000;

/** The routes that do work for anonymous callers; signing out does none. */
const limitedPaths: readonly string[] = [
  '/auth/callback',
  '/auth/refresh-callback',
  '/auth/me',
  '/auth/session',
];

/** 30 requests per client, route and minute; the client is the socket's peer address, whatever the headers say. */
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
    if (window === undefined || nowMs - window.beganAtMs >= this.#windowMs) {
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
