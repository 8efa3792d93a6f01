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

/** The demo's ports; the configured ones if free, so that it can run alongside the regular service. */
export interface DemoPorts {
  http: number;
  ari: number;
  media: number;
  sip: number;
  sipTls: number;
  companySip: number;
  /** Also uses the next port. */
  phoneSip: number;
  phoneControl: number;
  /** The first of 1,100. */
  rtp: number;
}

/** The demo's RTP ports: for two Asterisks and a phone. */
const rtpPorts = 1_100;

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

export async function choosePorts(environment: NodeJS.ProcessEnv = process.env): Promise<DemoPorts> {
  const given = (name: string, fallback: number): number => Number(environment[name] || fallback);
  const ports = new PortChooser();
  const rtp = ports.reserve(given('RTP_PORT_START', 10_000), rtpPorts);
  const http = await ports.take(given('PORT', 8080));
  const ari = await ports.take(Math.max(given('ARI_PORT', 8088), http + 1));
  const media = await ports.take(Math.max(given('MEDIA_PORT', 8089), ari + 1));
  const sip = await ports.take(given('SIP_PORT', 5060));
  const sipTls = await ports.take(Math.max(given('SIP_TLS_PORT', 5061), sip + 1));
  const companySip = await ports.take(Math.max(sip, sipTls) + 10);
  const phoneSip = await ports.take(companySip + 10, 2);
  const phoneControl = await ports.take(phoneSip + 2);
  return { http, ari, media, sip, sipTls, companySip, phoneSip, phoneControl, rtp };
}
