import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a peer may take to read the answer and to close its side. */
const lingerMs = 2_000;

export interface Refusal {
  status: number;
  detail: string;
  headers?: Record<string, string>;
}

/**
 * Answers on a bare socket and releases it. Closing at once while bytes of the peer are unread would reset the connection, and the answer
 * would be lost (RFC 9112 section 9.6). Waiting for the peer to close would keep the socket of a peer that never does.
 */
export function refuseAndClose(socket: Duplex, { status, detail, headers = {} }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail });
  const lines = Object.entries({
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
  socket.resume(); // what still arrives is discarded
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
