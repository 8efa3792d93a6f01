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
