import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ResolveHost } from '../../devices/host-guard.ts';
import { settlesWithin } from '../../async/settles-within.ts';
import { addressesInFile } from './hosts-file.ts';
import { MachineResolver } from './machine-resolver.ts';

/** A person may be waiting for the device that is looked up. */
const patienceMs = 3_000;

const services = ['_sip._udp', '_sip._tcp', '_sips._tcp'];

/** Finds one name's addresses; never rejects. */
type Source = (host: string) => Promise<readonly string[]>;

/**
 * Resolves as SIP does: by the hosts file, DNS and the machine's own resolver, and for a host without a port also by NAPTR and SRV (RFC
 * 3263). A query without an answer in time adds nothing.
 */
export function createResolveHost(machine = new MachineResolver(), hostsFile = '/etc/hosts'): ResolveHost {
  return async (host, port) => {
    if (isIP(host) !== 0) return [host];
    const dns = new Resolver({ timeout: 1_000, tries: 2 });
    const over = new AbortController();
    const sources: Source[] = [
      (name) => addressesInFile(hostsFile, name),
      (name) => dns.resolve4(name).catch(() => []),
      (name) => dns.resolve6(name).catch(() => []),
      (name) => machine.addresses(name, over.signal),
    ];
    const found = new Set<string>();
    const ask = async (name: string): Promise<void> => {
      const asked = sources.map(async (source) => {
        for (const address of await source(name)) found.add(address);
      });
      await Promise.all(asked);
    };
    const asking = [ask(host), ...(port === undefined ? [askAll(serviceTargets(dns, host), ask)] : [])];
    await settlesWithin(Promise.all(asking), patienceMs);
    over.abort();
    dns.cancel();
    return [...found];
  };
}

export const resolveHost = createResolveHost();

async function askAll(names: Promise<string[]>, ask: (name: string) => Promise<void>): Promise<void> {
  await Promise.all((await names).map(ask));
}

/** The hosts that serve SIP for a domain. */
async function serviceTargets(dns: Resolver, domain: string): Promise<string[]> {
  const pointers = await dns.resolveNaptr(domain).catch(() => []);
  const names = new Set([
    ...services.map((service) => `${service}.${domain}`),
    ...pointers.map(({ replacement }) => replacement).filter((name) => name !== ''),
  ]);
  const records = await Promise.all([...names].map((name) => dns.resolveSrv(name).catch(() => [])));
  return records.flat().map(({ name }) => name);
}
