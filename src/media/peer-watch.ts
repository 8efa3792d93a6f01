import type { WebSocket } from 'ws';

/** Longer than a busy Asterisk takes to answer; a call on hold is deaf for three times as long at most. */
const defaultSilenceMs = 3_000;

interface Peer {
  isHeard: boolean;
  isAsked: boolean;
}

/**
 * Ends the sockets of peers that are gone: a network that fails closes no connection, and TCP does not notice while nothing is sent to the
 * peer. A peer that sends audio is there. One that is silent, perhaps because the far end is, gets a ping.
 */
export class PeerWatch {
  readonly #peers = new Map<WebSocket, Peer>();
  readonly #timer: NodeJS.Timeout;

  constructor(silenceMs = defaultSilenceMs) {
    // Only once all sockets were read: this thread may have been blocked, and what arrived meanwhile waits.
    this.#timer = setInterval(() => setImmediate(() => this.#look()), silenceMs).unref();
  }

  add(socket: WebSocket): void {
    const peer: Peer = { isHeard: true, isAsked: false };
    const heard = (): void => void (peer.isHeard = true);
    this.#peers.set(socket, peer);
    socket.on('message', heard);
    socket.on('pong', heard);
    socket.once('close', () => this.#peers.delete(socket));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const [socket, peer] of this.#peers) {
      if (peer.isHeard) peer.isAsked = false;
      else if (peer.isAsked) socket.terminate();
      else {
        peer.isAsked = true;
        socket.ping();
      }
      peer.isHeard = false;
    }
  }
}
