import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { describeError } from '../domain/errors.ts';
import { describeBindFailure } from '../listening/bind-failure.ts';
import { createGuardedServer, guardUpgrades, type ServerTimes } from '../listening/guarded-server.ts';
import { type Refusal, refuseAndClose } from '../listening/refusal.ts';
import { nowKnown } from '../listening/strangers.ts';
import type { Log } from '../log/log.ts';
import { PeerWatch } from './peer-watch.ts';

export interface MediaServerOptions {
  host: string;
  port: number;
  username: string;
  password: string;
  log: Log;
  times?: Partial<ServerTimes>;
  /** After this long without audio a peer is asked whether it is there. */
  silenceMs?: number;
}

/** Waits for the media socket of one channel. */
export interface MediaListener {
  onOpen(): void;
  /** In the channel's format, any length. */
  onAudio(bytes: Buffer): void;
  onClose(): void;
}

/** Asterisk sends MEDIA_START as the first message of each socket. */
const startTimeoutMs = 5000;
/** A 20 ms message has 160 bytes; delayed audio also arrives in many small messages. */
const largestMessageBytes = 65_536;
/** Asterisk sends its only request at once, and nothing else should connect here. */
const serverTimes: ServerTimes = {
  requestMs: 5_000,
  headersMs: 5_000,
  checkMs: 1_000,
  writeMs: 5_000,
  keepAliveMs: 1_000,
};
/** A hundred calls starting at once are a hundred connections that have not authenticated yet. */
const strangerBounds = { perAddress: 256, total: 256, lifetimeMs: 10_000 };
/** The most calls that can be configured, plus unauthenticated connections. */
const maxConnections = 1_500;

const refusalsReportedEveryMs = 60_000;

/** The server to which Asterisk's chan_websocket delivers call audio, one socket per call. */
export class MediaServer {
  readonly #options: MediaServerOptions;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: largestMessageBytes,
    handleProtocols: (offered) => (offered.has('media') ? 'media' : false),
  });
  readonly #listeners = new Map<string, MediaListener>();
  readonly #peers: PeerWatch;
  #refused = 0;
  #refusalsReported: NodeJS.Timeout | undefined;

  private constructor(options: MediaServerOptions) {
    this.#options = options;
    this.#peers = new PeerWatch(options.silenceMs);
    this.#http = createGuardedServer({
      times: { ...serverTimes, ...options.times },
      strangers: strangerBounds,
      maxConnections: maxConnections,
      handle: (_request, response) => response.writeHead(404, { Connection: 'close' }).end(),
      log: options.log,
    });
    this.#http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
    guardUpgrades(this.#http, options.log);
  }

  /** @throws AppError `unavailable` when the port cannot be bound. */
  static async listen(options: MediaServerOptions): Promise<MediaServer> {
    const server = new MediaServer(options);
    server.#http.listen(options.port, options.host);
    try {
      await once(server.#http, 'listening');
    } catch (cause) {
      const { host, port } = options;
      const settings = { hostSetting: 'MEDIA_HOST', portSetting: 'MEDIA_PORT' };
      throw describeBindFailure({ protocol: 'tcp', host, port, ...settings }, cause);
    }
    return server;
  }

  /** @returns the function that releases the channel; its socket closes when Asterisk hangs up the channel. */
  expect(channelId: string, listener: MediaListener): () => void {
    this.#listeners.set(channelId, listener);
    return () => this.#listeners.delete(channelId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#refusalsReported);
    this.#peers.close();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  /** Refuses before the upgrade: only Asterisk may send audio into a call. The password is checked first. */
  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) {
      this.#reportRefused(refusal.status);
      refuseAndClose(socket, refusal);
      return;
    }
    nowKnown(socket);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket));
  }

  /** At most one line a minute, with the count: an attacker trying all day must not fill the log. */
  #reportRefused(status: number): void {
    this.#refused += 1;
    if (this.#refusalsReported !== undefined) return;
    this.#options.log.warn('media connection refused', { status });
    this.#refusalsReported = setTimeout(() => {
      const more = this.#refused - 1;
      this.#refused = 0;
      this.#refusalsReported = undefined;
      if (more > 0) this.#options.log.warn('more media connections were refused', { count: more });
    }, refusalsReportedEveryMs).unref();
  }

  #refusal({ headers, url }: IncomingMessage): Refusal | undefined {
    const { username, password } = this.#options;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (!isEqual(headers.authorization ?? '', expected))
      return {
        status: 401,
        detail: 'this port is for Asterisk alone',
        headers: { 'WWW-Authenticate': 'Basic realm="media"' },
      };
    if (url?.split('?', 1)[0] !== '/media') return { status: 404, detail: 'there is nothing at this path' };
    const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    return protocols.includes('media')
      ? undefined
      : { status: 400, detail: 'the subprotocol must be "media"' };
  }

  #accept(socket: WebSocket): void {
    this.#peers.add(socket);
    let listener: MediaListener | undefined;
    const start = setTimeout(() => socket.close(1008, 'no MEDIA_START'), startTimeoutMs);
    socket.on('error', (error) => this.#options.log.debug('media socket', { error: error.message }));
    socket.on('message', (data: RawData, isBinary: boolean) => {
      try {
        read(data as Buffer, isBinary); // ws delivers Buffers by default
      } catch (error) {
        this.#options.log.error('a media message failed', { why: describeError(error) });
        socket.terminate();
      }
    });
    const read = (bytes: Buffer, isBinary: boolean): void => {
      if (isBinary) return listener?.onAudio(bytes);
      const channelId = mediaStartChannel(bytes.toString());
      if (channelId === undefined || listener !== undefined) return;
      clearTimeout(start);
      listener = this.#listeners.get(channelId);
      if (listener === undefined) return socket.close(1008, 'nobody listens to this channel');
      listener.onOpen();
    };
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

/** Compares digests, so the time does not depend on the lengths. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
