import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import WebSocket from 'ws';
import type { EventMessage } from '../../rig/gateway-client.ts';
import { eventually } from './stage.ts';

export interface SocketOptions {
  query?: string;
  headers?: Record<string, string>;
  protocols?: string[];
  /** Instead of the owner's in the header; null sends none. */
  token?: string | null;
}

/** A client of `/ws/events` that keeps every message. */
export class EventSocket {
  readonly messages: EventMessage[] = [];
  readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) =>
      this.messages.push(JSON.parse(data.toString('utf8')) as EventMessage),
    );
    socket.on('error', () => undefined); // `open` and `refusal` tell
  }

  static async open(
    service: { url: string; token: string },
    options: SocketOptions = {},
  ): Promise<EventSocket> {
    const client = new EventSocket(connect(service, options));
    await once(client.socket, 'open');
    return client;
  }

  /** Waits until `fits` holds for the messages so far. */
  async until(what: string, fits: (messages: EventMessage[]) => boolean): Promise<void> {
    await eventually(what, () => Promise.resolve(fits(this.messages)));
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }
}

/** The HTTP answer of an upgrade that is refused. */
export async function refusal(
  service: { url: string; token: string },
  options: SocketOptions = {},
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const socket = connect(service, options);
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined); // comes after the answer that says more
    socket.on('open', () => {
      socket.terminate();
      reject(new Error(`the upgrade ${options.query ?? ''} was not refused`));
    });
    socket.on('unexpected-response', (_request, response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      );
    });
  });
}

function connect(service: { url: string; token: string }, options: SocketOptions): WebSocket {
  const { query = '', headers = {}, protocols = [], token = service.token } = options;
  return new WebSocket(`${service.url.replace(/^http/, 'ws')}/ws/events${query}`, protocols, {
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
}
