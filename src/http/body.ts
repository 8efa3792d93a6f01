import type {} from '@koa/bodyparser';
import type { ParameterizedContext } from 'koa';
import readRaw from 'raw-body';
import { AppError } from '../domain/errors.ts';
import { parseStrictJson } from './strict-json.ts';

export const maxBodyBytes = 256 * 1024;
export const bodyTooLarge = `the body is larger than ${maxBodyBytes / 1024} KiB`;

/**
 * The request's strictly parsed JSON object, also stored in `ctx.request.body`; undefined without a body.
 * @throws AppError `invalid`, `too_large`, `unsupported_media`.
 */
export async function readBody(ctx: ParameterizedContext): Promise<Record<string, unknown> | undefined> {
  if (!hasBody(ctx)) return undefined;
  const length = ctx.req.headers['content-length'];
  if (length !== undefined) requireJson(ctx);
  const bytes = await readRaw(ctx.req, { limit: maxBodyBytes, ...(length === undefined ? {} : { length }) });
  // Proxies and tunnels pass on a request without a body as one of unknown length (chunked), and of no type.
  if (bytes.length === 0) return undefined;
  requireJson(ctx);
  const text = decode(bytes);
  const body = text.trim() === '' ? undefined : parseStrictJson(text);
  ctx.request.body = body;
  return body;
}

function hasBody(ctx: ParameterizedContext): boolean {
  const { headers } = ctx.req;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function requireJson(ctx: ParameterizedContext): void {
  const charset = ctx.request.charset.toLowerCase();
  const isJson = ctx.request.is('application/json') === 'application/json';
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (!isJson || !['', 'utf-8', 'utf8'].includes(charset) || !['', 'identity'].includes(encoding))
    throw new AppError('unsupported_media', 'the body must be application/json in UTF-8, not compressed');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('invalid', 'the body is not valid UTF-8', { cause: error });
  }
}
