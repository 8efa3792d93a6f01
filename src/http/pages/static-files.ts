import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Middleware, ParameterizedContext } from 'koa';
import { withoutSlash } from '../final-slash.ts';
import { requireReading } from '../require-reading.ts';
import { typeOf } from './file-types.ts';
import { readOnce } from './read-once.ts';

/** 308: a page has one address, without a slash at its end. @param ctx of a request whose path has one. */
export function leaveSlash(
  ctx: Pick<ParameterizedContext, 'method' | 'set' | 'path' | 'search' | 'status' | 'redirect'>,
): void {
  requireReading(ctx);
  ctx.status = 308;
  ctx.redirect(withoutSlash(ctx.path) + ctx.search);
}

export interface ServedFile {
  bytes: Buffer;
  type: string;
  etag: string;
  /** `Cache-Control` */
  caching: string;
  /** 200 by default. */
  status?: 200 | 404;
  /** How `bytes` are compressed. */
  encoding?: 'br' | 'gzip' | undefined;
}

/** Answers with a file, or 304 if the client has it already (If-None-Match, RFC 9110 section 13.1.2). */
export function sendFile(
  ctx: ParameterizedContext,
  { bytes, type, etag, caching, status = 200, encoding }: ServedFile,
): void {
  ctx.set('Cache-Control', caching);
  ctx.set('ETag', etag);
  ctx.type = type;
  ctx.status = status;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  ctx.body = bytes;
}

/** Serves exactly the listed files, each read once: no request path ever reaches the file system. */
export function serveFiles(files: Record<string, string | URL>): Middleware {
  const load = readOnce(async (source: string | URL) => {
    const bytes = await readFile(source);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return { bytes, etag, type: typeOf(String(source)) };
  });

  return async (ctx, next) => {
    const path = withoutSlash(ctx.path);
    const source = Object.hasOwn(files, path) ? files[path] : undefined;
    if (source === undefined) return next();
    if (path !== ctx.path) return leaveSlash(ctx);
    requireReading(ctx);
    sendFile(ctx, { ...(await load(source)), caching: 'no-cache' });
  };
}
