import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether a port of 127.0.0.1 is free now, for both TCP and UDP. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  const socket = createSocket('udp4');
  try {
    server.listen({ host: '127.0.0.1', port, exclusive: true });
    await once(server, 'listening');
    socket.bind({ address: '127.0.0.1', port, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
    socket.close();
  }
}

/** Hands out every port once: a port handed out is not in use yet and still looks free. */
export class PortChooser {
  readonly #given = new Set<number>();

  /** Some of these may be taken: Asterisk and the phone skip ports they cannot bind. */
  reserve(first: number, count: number): number {
    for (let port = first; port < first + count; port++) this.#given.add(port);
    return first;
  }

  /** The first of `count` consecutive ports, from `wanted` on, that are free on loopback for TCP and UDP. */
  async take(wanted: number, count = 1): Promise<number> {
    for (let first = wanted; first + count <= 65_536; first++)
      if (await this.#areFree(first, count)) return this.reserve(first, count);
    throw new Error(`no port from ${wanted} on is free`);
  }

  async #areFree(first: number, count: number): Promise<boolean> {
    for (let port = first; port < first + count; port++)
      if (this.#given.has(port) || !(await isPortFree(port))) return false;
    return true;
  }
}
