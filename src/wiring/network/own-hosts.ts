import { isIPv4 } from 'node:net';
import os from 'node:os';
import type { Config } from '../../config/config.ts';
import { HostGuard } from '../../devices/host-guard.ts';
import { hostOf, isLoopback, portOf } from '../../domain/ip-address.ts';
import { sipPort } from '../../domain/sip-security.ts';
import { resolveHost } from './resolve-host.ts';

const everyAddress = ['0.0.0.0', '::'];

type Sip = Pick<Config['sip'], 'host' | 'domain' | 'port' | 'tlsPort'>;

/** The names and addresses under which phones may register here, each with the SIP ports. */
export function ownHosts({ sip }: { sip: Sip }): string[] {
  return ownNames({ sip }).flatMap((name) => [`${name}:${sip.port}`, `${name}:${sip.tlsPort}`]);
}

/** The names and addresses under which phones find this machine, the configured one first. */
export function ownNames({ sip }: { sip: Pick<Sip, 'host' | 'domain'> }): string[] {
  const names = new Set([sip.domain]);
  if (everyAddress.includes(sip.host)) {
    names.add('localhost').add(os.hostname().toLowerCase());
    for (const address of machineAddresses()) if (isIPv4(address)) names.add(address);
  } else names.add(sip.host);
  return [...names];
}

/**
 * What an owner types into a phone as its server, the most likely to work first: the configured name, an address in the network, the
 * machine's own name, which few networks resolve; loopback works on this machine only.
 */
export function registrars({ sip }: { sip: Pick<Sip, 'host' | 'domain' | 'port'> }): string[] {
  const machine = os.hostname().toLowerCase();
  const rank = (name: string): number => {
    if (name === 'localhost' || (isIPv4(name) && isLoopback(name))) return 3;
    if (name === machine) return 2;
    return name === sip.domain ? 0 : 1;
  };
  return ownNames({ sip })
    .sort((a, b) => rank(a) - rank(b))
    .map((name) => (sip.port === sipPort ? name : `${name}:${sip.port}`));
}

/** Prevents devices' addresses from leading to the trunk. */
export function hostGuard({ sip, trunk, allowNumericSipUsers }: Config): HostGuard {
  return new HostGuard({
    trunk: trunk?.host,
    gateway: {
      address: everyAddress.includes(sip.host) ? undefined : sip.host,
      ports: [sip.port, sip.tlsPort],
    },
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

/** Where this service and its Asterisk accept TCP connections. */
export function ownListeners({ port, ari, ariPort, media, sip }: Config): {
  ports: number[];
  elsewhere: { host: string; port: number }[];
} {
  const ports = [port, media.port, sip.port, sip.tlsPort];
  if (ari === undefined) return { ports: [...ports, ariPort], elsewhere: [] };
  const url = new URL(ari.url);
  return { ports, elsewhere: [{ host: hostOf(url), port: portOf(url) }] };
}
