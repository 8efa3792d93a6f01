import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { CallDesk, CallPulse } from '../../calls/desk.ts';
import { viewPartial } from '../../contract/events.ts';
import type { Scope } from '../../domain/scope.ts';
import { type BeginSocket, type EndSocket, type SocketSurface } from '../sockets/socket-gate.ts';
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
  /** What the running calls sound like now: level, class, person score. */
  pulses?: (() => readonly CallPulse[]) | undefined;
  /** Partial transcripts. */
  onPartial?: CallDesk['onPartial'] | undefined;
  limits?: Partial<StreamLimits> | undefined;
  maxClients?: number | undefined;
  nowMs?: (() => number) | undefined;
}

/** `/ws/events` */
export class StreamSurface implements SocketSurface {
  readonly path = '/ws/events';
  readonly scope: Scope = 'read';
  readonly maxOpen: number;
  readonly maxOpenOfOne: number;
  readonly #needs: StreamSurfaceNeeds;
  readonly #hub: EventHub;
  readonly #limits: StreamLimits;
  readonly #pulseClock: PulseClock;

  constructor(needs: StreamSurfaceNeeds) {
    this.#needs = needs;
    this.maxOpen = needs.maxClients ?? 1_000;
    this.maxOpenOfOne = Math.ceil(this.maxOpen / 4);
    this.#hub = new EventHub(needs.journal);
    this.#pulseClock = new PulseClock(needs.pulses ?? (() => []), needs.nowMs ?? Date.now);
    this.#limits = { ...defaultStreamLimits, ...needs.limits };
  }

  admit(request: IncomingMessage): BeginSocket {
    const filter = readStreamFilter(request);
    return (socket, upgraded) => this.#begin(filter, socket, upgraded);
  }

  close(): void {
    this.#pulseClock.close();
    this.#hub.close();
  }

  #begin(filter: StreamFilter, socket: WebSocket, request: IncomingMessage): EndSocket {
    const { journal, log, onPartial, nowMs = Date.now } = this.#needs;
    const stream = new EventStream(socket, request.socket, filter, {
      journal,
      log,
      nowMs,
      hub: this.#hub,
      limits: this.#limits,
    });
    if (filter.pulse) socket.once('close', this.#pulseClock.add(stream));
    if (filter.partials && onPartial !== undefined)
      socket.once(
        'close',
        onPartial((partial) => stream.partial(partial.callId, JSON.stringify(viewPartial(partial, nowMs())))),
      );
    stream.start();
    return (code, reason) => stream.close(code, reason);
  }
}
