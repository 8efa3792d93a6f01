import { isIPv4 } from 'node:net';
import os from 'node:os';
import type { Config } from '../config/config.ts';
import { HostGuard } from '../devices/host-guard.ts';
import { resolveHost } from './resolve-host.ts';

const everyAddress = ['0.0.0.0', '::'];

/** Under which names and addresses phones may register here, each with the SIP port. */
export function ownHosts({ sip }: Pick<Config, 'sip'>): string[] {
  const names = new Set([sip.domain]);
  if (everyAddress.includes(sip.host)) {
    names.add('localhost').add(os.hostname().toLowerCase());
    for (const address of machineAddresses()) if (isIPv4(address)) names.add(address);
  } else names.add(sip.host);
  return [...names].map((name) => `${name}:${sip.port}`);
}

/** What keeps devices' addresses from leading to the trunk. */
export function hostGuard({ sip, trunk, allowNumericSipUsers }: Config): HostGuard {
  return new HostGuard({
    trunk: trunk?.host,
    gateway: { address: everyAddress.includes(sip.host) ? undefined : sip.host, port: sip.port },
    allowNumericUsers: allowNumericSipUsers,
    resolve: resolveHost,
    machineAddresses,
  });
}

function machineAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flat()
    .map((networkInterface) => networkInterface?.address)
    .filter((address) => address !== undefined);
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
