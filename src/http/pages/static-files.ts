import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Middleware, ParameterizedContext } from 'koa';
import { AppError } from '../../domain/errors.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

/** @throws AppError `method_not_allowed` for a request that is not only to be read. */
export function requireReading(ctx: Pick<ParameterizedContext, 'method' | 'set'>): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are GET, HEAD`);
}

/** Serves exactly the listed files, each read once: no request path ever reaches the file system. */
export function serveFiles(files: Record<string, string | URL>): Middleware {
  const loaded = new Map<string, Promise<{ bytes: Buffer; type: string; etag: string }>>();

  async function load(source: string | URL) {
    const bytes = await readFile(source);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return { bytes, etag, type: types[extname(String(source))] ?? 'application/octet-stream' };
  }

  return async (ctx, next) => {
    const source = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined;
    if (source === undefined) return next();
    requireReading(ctx);
    const file = loaded.get(ctx.path) ?? load(source);
    loaded.set(ctx.path, file);
    const { bytes, type, etag } = await file;
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('ETag', etag);
    ctx.type = type;
    ctx.status = 200;
    ctx.body = bytes;
    if (ctx.fresh) ctx.status = 304;
  };
}
