import { PortChooser } from '../rig/ports.ts';

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

export async function choosePorts(environment: NodeJS.ProcessEnv = process.env): Promise<DemoPorts> {
  const given = (name: string, fallback: number, count = 1): number => {
    const port = Number(environment[name] || fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`${name} is "${environment[name]}", which is not a port`);
    if (port + count > 65_536)
      throw new Error(
        `${name} is ${port}, and the demo needs ${count} ports from there on; the last is 65535`,
      );
    return port;
  };
  const ports = new PortChooser();
  const rtp = ports.reserve(given('RTP_PORT_START', 10_000, rtpPorts), rtpPorts);
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
