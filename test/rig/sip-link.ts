import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { takeMessages } from './sip-message.ts';

/** How a user agent at 127.0.0.1 reaches the gateway. */
export interface SipLink {
  readonly transport: 'udp' | 'tcp';
  /** Its own. */
  readonly port: number;
  send(text: string): void;
  /** From now on another port is used. The one before is closed without a word. */
  move(): Promise<void>;
  /** Closes the port without a word. */
  drop(): Promise<void>;
}

export async function openLink(
  transport: 'udp' | 'tcp',
  gatewayPort: number,
  take: (message: string) => void,
): Promise<SipLink> {
  const link = transport === 'udp' ? new UdpLink(gatewayPort, take) : new TcpLink(gatewayPort, take);
  await link.move();
  return link;
}

class UdpLink implements SipLink {
  readonly transport = 'udp';
  readonly #gatewayPort: number;
  readonly #take: (message: string) => void;
  #socket: UdpSocket | undefined;

  constructor(gatewayPort: number, take: (message: string) => void) {
    this.#gatewayPort = gatewayPort;
    this.#take = take;
  }

  get port(): number {
    return this.#socket?.address().port ?? 0;
  }

  send(text: string): void {
    this.#socket?.send(text, this.#gatewayPort, '127.0.0.1');
  }

  async move(): Promise<void> {
    const next = await bindUdp();
    next.on('message', (bytes) => this.#take(bytes.toString()));
    await this.drop();
    this.#socket = next;
  }

  async drop(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket !== undefined) await closeUdp(socket);
  }
}

class TcpLink implements SipLink {
  readonly transport = 'tcp';
  readonly #gatewayPort: number;
  readonly #take: (message: string) => void;
  #socket: TcpSocket | undefined;

  constructor(gatewayPort: number, take: (message: string) => void) {
    this.#gatewayPort = gatewayPort;
    this.#take = take;
  }

  get port(): number {
    return this.#socket?.localPort ?? 0;
  }

  send(text: string): void {
    this.#socket?.write(text);
  }

  async move(): Promise<void> {
    const next = connect(this.#gatewayPort, '127.0.0.1');
    await once(next, 'connect');
    let buffered = '';
    next.on('error', () => undefined); // its close follows
    next.on('data', (bytes) => {
      const { messages, rest } = takeMessages(buffered + bytes.toString('latin1'));
      buffered = rest;
      for (const message of messages) this.#take(message);
    });
    await this.drop();
    this.#socket = next;
  }

  async drop(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined || socket.destroyed) return;
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
}

export async function bindUdp(): Promise<UdpSocket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

export async function closeUdp(socket: UdpSocket): Promise<void> {
  socket.close();
  await once(socket, 'close');
}
