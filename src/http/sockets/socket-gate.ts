import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { AppError, describeError } from '../../domain/errors.ts';
import { requireScope, type Scope } from '../../domain/scope.ts';
import { type Authenticator, holderOf, type Identity } from '../../identity/gate.ts';
import { refuseAndClose } from '../../listening/refusal.ts';
import type { Log } from '../../log/log.ts';
import { pathOf, writeAccess } from '../access-log.ts';
import { toAppError, wwwAuthenticate } from '../failures.ts';
import { nothingAt } from '../final-slash.ts';

/** RFC 6455 section 7.4, and 4401 from the private range for an expired or revoked credential. */
export const closeCodes = {
  goingAway: 1001,
  tooLarge: 1009,
  internal: 1011,
  tryAgainLater: 1013,
  revoked: 4401,
} as const;

/** Closes a socket from this side and stops its work at once. */
export type EndSocket = (code: number, reason: string) => void;
/** Takes an upgraded connection over. */
export type BeginSocket = (socket: WebSocket, request: IncomingMessage) => EndSocket;

/** The handler of one WebSocket path. */
export interface SocketSurface {
  readonly path: string;
  readonly scope: Scope;
  /** Its subprotocol (RFC 6455 section 1.9), in addition to `bearer`, which only carries a token. */
  readonly protocol?: string;
  /** Sockets beyond this are refused with 503. */
  readonly maxOpen: number;
  /** The same for one token, so that none can take the others' place; undefined: no limit of its own. */
  readonly maxOpenOfOne?: number;
  /** @throws AppError that refuses the upgrade. */
  admit(request: IncomingMessage, identity: Identity): BeginSocket;
  /** Called when the service stops; the gate itself closes the sockets. */
  close?(): void;
}

interface Admitted {
  surface: SocketSurface;
  identity: Identity;
  begin: BeginSocket;
}

interface OpenSocket {
  surface: SocketSurface;
  holder: string;
  hasAnswered: boolean;
  end: EndSocket;
}

type Verdict = (accepted: boolean, status?: number, body?: string, headers?: Record<string, string>) => void;

export interface SocketGateNeeds {
  surfaces: readonly SocketSurface[];
  authenticator: Authenticator;
  log: Log;
  heartbeatMs?: number | undefined;
}

/** Decides who may open a WebSocket, how many may be open, and when one ends; the surfaces handle the messages. */
export class SocketGate {
  readonly #needs: SocketGateNeeds;
  readonly #log: Log;
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>();
  readonly #open = new Map<WebSocket, OpenSocket>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(needs: SocketGateNeeds) {
    this.#needs = needs;
    this.#log = needs.log;
    this.#heartbeat = setInterval(() => this.#beat(), needs.heartbeatMs ?? 30_000).unref();
  }

  isAt(path: string): boolean {
    return this.#surfaceAt(path) !== undefined;
  }

  /** `verifyClient` of the WebSocket server: refuses as HTTP, before the upgrade. */
  verify(request: IncomingMessage, verdict: Verdict): void {
    const startedAt = performance.now();
    this.#admit(request)
      .then(
        (admitted) => {
          this.#admitted.set(request, admitted);
          writeAccess(this.#log, request, 101, performance.now() - startedAt);
          verdict(true);
        },
        (thrown: unknown) => {
          const error = toAppError(thrown);
          if (error.status >= 500) this.#log.error('an upgrade failed', { why: describeError(thrown) });
          writeAccess(this.#log, request, error.status, performance.now() - startedAt);
          verdict(false, error.status, JSON.stringify({ detail: error.detail }), refusalHeaders(error));
        },
      )
      .catch((thrown: unknown) => {
        this.#log.error('an upgrade failed', { why: describeError(thrown) });
        request.socket.destroy();
      });
  }

  /** `handleProtocols` of the WebSocket server. */
  chooseProtocol(offered: ReadonlySet<string>, request: IncomingMessage): string | false {
    const own = this.#surfaceAt(pathOf(request))?.protocol;
    if (own !== undefined && offered.has(own)) return own;
    return offered.has('bearer') ? 'bearer' : false;
  }

  /** Answers a malformed upgrade request; unauthenticated callers still get 401. */
  refuseMalformed(request: IncomingMessage, socket: Duplex, why: string): void {
    this.identify(request)
      .then(
        () => new AppError('invalid', `not a WebSocket upgrade: ${why}`),
        (thrown: unknown) => toAppError(thrown),
      )
      .then((error) => {
        writeAccess(this.#log, request, error.status, 0);
        refuseAndClose(socket, {
          status: error.status,
          detail: error.detail,
          headers: refusalHeaders(error),
        });
      })
      .catch(() => socket.destroy());
  }

  /** Takes over after the upgrade. */
  accept(socket: WebSocket, request: IncomingMessage): void {
    const admitted = this.#admitted.get(request);
    if (admitted === undefined) {
      socket.close(4404, 'there is nothing at this path');
      return;
    }
    try {
      this.#begin(socket, request, admitted);
    } catch (thrown) {
      this.#log.error('a WebSocket did not begin', { path: pathOf(request), why: describeError(thrown) });
      socket.terminate();
    }
  }

  identify(request: IncomingMessage): Promise<Identity> {
    return this.#needs.authenticator.identify(request, 'websocket');
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const { end } of this.#open.values()) end(closeCodes.goingAway, 'the service stops');
    for (const surface of this.#needs.surfaces) surface.close?.();
  }

  #begin(socket: WebSocket, request: IncomingMessage, { surface, identity, begin }: Admitted): void {
    const open = { surface, holder: holderOf(identity), hasAnswered: true, end: begin(socket, request) };
    this.#open.set(socket, open);
    const forget = identity.onRevoked(() => open.end(closeCodes.revoked, 'the credential ended'));
    socket.on('pong', () => (open.hasAnswered = true));
    socket.once('close', () => {
      forget();
      this.#open.delete(socket);
    });
  }

  #surfaceAt(path: string): SocketSurface | undefined {
    return this.#needs.surfaces.find((surface) => surface.path === path);
  }

  async #admit(request: IncomingMessage): Promise<Admitted> {
    const identity = await this.identify(request);
    const path = pathOf(request);
    const surface = this.#surfaceAt(path);
    if (surface === undefined) throw nothingAt(path);
    requireScope(identity.scope, surface.scope);
    this.#refuseTooMany(surface, holderOf(identity));
    return { surface, identity, begin: surface.admit(request, identity) };
  }

  #refuseTooMany({ path, maxOpen, maxOpenOfOne = maxOpen }: SocketSurface, holder: string): void {
    const here = [...this.#open.values()].filter(({ surface }) => surface.path === path);
    if (here.length >= maxOpen)
      throw new AppError('unavailable', `${path} already has ${maxOpen} connections, the most it accepts`);
    if (here.filter((open) => open.holder === holder).length >= maxOpenOfOne)
      throw new AppError(
        'unavailable',
        `${path} already has ${maxOpenOfOne} connections of this token, the most it accepts of one; close some`,
      );
  }

  /** A peer that has not answered since the last ping is gone. */
  #beat(): void {
    for (const [socket, open] of this.#open) {
      if (!open.hasAnswered) {
        socket.terminate();
        continue;
      }
      open.hasAnswered = false;
      socket.ping();
    }
  }
}

function refusalHeaders(error: AppError): Record<string, string> {
  const challenge = wwwAuthenticate(error);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
    ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
  };
}
