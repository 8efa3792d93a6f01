import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import websockify from 'koa-websocket';
import type { Journal } from '../calls/store.ts';
import { AppError, describeError } from '../domain/errors.ts';
import {
  type CertificateSource,
  createGuardedServer,
  guardUpgrades,
  type ServerTimes,
} from '../listening/guarded-server.ts';
import { describeBindFailure } from '../listening/bind-failure.ts';
import type { StrangerLimits } from '../listening/strangers.ts';
import type { Log } from '../log/log.ts';
import { logAccess } from './access-log.ts';
import { serveApi } from './api-router.ts';
import { type Authenticator, rememberingConnections } from '../identity/gate.ts';
import type { BodyReader } from '../identity/index.ts';
import { bodyTooLarge, maxBodyBytes, readBody } from './body.ts';
import { StreamSurface, type StreamSurfaceNeeds } from './events/stream-surface.ts';
import { answerFailures } from './failures.ts';
import { takeInOversized } from './oversized.ts';
import { ListenSurface } from './sockets/listen-surface.ts';
import { serveDashboard } from './pages/dashboard.ts';
import { guardPages, limitDevices } from './security-headers.ts';
import { serveDocs, servePlaceholder } from './pages/pages.ts';
import { showRefusedSignIn } from './pages/refused-sign-in.ts';
import { SocketGate, type SocketSurface } from './sockets/socket-gate.ts';
import { allRoutes, type RouteNeeds } from './routes/all.ts';
import { type HealthNeeds, serveHealth } from './routes/health.ts';

export interface HttpNeeds extends RouteNeeds {
  journal: Pick<Journal, 'subscribe' | 'read' | 'readBefore' | 'record' | 'range'>;
  authenticator: Authenticator;
  health: HealthNeeds;
  log: Log;
  /** The certificate to serve https with; undefined: plain http. */
  certificate?: CertificateSource | undefined;
  /** `/auth/…`, before the owner check; these routes decide themselves when a body is read. */
  auth?: ((readBody: BodyReader) => Middleware) | undefined;
  /** `/provision`, for phones, which have no token. */
  phoneAccounts?: Middleware | undefined;
  /** `/mcp/…`, which reads its own bodies and calls the authenticator itself. */
  mcp?: Middleware | undefined;
  stream?: Pick<StreamSurfaceNeeds, 'limits' | 'maxClients'> & { heartbeatMs?: number };
  /** WebSocket surfaces in addition to these two. */
  sockets?: readonly SocketSurface[];
  timeouts?: Partial<ServerTimes>;
  strangers?: Partial<StrangerLimits>;
}

export interface HttpApp {
  /**
   * @throws AppError `unavailable` when the address cannot be bound. @returns the port, which matters when 0 was
   * requested.
   */
  listen(host: string, port: number): Promise<{ port: number }>;
  /** Ends open connections and resolves when all are closed. */
  close(): Promise<void>;
}

/** For one WebSocket message: a session description (RFC 8866) with its candidates has a few kilobytes. */
const largestMessageBytes = 65_536;
/** How long requests in progress may take when the service stops. */
const closeMs = 3_000;

const defaultTimeouts: ServerTimes = {
  requestMs: 30_000,
  headersMs: 10_000,
  checkMs: 2_000,
  writeMs: 20_000,
  // With Node's default of 5 s, a client that asks every few seconds would often use a connection that is just being closed.
  keepAliveMs: 15_000,
};
/** A browser opens six connections and a dashboard a few streams; a household behind one proxy a few dozen. */
const defaultStrangers: StrangerLimits = { perAddress: 256, total: 1_024, lifetimeMs: 120_000 };
/** A thousand event streams, two hundred MCP sessions, all unauthenticated connections, and room for requests. */
const maxConnections = 2_500;

export function createHttpApp(needs: HttpNeeds): HttpApp {
  const { log } = needs;
  const authenticator = rememberingConnections(needs.authenticator);
  const timeouts = { ...defaultTimeouts, ...needs.timeouts };
  const stream = new StreamSurface({
    journal: needs.journal,
    pulses: () => needs.calls.pulses(),
    onPartial: (listener) => needs.calls.onPartial(listener),
    log,
    ...needs.stream,
  });
  const listening = new ListenSurface({ calls: needs.calls, log });
  const gate = new SocketGate({
    surfaces: [stream, listening, ...(needs.sockets ?? [])],
    authenticator,
    log,
    heartbeatMs: needs.stream?.heartbeatMs,
  });

  const plain = new Koa({ proxy: false });
  plain.listen = ((...where: [number, string]) => {
    const answer = plain.callback();
    return createGuardedServer({
      times: timeouts,
      strangers: { ...defaultStrangers, ...needs.strangers },
      maxConnections,
      bodies: { maxBytes: maxBodyBytes, tooLarge: bodyTooLarge },
      certificate: needs.certificate,
      // It handles failures itself and never rejects.
      handle: (request, response) => void answer(request, response),
      log,
    }).listen(...where);
  }) as typeof plain.listen;
  const app = websockify(plain, {
    maxPayload: largestMessageBytes,
    verifyClient: ({ req }, verdict) => gate.verify(req, verdict),
    handleProtocols: (offered, request) => gate.chooseProtocol(offered, request),
  });
  app.on('error', (error: unknown) => log.error('a response failed', { why: describeError(error) }));

  app.use(logAccess(log));
  app.use(guardPages(needs.publicUrl));
  app.use(limitDevices);
  app.use(takeInOversized);
  app.use(showRefusedSignIn);
  app.use(answerFailures(log));
  app.use(serveHealth(needs.health));
  if (needs.auth !== undefined) app.use(needs.auth(readBody));
  if (needs.phoneAccounts !== undefined) app.use(needs.phoneAccounts);
  if (needs.mcp !== undefined) app.use(needs.mcp);
  app.use(refusePlainSockets(gate));
  app.use(serveDocs());
  app.use(serveApi(allRoutes(needs, needs.health.version), authenticator));
  app.use(serveDashboard());
  app.use(servePlaceholder());
  app.ws.use((ctx) => gate.accept(ctx.websocket, ctx.req));
  let server: Server | undefined;

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        const listening = app.listen(port, host);
        server = listening;
        guardUpgrades(listening, log);
        // ws re-emits the server's errors, which the listener below logs; unhandled here they would crash the
        // process.
        app.ws.server?.on('error', () => undefined);
        app.ws.server?.on('wsClientError', (error, socket, request) => {
          gate.refuseMalformed(request, socket, error.message);
        });
        listening.once('error', (error) => {
          const settings = { hostSetting: 'HOST', portSetting: 'PORT' };
          reject(describeBindFailure({ protocol: 'tcp', host, port, ...settings }, error));
        });
        listening.once('listening', () => resolve({ port: (listening.address() as AddressInfo).port }));
      }),
    close: () =>
      new Promise((resolve) => {
        gate.close();
        if (server === undefined) {
          resolve();
          return;
        }
        const cutOff = setTimeout(() => server?.closeAllConnections(), closeMs);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Answers a plain request to a WebSocket path; unauthenticated callers get 401 first. */
function refusePlainSockets(gate: SocketGate): Middleware {
  return async (ctx, next) => {
    if (!gate.isAt(ctx.path)) return next();
    await gate.identify(ctx.req);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET');
      throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; open a WebSocket`);
    }
    throw new AppError('invalid', `${ctx.path} is a WebSocket; send an upgrade`);
  };
}
