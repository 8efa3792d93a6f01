import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { idempotencyHeader } from '../contract/calls.ts';
import { readIfMatch } from '../contract/edit-tags.ts';
import { noQuery, validateBody, validateHeader, validateQuery } from '../contract/validate.ts';
import { idShape } from '../contract/values.ts';
import { AppError } from '../domain/errors.ts';
import { assertScopeDeclared, requireScope } from '../domain/scope.ts';
import type { ApiRoute } from './api-route.ts';
import { type Authenticator, type Identity, whileValid } from '../identity/gate.ts';
import { readBody } from './body.ts';
import { withoutSlash } from './final-slash.ts';

export const apiPrefix = '/api/v1';

/** Everything below `/api/v1`. Checks in this order: owner, route, scope, request. */
export function serveApi(routes: readonly ApiRoute[], authenticator: Authenticator): Middleware {
  const router = new Router({ prefix: apiPrefix, strict: true, sensitive: true });
  for (const route of routes) {
    assertScopeDeclared(`${route.method} ${route.path}`, route.scope);
    router[route.method](route.path, async (ctx) => {
      await answer(ctx as unknown as Context, route);
    });
  }
  const findRoutes = createLookup(routes);
  const dispatch = router.routes() as unknown as Middleware;

  return async (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next();
    if (ctx.path !== apiPrefix && !ctx.path.startsWith(`${apiPrefix}/`))
      throw new AppError('not_found', `there is nothing at this path; the API is at ${apiPrefix}`);
    ctx.state['identity'] = await authenticator.identify(ctx.req, 'rest');
    ctx.set('Cache-Control', 'no-store');
    const known = findRoutes(ctx.path);
    const method = ctx.method === 'HEAD' ? 'get' : ctx.method.toLowerCase();
    if (known.some((route) => route.method === method)) return dispatch(ctx, next);
    if (known.length === 0 && findRoutes(withoutSlash(ctx.path)).length > 0)
      throw new AppError('not_found', 'there is nothing at this path; remove the slash at its end');
    refuse(ctx as unknown as Context, known);
  };
}

async function answer(ctx: Context, route: ApiRoute): Promise<void> {
  const identity = ctx.state['identity'] as Identity;
  requireScope(identity.scope, route.scope);
  for (const [name, value] of Object.entries((ctx['params'] ?? {}) as Record<string, string>)) {
    if (!(route.params?.[name] ?? idShape).test(value))
      throw new AppError('not_found', `there is nothing with this id`);
  }
  const query = validateQuery(route.query ?? noQuery, ctx.query);
  const idempotencyKey = route.takesIdempotencyKey === true ? readIdempotencyKey(ctx) : undefined;
  const ifMatch = route.takesIfMatch === true ? readIfMatch(headerOf(ctx, 'if-match')) : undefined;
  const body = await whileValid(identity, readRouteBody(ctx, route));
  const result = await route.handle({
    params: ctx['params'] as Record<string, string>,
    query,
    body,
    idempotencyKey,
    ifMatch,
    // Only GET has ranges (RFC 9110, section 14.2). HEAD describes the whole file.
    range: {
      range: ctx.method === 'GET' ? ctx.req.headers.range : undefined,
      ifRange: headerOf(ctx, 'if-range'),
    },
    identity,
  });
  ctx.status = result.status;
  ctx.set(result.headers ?? {});
  if (result.location !== undefined) ctx.set('Location', result.location);
  // Weak: the body also has what no edit replaces, so that two bodies may share a tag (RFC 9110 section 8.8.1).
  if (result.editTag !== undefined) ctx.set('ETag', `W/"${result.editTag}"`);
  ctx.body = result.body;
  // A player that has the recording asks whether it has changed (If-None-Match; evaluated before any range: RFC 9110 section 13.2.2).
  if (route.takesRange === true && ctx.fresh) {
    ctx.remove('Content-Range');
    ctx.status = 304;
  }
}

function headerOf(ctx: Context, name: string): string | undefined {
  const value = ctx.req.headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function readRouteBody(ctx: Context, route: ApiRoute): Promise<unknown> {
  const body = await readBody(ctx);
  if (route.body === undefined) {
    if (body !== undefined && Object.keys(body).length > 0)
      throw new AppError('invalid', `"${Object.keys(body)[0] ?? ''}" is not allowed`);
    return undefined;
  }
  if (body === undefined && route.bodyOptional !== true)
    throw new AppError('invalid', '"body" is required: a JSON object with Content-Type application/json');
  return validateBody(route.body, body ?? {});
}

function readIdempotencyKey(ctx: Context): string | undefined {
  const key = ctx.req.headers['idempotency-key'];
  return key === undefined ? undefined : validateHeader(idempotencyHeader, key);
}

/** A path known with other methods gets 405 with `Allow`; OPTIONS asks for exactly that. */
function refuse(ctx: Context, known: readonly ApiRoute[]): void {
  if (known.length === 0) throw new AppError('not_found', 'there is nothing at this path');
  const methods = known.map((route) => route.method.toUpperCase());
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
    ', ',
  );
  ctx.set('Allow', allow);
  if (ctx.method !== 'OPTIONS')
    throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are ${allow}`);
  ctx.status = 204;
}

/** The routes of a path, for any method; `/calls/outbound` is its own route, not the call with the id "outbound". */
function createLookup(routes: readonly ApiRoute[]): (path: string) => readonly ApiRoute[] {
  const patterns = routes.map((route) => ({
    route,
    isLiteral: !route.path.includes(':'),
    pattern: new RegExp(`^${apiPrefix}${route.path.replaceAll('.', '\\.').replace(/:[a-z_]+/g, '[^/]+')}$`),
  }));
  return (path) => {
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    const literal = matching.filter(({ isLiteral }) => isLiteral);
    return (literal.length > 0 ? literal : matching).map(({ route }) => route);
  };
}
