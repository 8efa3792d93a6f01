import os from 'node:os';
import type { Config } from '../config/config.ts';

const everyAddress = ['0.0.0.0', '::'];

type Sip = Pick<Config['sip'], 'host' | 'domain' | 'port' | 'tlsPort'>;

/** Under which names and addresses phones may register here, each with the SIP ports. */
export function ownHosts({ sip }: { sip: Sip }): string[] {
  return ownNames({ sip }).flatMap((name) => [`${name}:${sip.port}`, `${name}:${sip.tlsPort}`]);
}

/** Under which names and addresses phones find this machine, the configured one first. */
export function ownNames({ sip }: { sip: Pick<Sip, 'host' | 'domain'> }): string[] {
  const names = new Set([sip.domain]);
  if (everyAddress.includes(sip.host)) {
    names.add('localhost').add(os.hostname().toLowerCase());
    for (const address of Object.values(os.networkInterfaces()).flat())
      if (address?.family === 'IPv4') names.add(address.address);
  } else names.add(sip.host);
  return [...names];
}
