import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ResolveHost } from '../../devices/host-guard.ts';
import { settlesWithin } from '../../async/settles-within.ts';

/** A person may be waiting for the device that is looked up. */
const patienceMs = 3_000;

const services = ['_sip._udp', '_sip._tcp', '_sips._tcp'];

/**
 * Resolves as SIP does: by the machine's resolver (hosts file, DNS), and for a host without a port also by NAPTR and SRV (RFC 3263). A
 * query without an answer in time adds nothing.
 */
export const resolveHost: ResolveHost = async (host, port) => {
  if (isIP(host) !== 0) return [host];
  const dns = new Resolver({ timeout: 1_000, tries: 2 });
  const found = new Set<string>();
  const asking = (async () => {
    const targets = port === undefined ? [host, ...(await serviceTargets(dns, host))] : [host];
    await Promise.all(targets.map((target) => addAddresses(dns, target, found)));
  })();
  await settlesWithin(asking, patienceMs);
  dns.cancel();
  return [...found];
};

async function addAddresses(dns: Resolver, host: string, found: Set<string>): Promise<void> {
  const add = (addresses: readonly string[]): void => addresses.forEach((address) => found.add(address));
  await Promise.all([
    lookup(host, { all: true }).then((all) => add(all.map(({ address }) => address)), nothing),
    dns.resolve4(host).then(add, nothing),
    dns.resolve6(host).then(add, nothing),
  ]);
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

function nothing(): void {}
