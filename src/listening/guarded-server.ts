import {
  createServer,
  IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { refuseAndClose } from './refusal.ts';
import { settleHead } from './request-head.ts';
import { Strangers, type StrangerLimits } from './strangers.ts';

export interface ServerTimes {
  /** From the first byte of a request to its last. */
  requestMs: number;
  /** From the first byte, or from the start of the connection, to the end of the headers. */
  headersMs: number;
  /** How often these two limits are checked. */
  checkMs: number;
  /** How long a peer may go without reading a byte of what waits for it. */
  writeMs: number;
  /** How long a connection may be idle between two requests. */
  keepAliveMs: number;
}

/** A certificate and its key, PEM, which may be renewed. */
export interface CertificateSource {
  readonly present: { readonly certificate: string; readonly key: string };
  /** @returns ends the subscription. */
  onRenewed(listener: (renewed: { certificate: string; key: string }) => void): () => void;
}

export interface GuardedServerOptions {
  times: ServerTimes;
  strangers: StrangerLimits;
  /** For all peers together, known or not; more are closed on arrival. */
  maxConnections: number;
  /** A larger one is refused before it is sent, where the peer asks first. Undefined: only once it arrives. */
  bodies?: { maxBytes: number; tooLarge: string };
  /** Undefined: it speaks plain http. */
  certificate?: CertificateSource | undefined;
  handle(request: IncomingMessage, response: ServerResponse): void;
  log: Log;
}

/**
 * A server that anybody may reach. A fault on one connection affects no other, and no peer can hold a connection without using it. Every
 * refusal has the service's one-field body.
 */
export function createGuardedServer(options: GuardedServerOptions): Server {
  const { times, log } = options;
  const strangers = new Strangers(options.strangers);
  /** The unfinished answers of each connection. */
  const serving = new WeakMap<Duplex, Set<ServerResponse>>();
  const settings = {
    requestTimeout: times.requestMs,
    headersTimeout: times.headersMs,
    connectionsCheckingInterval: times.checkMs,
    keepAliveTimeout: times.keepAliveMs,
    requireHostHeader: false, // Node's own refusal has no body; `settleHead` looks
    IncomingMessage: WebSocketOrPlain,
  };
  const server =
    options.certificate === undefined
      ? createServer(settings)
      : createSecureServer(settings, options.certificate, strangers, times.headersMs);
  server.maxConnections = options.maxConnections;
  server.timeout = times.writeMs;
  server.on('connection', (socket: Socket) => strangers.admit(socket));
  // Node counts a write that moves on as activity, so what waits here has not moved. An answer that is only silent (a
  // stream without events, a wait) has nothing waiting and stays.
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || (serving.get(socket)?.size ?? 0) === 0) socket.destroy();
  });
  // Closed once they are answered: Node drops the rest of a packet whose upgrade offer was declined, so the next bytes may begin in the
  // middle of a request.
  const declining = new WeakSet<Duplex>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (declining.has(socket)) return;
    const answers = serving.get(socket) ?? new Set();
    serving.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
    if (request.headers.upgrade !== undefined) declining.add(socket);
    if (strangers.isOld(socket) || declining.has(socket)) response.setHeader('Connection', 'close');
    guard(socket, log, () => {
      const fault = settleHead(request);
      if (fault === undefined) options.handle(request, response);
      else answer(response, 400, fault);
    });
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { maxBytes, tooLarge } = options.bodies ?? { maxBytes: Infinity, tooLarge: '' };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return answer(response, 413, tooLarge);
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    answer(response, 417, 'the only expectation that can be met is 100-continue'),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuseAndClose(socket, { status: 405, detail: 'CONNECT is not allowed here', headers: { Allow: 'GET' } }),
  );
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') {
      // TLS never began, so the answer goes out on the bare connection. Closed without one, a browser shows an error that says nothing.
      refuseAndClose(strangers.carrierOf(socket as Socket) ?? socket, plainToSecure);
      return;
    }
    const answers = [...(serving.get(socket) ?? [])];
    if (declining.has(socket) && answers.some(({ req }) => req.complete)) return; // its answer will close it
    const isAnswering = answers.some((response) => response.headersSent);
    const hasNoHandshake = error.code?.startsWith('ERR_SSL_') || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT';
    // A second answer in the middle of the first would be read as part of it.
    if (isAnswering || hasNoHandshake || error.code === 'ECONNRESET') socket.destroy();
    else refuseAndClose(socket, describeClientError(error.code));
  });
  return server;
}

/**
 * Only an offer to speak WebSocket is accepted, and none in HTTP/1.0 (RFC 9110 section 7.8). Clients that offer HTTP/2 with their first
 * request (`Upgrade: h2c`: Java's by default, curl's with `--http2`) are answered in HTTP/1.1 (same section); Node by itself would treat
 * any offer as an upgrade.
 */
class WebSocketOrPlain extends IncomingMessage {
  // Without an initialiser: that would run after the base class's constructor, which has set it through the accessor.
  declare private offersUpgrade: boolean;

  /** What Node asks as soon as the headers are there. */
  get upgrade(): boolean {
    if (!this.offersUpgrade) return false;
    if (this.method === 'CONNECT') return true;
    return this.httpVersion !== '1.0' && /\bwebsocket\b/i.test(this.headers.upgrade ?? '');
  }

  set upgrade(offered: boolean) {
    this.offersUpgrade = offered;
  }
}

/** New connections get a renewed certificate. A connection counts as a stranger's from its TLS handshake on. */
function createSecureServer(
  settings: ServerOptions,
  certificate: CertificateSource,
  strangers: Strangers,
  handshakeTimeout: number,
): Server {
  const { certificate: cert, key } = certificate.present;
  const server = createTlsServer({ ...settings, cert, key, handshakeTimeout });
  server.once(
    'close',
    certificate.onRenewed((renewed) =>
      server.setSecureContext({ cert: renewed.certificate, key: renewed.key }),
    ),
  );
  server.on('secureConnection', (socket: Socket) => strangers.secured(socket));
  return server;
}

/**
 * Guards the upgrade listeners that have subscribed so far. After an upgrade only they handle the socket's errors, and an exception
 * in one of them would end the process.
 */
export function guardUpgrades(server: Server, log: Log): void {
  const subscribed = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    guard(socket, log, () => {
      const detail = settleHead(request);
      if (detail !== undefined) refuseAndClose(socket, { status: 400, detail });
      else for (const subscriber of subscribed) subscriber.call(server, request, socket, head);
    });
  });
}

function guard(socket: Duplex, log: Log, act: () => void): void {
  try {
    act();
  } catch (error) {
    log.error('a connection failed', { why: describeError(error) });
    socket.destroy();
  }
}

function answer(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  response
    .writeHead(status, {
      // Whatever else arrives on this connection cannot be trusted to be a request.
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}

const plainToSecure = {
  status: 400,
  detail: 'this port speaks https, and only https: the address must begin with https://',
};

/** What Node's parser refuses never becomes a request. */
function describeClientError(code: string | undefined): { status: number; detail: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, detail: 'the request took too long to arrive' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, detail: 'the headers are too large' };
  return { status: 400, detail: 'the request is not valid HTTP' };
}
