import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The wanted port, or the next above it that is free on loopback for both TCP and UDP. */
export async function freePortFrom(wanted: number): Promise<number> {
  for (let port = wanted; port < 65_000; port++) if (await isPortFree(port)) return port;
  throw new Error(`no port from ${wanted} on is free`);
}

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
  phoneSip: number;
  phoneControl: number;
  /** First of 1,100. */
  rtp: number;
}

export async function choosePorts(): Promise<DemoPorts> {
  const given = (name: string, fallback: number): number => Number(process.env[name] || fallback);
  const http = await freePortFrom(given('PORT', 8080));
  const ari = await freePortFrom(Math.max(given('ARI_PORT', 8088), http + 1));
  const media = await freePortFrom(Math.max(given('MEDIA_PORT', 8089), ari + 1));
  const sip = await freePortFrom(given('SIP_PORT', 5060));
  const sipTls = await freePortFrom(Math.max(given('SIP_TLS_PORT', 5061), sip + 1));
  const companySip = await freePortFrom(Math.max(sip, sipTls) + 10);
  const phoneSip = await freePortFrom(companySip + 10); // and the next one
  const phoneControl = await freePortFrom(phoneSip + 2);
  return {
    http,
    ari,
    media,
    sip,
    sipTls,
    companySip,
    phoneSip,
    phoneControl,
    rtp: given('RTP_PORT_START', 10_000),
  };
}
