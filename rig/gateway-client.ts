import { once } from 'node:events';
import WebSocket from 'ws';
import type { EventType } from '../src/domain/events.ts';

/** What comes over /ws/events. */
export interface EventMessage {
  id: number;
  type: EventType | 'reset';
  call_id: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A client of the service as any other: REST and the event stream, with the owner's token. */
export class GatewayClient {
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /** @throws Error with the service's own sentence. */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T & { detail?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.detail ?? ''}`);
    return answer;
  }

  /**
   * @param since with it, events after this id that happened before come first.
   * @returns the function that closes the stream.
   */
  async follow(callback: (event: EventMessage) => void, since?: number): Promise<() => void> {
    const query = since === undefined ? '' : `?since=${since}`;
    const socket = new WebSocket(`${this.#baseUrl.replace(/^http/, 'ws')}/ws/events${query}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    socket.on('message', (data) => callback(JSON.parse((data as Buffer).toString()) as EventMessage));
    socket.on('error', () => undefined); // the close that follows says all there is
    await once(socket, 'open');
    return () => socket.close();
  }
}
