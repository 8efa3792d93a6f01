import type { ParameterizedContext } from 'koa';
import { AppError } from '../domain/errors.ts';

/** @throws AppError `method_not_allowed` for anything but GET and HEAD. */
export function requireReading(ctx: Pick<ParameterizedContext, 'method' | 'set'>): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are GET, HEAD`);
}
