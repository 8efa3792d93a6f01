import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether nothing has a port of 127.0.0.1 at this moment, neither TCP nor UDP. */
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

/** Every port of the demo; the configured ones where they are free, so that it runs beside the daily service. */
export interface DemoPorts {
  http: number;
  ari: number;
  media: number;
  sip: number;
  sipTls: number;
  companySip: number;
  /** And the next one. */
  phoneSip: number;
  phoneControl: number;
  /** First of 1,100. */
  rtp: number;
}

/** How many ports the demo's audio has: two Asterisks and a phone. */
const rtpPorts = 1_100;

/** Gives every port once: what it gave is not in use yet and looks as free as any other. */
export class PortChooser {
  readonly #given = new Set<number>();

  /** Whatever has some of these now: Asterisk and the phone pass over a port that they cannot have. */
  reserve(first: number, count: number): number {
    for (let port = first; port < first + count; port++) this.#given.add(port);
    return first;
  }

  /** The first of `count` neighbours from `wanted` on that are free on loopback for both TCP and UDP. */
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
