import type {} from '@koa/bodyparser';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { validateBody } from '../../contract/validate.ts';
import { AppError } from '../../domain/errors.ts';
import type { ConfirmedCredentials } from '../confirmed-credentials.ts';
import { limitRate } from '../rate-limit.ts';
import type { OwnOrigins } from '../own-origins.ts';
import type { SignIn } from '../provider/sign-in.ts';
import { transactionSeconds } from '../provider/transaction.ts';
import type { Recogniser } from '../recognise.ts';
import { requireSameOrigin } from '../same-origin.ts';
import type { Cookie } from '../sessions/cookies.ts';
import type { OpenedSession, SessionDesk } from '../sessions/session-desk.ts';
import type { SessionEnder } from '../sessions/session-ender.ts';
import { sessionBody } from './contract.ts';
import type { CredentialExchange, PageCredential } from './credential-exchange.ts';
import { describeMe, describeNewSession } from './me.ts';
import type { ProviderFlow } from './provider-flow.ts';
import { returnPath } from '../../domain/return-path.ts';

/** Parses the body into `ctx.request.body`. */
export type BodyReader = (ctx: Context) => Promise<unknown>;

export interface AuthRouterNeeds {
  recogniser: Recogniser;
  confirmed: ConfirmedCredentials;
  credentials: CredentialExchange;
  sessions: SessionDesk;
  ender: SessionEnder;
  /** Undefined without an identity provider. */
  provider: { flow: ProviderFlow; signIn: SignIn } | undefined;
  sessionCookie: Cookie;
  transactionCookie: Cookie;
  own: OwnOrigins;
  publicUrl: string;
  now: () => number;
  readBody: BodyReader;
}

/** The part of a Koa context that the routes share. */
type AuthContext = Pick<Context, 'req' | 'append'>;

const allowedMethods = {
  '/auth/login': 'GET, HEAD',
  '/auth/callback': 'GET, HEAD',
  '/auth/refresh-callback': 'GET, HEAD, POST',
  '/auth/me': 'GET, HEAD',
  '/auth/session': 'POST',
  '/auth/logout': 'GET, HEAD',
};

/** The routes that need no identity. */
export function createAuthRoutes(needs: AuthRouterNeeds): Middleware {
  const { recogniser, sessionCookie, transactionCookie, provider, now } = needs;
  const publicHost = new URL(needs.publicUrl).host;
  // Strict and case-sensitive: no path unknown to the rate limiter may reach a handler.
  const router = new Router({ strict: true, sensitive: true });
  router.use(
    limitRate(now, (request) => {
      const cookie = sessionCookie.read(request);
      return cookie === undefined ? undefined : needs.confirmed.find('cookie', cookie);
    }),
  );
  router.use(async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    // After the limit: bodies that a stranger sends beyond it are not read.
    await needs.readBody(ctx as unknown as Context);
    await next();
  });

  function giveSession(ctx: AuthContext, session: OpenedSession): void {
    const seconds = (session.row.expiresAtMs - now()) / 1000;
    ctx.append('Set-Cookie', sessionCookie.write(session.cookie, seconds));
  }

  router.get('/auth/login', async (ctx) => {
    const { flow } = required(provider);
    const asked = ctx.query['return_to'];
    const returnTo = returnPath(typeof asked === 'string' ? asked : undefined);
    // The provider leads back to PUBLIC_URL, and a cookie given under another name of this service is not sent there. A proxy may change the
    // name in every request, so this is done once.
    if (ctx.host.toLowerCase() !== publicHost && ctx.query['moved'] === undefined) {
      ctx.status = 303;
      ctx.redirect(`${needs.publicUrl}/auth/login?moved=1&return_to=${encodeURIComponent(returnTo)}`);
      return;
    }
    const { redirectTo, sealed } = await flow.begin(returnTo, sessionCookie.read(ctx.req));
    ctx.append('Set-Cookie', transactionCookie.write(sealed, transactionSeconds));
    ctx.status = 303;
    ctx.redirect(redirectTo);
  });

  router.get('/auth/callback', async (ctx) => {
    const { flow } = required(provider);
    // One that was begun in another tab since then goes on: only a sign-in that is used up is forgotten.
    const transaction = await flow.recall(ctx.search, transactionCookie.read(ctx.req));
    ctx.append('Set-Cookie', transactionCookie.clear());
    const { session, returnTo } = await flow.complete(ctx.search, transaction, userAgentOf(ctx));
    giveSession(ctx, session);
    ctx.status = 303;
    ctx.redirect(returnTo);
  });

  for (const method of ['get', 'post'] as const)
    router[method]('/auth/refresh-callback', async (ctx) => {
      const { flow } = required(provider);
      if (isCrossSite(ctx))
        throw new AppError('forbidden', 'a session is refreshed only by pages of this service');
      const cookie = sessionCookie.read(ctx.req);
      try {
        const session = await flow.refresh(cookie);
        giveSession(ctx, session);
        ctx.body = describeNewSession(session.row, true);
      } catch (error) {
        if (cookie !== undefined && error instanceof AppError && error.code === 'unauthenticated')
          ctx.append('Set-Cookie', sessionCookie.clear());
        throw error;
      }
    });

  router.get('/auth/me', async (ctx) => {
    try {
      ctx.body = describeMe(await recogniser.recognise(ctx.req, 'rest'), provider !== undefined);
    } catch (error) {
      // A program with a bad token gets an error; a browser with a stale cookie is simply not signed in.
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
    const body = validateBody<PageCredential>(sessionBody, ctx.request.body ?? {});
    const session = await needs.credentials.open(body, userAgentOf(ctx));
    await needs.sessions.endPresented(sessionCookie.read(ctx.req));
    giveSession(ctx, session);
    ctx.body = describeNewSession(session.row, provider !== undefined);
  });

  // Answers at once, whatever the database and the provider do; the stored session ends right after, or once it can be.
  router.get('/auth/logout', (ctx) => {
    ctx.status = 303;
    const cookie = sessionCookie.read(ctx.req);
    // A link on another site must sign nobody out: such a request carries no session cookie and must not clear it.
    if (isCrossSite(ctx) || cookie === undefined) {
      ctx.redirect('/');
      return;
    }
    const isKnown = needs.confirmed.find('cookie', cookie) !== undefined;
    needs.confirmed.forget('cookie', cookie);
    needs.ender.end(cookie, isKnown);
    ctx.append('Set-Cookie', sessionCookie.clear());
    ctx.append('Set-Cookie', transactionCookie.clear());
    ctx.redirect(provider?.signIn.endSessionUrl(`${needs.publicUrl}/`) ?? '/');
  });

  for (const [path, allowed] of Object.entries(allowedMethods))
    router.all(path, (ctx) => {
      ctx.set('Allow', allowed);
      throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are ${allowed}`);
    });

  return router.routes() as unknown as Middleware;
}

function required<T>(provider: T | undefined): T {
  if (provider === undefined)
    throw new AppError(
      'not_found',
      'no identity provider is configured (OIDC_ISSUER); sign in with a personal access token',
    );
  return provider;
}

/** As far as the browser says: to an address without https in the local network, it sends no such header (Fetch Metadata, section 4). */
function isCrossSite(ctx: AuthContext): boolean {
  const site = ctx.req.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function userAgentOf(ctx: AuthContext): string {
  return ctx.req.headers['user-agent'] ?? '';
}
