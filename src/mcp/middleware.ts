import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ParameterizedContext, Middleware } from 'koa';
import { AppError, describeError } from '../domain/errors.ts';
import { type Authenticator, credentialEnded, type Identity, whileValid } from '../identity/gate.ts';
import { wwwAuthenticate } from '../http/failures.ts';
import { readBody } from '../http/body.ts';
import type { OwnOrigins } from '../identity/index.ts';
import type { Log } from '../log/log.ts';
import { isMcpPath } from './mcp-path.ts';
import { leaveOutNullArguments, refuseShape } from './request-shapes.ts';
import type { Exchange, SessionTable } from './sessions/session-table.ts';
import { acceptSseMessage, answerOnStream, openSseStream } from './sessions/sse.ts';
import { answerOnce, beginSession, continueSession } from './sessions/streamable.ts';

export interface McpMiddlewareNeeds {
  authenticator: Authenticator;
  own: OwnOrigins;
  metadataUrl: (path: string) => string | undefined;
  table: SessionTable;
  /** Called per session with its credential, whose scope never changes. */
  createServer: (identity: Identity) => Server;
  log: Log;
  keepAliveMs: number;
}

const allowed = 'GET, POST, DELETE';

/** Serves both transports on one path. Checks the owner first, then the origin, then the message. */
export function serveMcp(needs: McpMiddlewareNeeds): Middleware {
  return async (ctx, next) => {
    if (!isMcpPath(ctx.path)) return next();
    const metadataUrl = needs.metadataUrl(ctx.path);
    ctx.state['metadataUrl'] = metadataUrl; // for any refusal from here on
    const identity = await needs.authenticator.identify(ctx.req, 'mcp');
    refuseForeign(ctx, needs.own);
    if (ctx.res.closed) {
      // The client left while its token was looked up: work that ends with the response would never end.
      ctx.respond = false;
      return;
    }
    // When the credential ends, so does what it started: the waiting tool and its response.
    ctx.res.once(
      'close',
      identity.onRevoked(() => endRevoked(ctx, metadataUrl)),
    );
    try {
      const { table, createServer, keepAliveMs } = needs;
      await dispatch({ ctx, identity, table, createServer: () => createServer(identity), keepAliveMs });
    } catch (error) {
      if (ctx.respond !== false) throw error;
      needs.log.error('an mcp request failed', { why: describeError(error) });
      endBroken(ctx);
    }
  };
}

async function dispatch(exchange: Exchange): Promise<void> {
  const { ctx, identity } = exchange;
  const sessionId = oneText(ctx.req.headers['mcp-session-id']);
  if (ctx.method === 'GET')
    return sessionId === undefined ? openSseStream(exchange) : continueSession(exchange, sessionId);
  if (ctx.method === 'DELETE') {
    if (sessionId === undefined)
      throw new AppError('invalid', 'the header Mcp-Session-Id names the session to end');
    return continueSession(exchange, sessionId);
  }
  if (ctx.method !== 'POST') {
    ctx.set('Allow', allowed);
    throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are ${allowed}`);
  }
  const body = await whileValid(identity, readBody(ctx));
  if (!JSONRPCMessageSchema.safeParse(body).success)
    throw new AppError('invalid', '"body" must be one JSON-RPC 2.0 message');
  leaveOutNullArguments(body);
  const streamId = oneText(ctx.query['sessionId']);
  const refused = refuseShape(body);
  if (refused !== undefined) {
    if (streamId !== undefined) return answerOnStream(exchange, streamId, refused);
    ctx.body = refused;
    return;
  }
  if (streamId !== undefined) return acceptSseMessage(exchange, streamId, body);
  if (sessionId !== undefined) return continueSession(exchange, sessionId, body);
  if (isInitializeRequest(body)) return beginSession(exchange, body);
  return answerOnce(exchange, body);
}

/**
 * Prevents DNS rebinding: a foreign page whose host name now resolves here (MCP, Streamable HTTP, security warning).
 */
function refuseForeign(ctx: ParameterizedContext, own: OwnOrigins): void {
  const { host, origin } = ctx.req.headers;
  if (!own.isOwnHost(host))
    throw new AppError(
      'forbidden',
      'the Host header is not one of this service; set PUBLIC_URL to its address',
    );
  if (origin !== undefined && !own.isListedOrigin(origin))
    throw new AppError('forbidden', 'the Origin header is not one of this service');
}

function oneText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function endRevoked(ctx: ParameterizedContext, metadataUrl: string | undefined): void {
  if (ctx.res.headersSent || ctx.respond !== false) {
    ctx.res.destroy();
    return;
  }
  const error = credentialEnded();
  ctx.res
    .writeHead(error.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'WWW-Authenticate': wwwAuthenticate(error, metadataUrl),
      Connection: 'close',
    })
    .end(JSON.stringify({ detail: error.detail }));
}

function endBroken(ctx: ParameterizedContext): void {
  if (ctx.res.headersSent) {
    ctx.res.destroy();
    return;
  }
  ctx.res.writeHead(500, { 'Content-Type': 'application/json' }).end('{"detail":"internal server error"}');
}
