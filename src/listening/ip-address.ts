import { isIPv4, isIPv6 } from 'node:net';

/**
 * The bytes of an address, 4 or 16; an IPv6 address may carry a zone (`fe80::1%eth0`).
 * @returns undefined for what is no address.
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

/** What one subscriber has: an IPv4 address, or the 64 bits of an IPv6 network. */
export function subscriberOf(remoteAddress: string): string {
  const bytes = addressBytes(remoteAddress);
  if (bytes === undefined) return remoteAddress;
  const isMapped = bytes.length === 16 && bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  if (isMapped) return bytes.slice(12).join('.');
  return bytes.length === 4 ? bytes.join('.') : bytes.slice(0, 8).join(':');
}
