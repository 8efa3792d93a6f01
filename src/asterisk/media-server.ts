import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

export interface MediaServerOptions {
  host: string;
  port: number;
  username: string;
  password: string;
  log: Log;
}

/** Who waits for the media of one channel. */
export interface MediaListener {
  onOpen(): void;
  /** In the format that the channel was made with, any length. */
  onAudio(bytes: Buffer): void;
  onClose(): void;
}

/** Asterisk sends MEDIA_START as the first message of each socket. */
const START_TIMEOUT_MS = 5000;
/** A 20 ms message has 160 bytes; a minute that was held back would still come in small ones. */
const LARGEST_MESSAGE_BYTES = 65_536;

const REFUSALS_TOLD_EVERY_MS = 60_000;

/** Where Asterisk's chan_websocket connects to with the audio of calls, one socket for each. */
export class MediaServer {
  readonly #options: MediaServerOptions;
  readonly #http = createServer((_request, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LARGEST_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has('media') ? 'media' : false),
  });
  readonly #listeners = new Map<string, MediaListener>();
  #refused = 0;
  #refusalsTold: NodeJS.Timeout | undefined;

  private constructor(options: MediaServerOptions) {
    this.#options = options;
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** @throws AppError `unavailable` when the port cannot be had. */
  static async listen(options: MediaServerOptions): Promise<MediaServer> {
    const server = new MediaServer(options);
    server.#http.listen(options.port, options.host);
    try {
      await once(server.#http, 'listening');
    } catch (cause) {
      throw new AppError(
        'unavailable',
        `port ${options.port} on ${options.host}, where Asterisk sends the audio of calls, cannot be used`,
        { cause },
      );
    }
    return server;
  }

  /** @returns the function that gives the channel up; its socket closes when Asterisk hangs the channel up. */
  expect(channelId: string, listener: MediaListener): () => void {
    this.#listeners.set(channelId, listener);
    return () => this.#listeners.delete(channelId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#refusalsTold);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  /** Refuses before the upgrade: nobody but Asterisk may send audio into a call. */
  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = this.#refusal(request);
    if (refusal !== undefined) {
      this.#tellRefused(refusal);
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket));
  }

  /** At most one line a minute, with the count: whoever tries all day must not fill the log. */
  #tellRefused(status: string): void {
    this.#refused += 1;
    if (this.#refusalsTold !== undefined) return;
    this.#options.log.warn('media connection refused', { status });
    this.#refusalsTold = setTimeout(() => {
      const more = this.#refused - 1;
      this.#refused = 0;
      this.#refusalsTold = undefined;
      if (more > 0) this.#options.log.warn('more media connections were refused', { count: more });
    }, REFUSALS_TOLD_EVERY_MS).unref();
  }

  #refusal(request: IncomingMessage): string | undefined {
    // No URL class here: it throws for what anybody may send, `//` for one.
    if (request.url?.split('?', 1)[0] !== '/media') return '404 Not Found';
    const { username, password } = this.#options;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (!isEqual(request.headers.authorization ?? '', expected))
      return '401 Unauthorized\r\nWWW-Authenticate: Basic realm="media"';
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    return protocols.includes('media') ? undefined : '400 Bad Request';
  }

  #accept(socket: WebSocket): void {
    let listener: MediaListener | undefined;
    const start = setTimeout(() => socket.close(1008, 'no MEDIA_START'), START_TIMEOUT_MS);
    socket.on('error', (error) => this.#options.log.debug('media socket', { error: error.message }));
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const bytes = data as Buffer; // as ws gives it unless told otherwise
      if (isBinary) return listener?.onAudio(bytes);
      const channelId = mediaStartChannel(bytes.toString());
      if (channelId === undefined || listener !== undefined) return;
      clearTimeout(start);
      listener = this.#listeners.get(channelId);
      if (listener === undefined) return socket.close(1008, 'nobody listens to this channel');
      listener.onOpen();
    });
    socket.on('close', () => {
      clearTimeout(start);
      listener?.onClose();
    });
  }
}

/** `MEDIA_START connection_id:… channel:… channel_id:OURS format:slin …`; undefined for any other message. */
export function mediaStartChannel(message: string): string | undefined {
  return message.startsWith('MEDIA_START ') ? /(?:^| )channel_id:(\S+)/.exec(message)?.[1] : undefined;
}

/** Compared by digest, in constant time whatever the lengths. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
