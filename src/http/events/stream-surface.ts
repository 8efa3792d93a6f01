import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { CallPulse } from '../../calls/desk.ts';
import { AppError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Identity } from '../../identity/gate.ts';
import { type BeginSocket, closeCodes, type SocketSurface } from '../sockets/socket-gate.ts';
import { EventHub } from './event-hub.ts';
import {
  defaultStreamLimits,
  EventStream,
  type EventStreamNeeds,
  type StreamLimits,
} from './event-stream.ts';
import { PulseClock } from './pulse-clock.ts';
import { readStreamFilter, type StreamFilter } from './stream-filter.ts';

export interface StreamSurfaceNeeds extends Pick<EventStreamNeeds, 'log'> {
  journal: EventStreamNeeds['journal'] & ConstructorParameters<typeof EventHub>[0];
  /** How the calls sound now. */
  pulses?: (() => readonly CallPulse[]) | undefined;
  limits?: Partial<StreamLimits> | undefined;
  maxClients?: number | undefined;
  nowMs?: (() => number) | undefined;
}

/** `/ws/events`: the streams that are open, and what ends them. */
export class StreamSurface implements SocketSurface {
  readonly path = '/ws/events';
  readonly scope: Scope = 'read';
  readonly #needs: StreamSurfaceNeeds;
  readonly #hub: EventHub;
  readonly #limits: StreamLimits;
  readonly #open = new Set<EventStream>();
  readonly #pulseClock: PulseClock;

  constructor(needs: StreamSurfaceNeeds) {
    this.#needs = needs;
    this.#hub = new EventHub(needs.journal);
    this.#pulseClock = new PulseClock(needs.pulses ?? (() => []), needs.nowMs ?? Date.now);
    this.#limits = { ...defaultStreamLimits, ...needs.limits };
  }

  get clientCount(): number {
    return this.#open.size;
  }

  admit(identity: Identity, request: IncomingMessage): BeginSocket {
    if (this.#open.size >= (this.#needs.maxClients ?? 1_000))
      throw new AppError('unavailable', 'too many clients of the event stream');
    const filter = readStreamFilter(request);
    return (socket, upgraded) => this.#begin(identity, filter, socket, upgraded);
  }

  close(): void {
    this.#pulseClock.close();
    this.#hub.close();
    for (const stream of this.#open) stream.close(closeCodes.goingAway, 'the service stops');
  }

  #begin(identity: Identity, filter: StreamFilter, socket: WebSocket, request: IncomingMessage): void {
    const { journal, log, nowMs = Date.now } = this.#needs;
    const stream = new EventStream(socket, request.socket, filter, {
      journal,
      log,
      nowMs,
      hub: this.#hub,
      limits: this.#limits,
    });
    this.#open.add(stream);
    const stopPulse = filter.pulse ? this.#pulseClock.add(stream) : (): void => undefined;
    const forget = identity.onRevoked(() => stream.close(closeCodes.revoked, 'the credential ended'));
    socket.once('close', () => {
      forget();
      stopPulse();
      this.#open.delete(stream);
    });
    stream.start();
  }
}
