import type { Context, Next } from 'koa';
import { AppError, describeError, type ErrorCode, findAppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { pathOf } from './access-log.ts';
import { bodyTooLarge } from './body.ts';
import { nothingAt } from './final-slash.ts';

/** Outermost middleware: every error leaves as `{"detail": "…"}`. */
export function answerFailures(log: Log) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404 && (ctx.body === undefined || ctx.body === null) && ctx.respond !== false)
        throw nothingAt(ctx.path);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500)
        log.error('a request failed', {
          method: ctx.method,
          path: pathOf(ctx.req),
          why: describeError(thrown),
        });
      answerWith(ctx, error);
    }
  };
}

function answerWith(ctx: Context, error: AppError): void {
  ctx.status = error.status;
  const { metadataUrl } = ctx.state as { metadataUrl?: string };
  const challenge = wwwAuthenticate(error, metadataUrl);
  if (challenge !== undefined) ctx.set('WWW-Authenticate', challenge);
  if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = { detail: error.detail };
}

/**
 * RFC 6750 section 3; undefined when another credential would not help.
 * @param metadataUrl where a client learns how to get a token (RFC 9728 section 5.1).
 */
export function wwwAuthenticate(error: AppError, metadataUrl?: string): string | undefined {
  const about = metadataUrl === undefined ? '' : `, resource_metadata="${metadataUrl}"`;
  if (error.neededScope !== undefined)
    return `Bearer realm="holdfast", error="insufficient_scope", scope="${error.neededScope}"${about}`;
  if (error.status !== 401) return undefined;
  const hint = error.isInvalidToken ? ', error="invalid_token"' : '';
  return `Bearer realm="holdfast"${hint}${about}`;
}

const frameworkCodes: Record<number, ErrorCode> = {
  400: 'invalid',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media',
};

/** Errors of the frameworks carry `status`; their text is replaced where it could reveal internals. */
export function toAppError(thrown: unknown): AppError {
  const known = findAppError(thrown);
  if (known !== undefined) return known;
  if (thrown instanceof URIError) return new AppError('invalid', 'the path is not valid percent-encoding');
  const status = statusOf(thrown);
  const code = status === undefined ? undefined : frameworkCodes[status];
  if (code === 'too_large') return new AppError('too_large', bodyTooLarge, { cause: thrown });
  if (code === 'unsupported_media')
    return new AppError('unsupported_media', 'the body must be application/json in UTF-8', { cause: thrown });
  if (code !== undefined) return new AppError(code, 'the request is not valid', { cause: thrown });
  return new AppError('internal', 'internal server error', { cause: thrown });
}

function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' ? thrown.status : undefined;
}
