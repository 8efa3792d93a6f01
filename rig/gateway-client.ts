import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import WebSocket from 'ws';
import type { EventType } from '../src/domain/events.ts';

/** A message of /ws/events. */
export interface EventMessage {
  id: number;
  type: EventType | 'reset';
  call_id: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A plain client of the service: REST and the event stream, with the owner's token. */
export class GatewayClient {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #authority: string | undefined;

  /** @param authority root certificates (PEM) instead of the system's, for a service with its own https. */
  constructor(baseUrl: string, token: string, authority?: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#authority = authority;
  }

  /** @throws Error with the service's message. */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, body);
    const answer = JSON.parse(response.text) as T & { detail?: string };
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${answer.detail ?? ''}`);
    return answer;
  }

  /** Returns any response; `fetch` would accept only the system's CAs. */
  async send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = `${this.#baseUrl}${path}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    if (this.#authority === undefined) {
      const response = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
      return { status: response.status, text: await response.text() };
    }
    const request = httpsRequest(url, { method, headers, ca: this.#authority }).end(text);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let answer = '';
    for await (const chunk of response.setEncoding('utf8')) answer += chunk;
    return { status: response.statusCode ?? 0, text: answer };
  }

  /**
   * @param since replays the events after this id first.
   * @returns the function that closes the stream.
   */
  async follow(callback: (event: EventMessage) => void, since?: number): Promise<() => void> {
    const query = since === undefined ? '' : `?since=${since}`;
    const socket = new WebSocket(`${this.#baseUrl.replace(/^http/, 'ws')}/ws/events${query}`, {
      headers: { authorization: `Bearer ${this.#token}` },
      ...(this.#authority === undefined ? {} : { ca: this.#authority }),
    });
    socket.on('message', (data) => callback(JSON.parse((data as Buffer).toString()) as EventMessage));
    socket.on('error', () => undefined); // the close that follows is enough
    await once(socket, 'open');
    return () => socket.close();
  }
}
