import type { Socket } from 'jssip/lib/Socket';

/** RFC 5626, section 3.5.1, which RFC 7118 applies to WebSockets too: a ping, answered at once. */
const question = '\r\n\r\n';
const askMs = 3_000;
/** Counted from the first unanswered ping. */
const silenceMs = 8_000;
/** A connection not open by then is retried: the network may have changed. */
const connectMs = 8_000;

/**
 * The WebSocket below SIP. It also ends when a network goes silent without closing, which browsers report only after
 * minutes; JsSIP's own (`WebSocketInterface`) waits for the close.
 */
export class WatchedSocket implements Socket {
  readonly url: string;
  readonly via_transport: string;
  readonly sip_uri: string;
  /** JsSIP sets these. */
  onconnect: () => void = () => undefined;
  ondisconnect: (error: boolean, code?: number, reason?: string) => void = () => undefined;
  ondata: <T>(data: T) => void = () => undefined;
  #socket: WebSocket | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  /** The first ping since anything arrived. */
  #askedAtMs: number | undefined;

  constructor(url: string) {
    this.url = url;
    const { host, protocol } = new URL(url);
    this.via_transport = protocol.slice(0, -1).toUpperCase();
    this.sip_uri = `sip:${host};transport=ws`;
  }

  connect(): void {
    if (this.isConnected() || this.isConnecting()) return;
    const socket = new WebSocket(this.url, 'sip');
    this.#socket = socket;
    const late = setTimeout(() => this.#lose(socket, 'no connection'), connectMs);
    socket.onopen = () => {
      clearTimeout(late);
      this.#follow(socket);
      this.onconnect();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#askedAtMs = undefined;
      this.ondata(data);
    };
    socket.onclose = ({ wasClean, code, reason }) => {
      clearTimeout(late);
      if (this.#forget(socket)) this.ondisconnect(!wasClean, code, reason);
    };
  }

  disconnect(): void {
    const socket = this.#socket;
    if (socket !== undefined && this.#forget(socket)) socket.close();
  }

  send(message: Parameters<Socket['send']>[0]): boolean {
    if (!this.isConnected()) return false;
    this.#socket?.send(message as string);
    return true;
  }

  isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  isConnecting(): boolean {
    return this.#socket?.readyState === WebSocket.CONNECTING;
  }

  #follow(socket: WebSocket): void {
    this.#askedAtMs = undefined;
    let beforeMs = performance.now();
    this.#watch = setInterval(() => {
      const nowMs = performance.now();
      // A page that slept may have the answer waiting unread.
      const hasSlept = nowMs - beforeMs > 2 * askMs;
      beforeMs = nowMs;
      if (this.#askedAtMs === undefined || hasSlept) this.#askedAtMs = nowMs;
      else if (nowMs - this.#askedAtMs > silenceMs) return this.#lose(socket, 'silence');
      socket.send(question);
    }, askMs);
  }

  #lose(socket: WebSocket, why: string): void {
    if (!this.#forget(socket)) return;
    // The closing handshake may go unanswered too, so nothing waits for it.
    socket.close();
    this.ondisconnect(true, 1006, why);
  }

  /** @returns false when it is no longer the current socket. */
  #forget(socket: WebSocket): boolean {
    if (this.#socket !== socket) return false;
    clearInterval(this.#watch);
    this.#socket = undefined;
    return true;
  }
}
