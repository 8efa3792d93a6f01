import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The bytes of an address, 4 or 16; an IPv6 address may carry a zone (`fe80::1%eth0`).
 * @returns undefined for what is not an address.
 */
export function addressBytes(text: string): readonly number[] | undefined {
  const address = text.replace(/%.*$/, '');
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address)) return undefined;
  // The URL parser rewrites a dotted end as two groups and leaves one way to write each address.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** The part of an address that identifies a subscriber: all of an IPv4 address, the first 64 bits of an IPv6 address. */
export function subscriberOf(remoteAddress: string): string {
  const address = canonicalAddress(remoteAddress);
  if (address === undefined || isIPv4(address)) return address ?? remoteAddress;
  return (addressBytes(address) ?? []).slice(0, 8).join(':');
}

/** Addresses that no phone can have: this network, multicast, broadcast. On Linux a packet to 0.0.0.0 goes to this machine. */
const noMachine = new BlockList();
noMachine.addSubnet('0.0.0.0', 8);
noMachine.addSubnet('224.0.0.0', 3);
noMachine.addAddress('::', 'ipv6');
noMachine.addSubnet('ff00::', 8, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** IPv6 addresses that stand for an IPv4 address: mapped (RFC 4291), NAT64 (RFC 6052). */
const embeddedPrefixes = ['::ffff:', '64:ff9b::'];

/** The one spelling of an address; undefined if it is not an address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIP(text) === 0) return undefined;
  if (isIPv4(text)) return text;
  // The URL parser writes IPv6 as RFC 5952 says, an embedded IPv4 address as two groups.
  const address = new URL(`http://[${text.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  for (const prefix of embeddedPrefixes) {
    const [, high, low] = address.startsWith(prefix)
      ? (/^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address.slice(prefix.length)) ?? [])
      : [];
    if (high !== undefined && low !== undefined) return dottedQuad(parseInt(high, 16), parseInt(low, 16));
  }
  return address;
}

function dottedQuad(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether it cannot be the address of a single machine. */
export function namesNoMachine(address: string): boolean {
  return noMachine.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The host that a URL names; an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The host as a URL writes it: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Whether nobody on a network can read or change what is sent there. */
export function isHttpsOrLoopback(url: URL): boolean {
  const host = hostOf(url);
  return url.protocol === 'https:' || host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
}

/** The port of an http or https URL, explicit or implied. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
