import type {} from '@koa/bodyparser';
import Router from '@koa/router';
import Joi from 'joi';
import type { Context } from 'koa';
import { validateBody } from '../../contract/validate.ts';
import { AppError } from '../../domain/errors.ts';
import { limitRate } from '../rate-limit.ts';
import type { OwnOrigins } from '../own-origins.ts';
import type { SignIn } from '../provider/sign-in.ts';
import { transactionSeconds } from '../provider/transaction.ts';
import type { Recogniser } from '../recognise.ts';
import { requireSameOrigin } from '../same-origin.ts';
import type { Cookie } from '../sessions/cookies.ts';
import type { OpenedSession, SessionDesk } from '../sessions/session-desk.ts';
import type { SessionEnder } from '../sessions/session-ender.ts';
import type { TokenDesk } from '../tokens/token-desk.ts';
import { describeMe } from './me.ts';
import type { ProviderFlow } from './provider-flow.ts';
import { returnPath } from './return-path.ts';

export interface AuthRouterNeeds {
  recogniser: Recogniser;
  tokens: TokenDesk;
  sessions: SessionDesk;
  ender: SessionEnder;
  /** Undefined without an identity provider. */
  provider: { flow: ProviderFlow; signIn: SignIn } | undefined;
  sessionCookie: Cookie;
  transactionCookie: Cookie;
  own: OwnOrigins;
  publicUrl: string;
  now: () => number;
}

/** What the routes share of a request. */
type Exchange = Pick<Context, 'req' | 'append'>;

const allowedMethods = {
  '/auth/login': 'GET, HEAD',
  '/auth/callback': 'GET, HEAD',
  '/auth/refresh-callback': 'GET, HEAD, POST',
  '/auth/me': 'GET, HEAD',
  '/auth/session': 'POST',
  '/auth/logout': 'GET, HEAD',
};

const sessionBody = Joi.object({ token: Joi.string().max(1_024).required() });

/** The routes that answer before an identity exists; `ctx.request.body` is parsed before them. */
export function createAuthRouter(needs: AuthRouterNeeds): Router {
  const { recogniser, sessionCookie, transactionCookie, provider, now } = needs;
  // Strict and case-sensitive: a path that the limiter does not know must not reach a handler.
  const router = new Router({ strict: true, sensitive: true });
  router.use(limitRate(now));
  router.use(async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await next();
  });

  function giveSession(ctx: Exchange, session: OpenedSession): void {
    const seconds = (session.row.expiresAtMs - now()) / 1000;
    ctx.append('Set-Cookie', sessionCookie.write(session.cookie, seconds));
  }

  /** A sign-in begins a session of its own: one that somebody planted in the browser before is over (session fixation). */
  async function endPresented(ctx: Exchange): Promise<void> {
    const cookie = sessionCookie.read(ctx.req);
    const found = cookie === undefined ? undefined : await needs.sessions.find(cookie);
    if (found?.state === 'live') await needs.sessions.end(found.row.id);
  }

  router.get('/auth/login', async (ctx) => {
    const { flow } = required(provider);
    const asked = ctx.query['return_to'];
    const { redirectTo, sealed } = await flow.begin(
      returnPath(typeof asked === 'string' ? asked : undefined),
    );
    ctx.append('Set-Cookie', transactionCookie.write(sealed, transactionSeconds));
    ctx.status = 303;
    ctx.redirect(redirectTo);
  });

  router.get('/auth/callback', async (ctx) => {
    const { flow } = required(provider);
    const sealed = transactionCookie.read(ctx.req);
    ctx.append('Set-Cookie', transactionCookie.clear());
    const { session, returnTo } = await flow.complete(ctx.search, sealed);
    await endPresented(ctx);
    giveSession(ctx, session);
    ctx.status = 303;
    ctx.redirect(returnTo);
  });

  for (const method of ['get', 'post'] as const)
    router[method]('/auth/refresh-callback', async (ctx) => {
      const { flow } = required(provider);
      refuseCrossSite(ctx);
      try {
        const session = await flow.refresh(sessionCookie.read(ctx.req));
        giveSession(ctx, session);
        const { row } = session;
        ctx.body = describeMe(
          {
            credentialId: row.id,
            kind: 'session',
            isOwner: true,
            scope: row.scope,
            name: row.email ?? row.subject,
            subject: row.subject,
            email: row.email,
            expiresAtMs: row.expiresAtMs,
          },
          true,
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated')
          ctx.append('Set-Cookie', sessionCookie.clear());
        throw error;
      }
    });

  router.get('/auth/me', async (ctx) => {
    try {
      ctx.body = describeMe(await recogniser.recognise(ctx.req, 'rest'), provider !== undefined);
    } catch (error) {
      // A bad token is an answer to a program; a cookie that ended is a browser that is simply not signed in.
      const isStaleCookie =
        error instanceof AppError &&
        error.code === 'unauthenticated' &&
        ctx.req.headers.authorization === undefined;
      if (!isStaleCookie) throw error;
      ctx.append('Set-Cookie', sessionCookie.clear());
      ctx.body = describeMe(undefined, provider !== undefined);
    }
  });

  router.post('/auth/session', async (ctx) => {
    if (ctx.req.headers.origin !== undefined || ctx.req.headers['sec-fetch-site'] !== undefined)
      requireSameOrigin(ctx.req, needs.own, 'http');
    const body = validateBody<{ token: string }>(sessionBody, ctx.request.body ?? {});
    const row = await needs.tokens.findBySecret(body.token);
    if (row === undefined)
      throw new AppError('unauthenticated', 'the token is not valid: unknown, expired or revoked');
    await endPresented(ctx);
    const session = await needs.sessions.open({
      subject: row.name,
      email: null,
      scope: row.scope,
      tokenId: row.id,
      endsAtMs: row.expiresAtMs ?? undefined,
    });
    giveSession(ctx, session);
    ctx.body = describeMe(
      {
        credentialId: session.row.id,
        kind: 'session',
        isOwner: true,
        scope: row.scope,
        name: row.name,
        subject: row.name,
        email: null,
        expiresAtMs: session.row.expiresAtMs,
      },
      provider !== undefined,
    );
  });

  // Answers at once whatever the database and the provider do; the session in the database ends right after.
  router.get('/auth/logout', (ctx) => {
    const cookie = sessionCookie.read(ctx.req);
    if (cookie !== undefined) needs.ender.end(cookie);
    ctx.append('Set-Cookie', sessionCookie.clear());
    ctx.append('Set-Cookie', transactionCookie.clear());
    ctx.status = 303;
    ctx.redirect(provider?.signIn.endSessionUrl(`${needs.publicUrl}/`) ?? '/');
  });

  for (const [path, allowed] of Object.entries(allowedMethods))
    router.all(path, (ctx) => {
      ctx.set('Allow', allowed);
      throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are ${allowed}`);
    });

  return router;
}

function required<T>(provider: T | undefined): T {
  if (provider === undefined)
    throw new AppError(
      'not_found',
      'no identity provider is configured (OIDC_ISSUER); sign in with a personal access token',
    );
  return provider;
}

/** A link elsewhere may lead to a page here, but not turn the session's secret over. */
function refuseCrossSite(ctx: Exchange): void {
  const site = ctx.req.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site')
    throw new AppError('forbidden', 'a session is refreshed only by pages of this service');
}
