import os from 'node:os';
import type { Config } from '../config/config.ts';

const everyAddress = ['0.0.0.0', '::'];

/** Under which names and addresses phones may register here, each with the SIP port. */
export function ownHosts({ sip }: Pick<Config, 'sip'>): string[] {
  const names = new Set([sip.domain]);
  if (everyAddress.includes(sip.host)) {
    names.add('localhost').add(os.hostname().toLowerCase());
    for (const address of Object.values(os.networkInterfaces()).flat())
      if (address?.family === 'IPv4') names.add(address.address);
  } else names.add(sip.host);
  return [...names].map((name) => `${name}:${sip.port}`);
}

/** Where this service and its Asterisk take TCP connections. */
export function ownListeners({ port, ari, ariPort, media, sip }: Config): {
  ports: number[];
  elsewhere: { host: string; port: number }[];
} {
  const ports = [port, media.port, sip.port];
  if (ari === undefined) return { ports: [...ports, ariPort], elsewhere: [] };
  const { hostname, port: given, protocol } = new URL(ari.url);
  const usual = protocol === 'https:' ? 443 : 80;
  const elsewhere = { host: hostname.replace(/^\[|\]$/g, ''), port: given === '' ? usual : Number(given) };
  return { ports, elsewhere: [elsewhere] };
}
