import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { CallPulse } from '../../calls/desk.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import { requireScope, type Scope } from '../../domain/scope.ts';
import { refuseAndClose } from '../../listening/refusal.ts';
import type { Log } from '../../log/log.ts';
import { pathOf, writeAccess } from '../access-log.ts';
import type { Authenticator, Identity } from '../../identity/gate.ts';
import { toAppError } from '../failures.ts';
import { decideUpgrade, refusalHeaders, type Verdict } from '../upgrade.ts';
import { EventHub } from './event-hub.ts';
import {
  closeCodes,
  defaultStreamLimits,
  EventStream,
  type EventStreamNeeds,
  type StreamLimits,
} from './event-stream.ts';
import { PulseClock } from './pulse-clock.ts';
import { readStreamFilter, type StreamFilter } from './stream-filter.ts';

export const eventsPath = '/ws/events';
const eventsScope: Scope = 'read';

/** Clients have nothing to say; a pong carries at most 125 bytes. */
export const maxClientMessageBytes = 1_024;

export interface StreamSurfaceNeeds extends Pick<EventStreamNeeds, 'log'> {
  journal: EventStreamNeeds['journal'] & ConstructorParameters<typeof EventHub>[0];
  authenticator: Authenticator;
  /** How the calls sound now. */
  pulses?: (() => readonly CallPulse[]) | undefined;
  limits?: Partial<StreamLimits> | undefined;
  heartbeatMs?: number | undefined;
  maxClients?: number | undefined;
  nowMs?: (() => number) | undefined;
}

interface Admission {
  identity: Identity;
  filter: StreamFilter;
}

/** `/ws/events`: who may open it, what keeps it alive and what ends it. */
export class StreamSurface {
  readonly #needs: StreamSurfaceNeeds;
  readonly #log: Log;
  readonly #hub: EventHub;
  readonly #limits: StreamLimits;
  readonly #admissions = new WeakMap<IncomingMessage, Admission>();
  readonly #open = new Map<WebSocket, { stream: EventStream; answered: boolean }>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #pulseClock: PulseClock;

  constructor(needs: StreamSurfaceNeeds) {
    this.#needs = needs;
    this.#log = needs.log;
    this.#hub = new EventHub(needs.journal);
    this.#pulseClock = new PulseClock(needs.pulses ?? (() => []), needs.nowMs ?? Date.now);
    this.#limits = { ...defaultStreamLimits, ...needs.limits };
    this.#heartbeat = setInterval(() => this.#beat(), needs.heartbeatMs ?? 30_000).unref();
  }

  /** `verifyClient` of the WebSocket server: refuses as HTTP, before the upgrade. */
  verify(request: IncomingMessage, verdict: Verdict): void {
    const admit = async (): Promise<void> => {
      this.#admissions.set(request, await this.#admit(request));
    };
    decideUpgrade(request, verdict, admit, this.#log);
  }

  /** A malformed upgrade request; unauthenticated callers still get 401. */
  refuseMalformed(request: IncomingMessage, socket: Duplex, why: string): void {
    this.verifyIdentity(request)
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

  /** After the upgrade. */
  accept(socket: WebSocket, request: IncomingMessage): void {
    try {
      this.#begin(socket, request);
    } catch (thrown) {
      this.#log.error('an event stream did not begin', { why: describeError(thrown) });
      socket.terminate();
    }
  }

  #begin(socket: WebSocket, request: IncomingMessage): void {
    const admission = this.#admissions.get(request);
    if (admission === undefined) {
      socket.close(4404, 'there is nothing at this path');
      return;
    }
    const { journal, log, nowMs = Date.now } = this.#needs;
    const stream = new EventStream(socket, request.socket, admission.filter, {
      journal,
      log,
      nowMs,
      hub: this.#hub,
      limits: this.#limits,
    });
    const state = { stream, answered: true };
    this.#open.set(socket, state);
    const stopPulse = admission.filter.pulse ? this.#pulseClock.add(stream) : (): void => undefined;
    const forget = admission.identity.onRevoked(() =>
      stream.close(closeCodes.revoked, 'the credential ended'),
    );
    socket.on('pong', () => {
      state.answered = true;
    });
    socket.once('close', () => {
      forget();
      stopPulse();
      this.#open.delete(socket);
    });
    stream.start();
  }

  get clientCount(): number {
    return this.#open.size;
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#pulseClock.close();
    this.#hub.close();
    for (const { stream } of this.#open.values()) stream.close(closeCodes.goingAway, 'the service stops');
  }

  verifyIdentity(request: IncomingMessage): Promise<Identity> {
    return this.#needs.authenticator.identify(request, 'events');
  }

  async #admit(request: IncomingMessage): Promise<Admission> {
    const identity = await this.verifyIdentity(request);
    requireScope(identity.scope, eventsScope);
    if (pathOf(request) !== eventsPath) throw new AppError('not_found', 'there is nothing at this path');
    if (this.#open.size >= (this.#needs.maxClients ?? 1_000))
      throw new AppError('unavailable', 'too many clients of the event stream');
    return { identity, filter: readStreamFilter(request) };
  }

  /** A peer that answered nothing since the last beat is gone. */
  #beat(): void {
    for (const [socket, state] of this.#open) {
      if (!state.answered) {
        socket.terminate();
        continue;
      }
      state.answered = false;
      socket.ping();
    }
  }
}
