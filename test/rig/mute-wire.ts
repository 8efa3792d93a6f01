import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between clients and a port of this machine, which can go silent as a lost network does: nothing passes, and nothing closes. */
export class MuteWire {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  readonly #killers = new Set<() => void>();
  #isSilent = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<MuteWire> {
    const server = createServer({ allowHalfOpen: true });
    const wire = new MuteWire(server);
    server.on('connection', (client: Socket) => wire.#join(client, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#killers.size;
  }

  /** Silences every connection, open or opened from now on, for good: also after `restore`. */
  silence(): void {
    this.#isSilent = true;
    for (const die of this.#killers) die();
  }

  /** Lets new connections pass again. */
  restore(): void {
    this.#isSilent = false;
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, port: number): void {
    const far = connect(port, '127.0.0.1');
    let isDead = this.#isSilent;
    const die = (): void => void (isDead = true);
    this.#killers.add(die);
    client.once('close', () => this.#killers.delete(die));
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      this.#ends.add(from);
      from.on('error', () => from.destroy());
      from.on('data', (chunk: Buffer) => {
        if (!isDead) to.write(chunk);
      });
      from.on('end', () => {
        if (!isDead) to.end();
      });
      from.once('close', () => {
        this.#ends.delete(from);
        if (!isDead) to.destroy();
      });
    }
  }
}
