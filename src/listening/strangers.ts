import type { Socket } from 'node:net';
import { subscriberOf } from '../domain/ip-address.ts';

/** Connections that have shown a valid credential. */
const known = new WeakSet<Socket>();
/** The connection that carries a secured one. */
const carriers = new WeakMap<Socket, Socket>();

/** Limit for one holder: two of them, together with all the strangers that are allowed, leave room for others. */
const maxHeld = 500;
/** The holder of a known connection; absent if it has none. A proxy passes on the requests of several, and the last one counts. */
const holders = new WeakMap<Socket, string>();
const heldCounts = new Map<string, number>();

/** From now on the connection does not count as a stranger's. */
export function nowKnown(socket: Socket): void {
  known.add(carriers.get(socket) ?? socket);
}

/** The same, and it counts as the holder's. @returns false, and leaves it as it was, if the holder has too many already. */
export function nowHeldBy(given: Socket, holder: string): boolean {
  const socket = carriers.get(given) ?? given;
  const before = holders.get(socket);
  if (before === holder || socket.destroyed) return true;
  const held = heldCounts.get(holder) ?? 0;
  if (held >= maxHeld) return false;
  if (before === undefined) socket.once('close', () => release(holders.get(socket) ?? holder));
  else release(before);
  holders.set(socket, holder);
  heldCounts.set(holder, held + 1);
  nowKnown(socket);
  return true;
}

function release(holder: string): void {
  const left = (heldCounts.get(holder) ?? 1) - 1;
  if (left === 0) heldCounts.delete(holder);
  else heldCounts.set(holder, left);
}

export interface StrangerLimits {
  /** Limit for one IPv4 address or IPv6 /64. Behind a reverse proxy, that is all of its clients together. */
  perAddress: number;
  total: number;
  /** How long a connection may stay a stranger's, however busy it looks: a blank line now and then is activity too. */
  lifetimeMs: number;
}

/**
 * Bounds the connections of peers that have shown no credential. One too many closes the oldest, not the newest: honest clients are served
 * within moments, whereas connections that an attacker holds open are old. So nobody can lock the owner out by coming first.
 */
export class Strangers {
  readonly #limits: StrangerLimits;
  readonly #all = new Set<Socket>();
  readonly #byAddress = new Map<string, Set<Socket>>();
  readonly #bornAtMs = new WeakMap<Socket, number>();
  /** By the peer's address and port, for as long as it is open. */
  readonly #byPeer = new Map<string, Socket>();

  constructor(limits: StrangerLimits) {
    this.#limits = limits;
  }

  admit(socket: Socket): void {
    const address = subscriberOf(socket.remoteAddress ?? '');
    const mine = this.#byAddress.get(address) ?? new Set<Socket>();
    this.#byAddress.set(address, mine.add(socket));
    this.#all.add(socket);
    const peer = peerOf(socket);
    this.#byPeer.set(peer, socket);
    this.#bornAtMs.set(socket, performance.now());
    const timer = setTimeout(() => {
      if (!known.has(socket)) socket.destroy();
    }, this.#limits.lifetimeMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#all.delete(socket);
      if (this.#byPeer.get(peer) === socket) this.#byPeer.delete(peer);
      mine.delete(socket);
      if (mine.size === 0 && this.#byAddress.get(address) === mine) this.#byAddress.delete(address);
    });
    makeRoom(mine, this.#limits.perAddress);
    makeRoom(this.#all, this.#limits.total);
  }

  /** TLS has begun on an admitted connection: from now on, `socket` stands for it. */
  secured(socket: Socket): void {
    const carrier = this.carrierOf(socket);
    if (carrier !== undefined) carriers.set(socket, carrier);
  }

  /** The admitted connection on which `socket` speaks TLS, or tried to. */
  carrierOf(socket: Socket): Socket | undefined {
    return this.#byPeer.get(peerOf(socket));
  }

  /**
   * It is in the second half of its time: it is asked to reconnect after this answer, so that it is not cut off in the middle of the next.
   */
  isOld(given: Socket): boolean {
    const socket = carriers.get(given) ?? given;
    const ageMs = performance.now() - (this.#bornAtMs.get(socket) ?? 0);
    return !known.has(socket) && ageMs > this.#limits.lifetimeMs / 2;
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Sets keep the order in which connections came. */
function makeRoom(sockets: Set<Socket>, limit: number): void {
  if (sockets.size <= limit) return;
  for (const socket of sockets) if (known.has(socket)) sockets.delete(socket);
  for (const socket of sockets) {
    if (sockets.size <= limit) return;
    sockets.delete(socket);
    socket.destroy();
  }
}
