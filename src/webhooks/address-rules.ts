import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressBytes } from '../domain/ip-address.ts';

/**
 * Networks that cannot contain a receiver of the owner's: link-local ones and cloud metadata services, which give
 * credentials to anyone asking from the right machine; addresses that do not name a single machine; and tunnels,
 * which may end anywhere.
 */
const forbidden = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // "this host" (RFC 1122): Linux connects it to loopback
  ['169.254.0.0', 16], // link-local (RFC 3927), and the metadata service of most clouds
  ['100.100.100.200', 32], // metadata, Alibaba Cloud
  ['168.63.129.16', 32], // platform services, Azure
  ['192.0.0.192', 32], // metadata, Oracle Cloud
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const)
  forbidden.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128], // unspecified: Linux connects it to loopback
  ['fe80::', 10], // link-local (RFC 4291)
  ['fec0::', 10], // site-local, deprecated (RFC 3879)
  ['fd00:ec2::', 32], // metadata, AWS
  ['fd20:ce::', 32], // metadata, Google Cloud
  ['ff00::', 8], // multicast
  ['2001::', 32], // Teredo (RFC 4380)
] as const)
  forbidden.addSubnet(network, prefix, 'ipv6');

/** Networks that are not the Internet (RFC 6890): this machine's, the owner's, a carrier's. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15], // benchmarks, and what some VPNs give to names
] as const)
  inside.addSubnet(network, prefix, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/**
 * The ports that browsers also refuse (Fetch standard, "bad port"): mail, file and name services, which would take a
 * request for commands of their own protocol.
 */
const badPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** IPv6 ranges that embed an IPv4 address, in bytes: the prefix, and where the four bytes begin. */
const carriers: readonly { prefix: readonly number[]; at: number }[] = [
  { prefix: [...zeros(10), 0xff, 0xff], at: 12 }, // mapped (RFC 4291)
  { prefix: zeros(12), at: 12 }, // compatible, deprecated (RFC 4291)
  { prefix: [...zeros(8), 0xff, 0xff, 0, 0], at: 12 }, // translated (RFC 2765)
  { prefix: [0x00, 0x64, 0xff, 0x9b, ...zeros(8)], at: 12 }, // NAT64 (RFC 6052)
  { prefix: [0x00, 0x64, 0xff, 0x9b, 0x00, 0x01], at: 12 }, // NAT64 of a site (RFC 8215), with a prefix of 96 bits
  { prefix: [0x20, 0x02], at: 2 }, // 6to4 (RFC 3056)
];

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/** @returns the address itself and any IPv4 address embedded in it. */
function readings(address: string): string[] {
  const plain = address.replace(/%.*$/, '');
  const bytes = addressBytes(plain);
  if (bytes?.length !== 16 || isIPv6Loopback(bytes)) return [plain];
  const carried = carriers
    .filter(({ prefix }) => prefix.every((byte, index) => bytes[index] === byte))
    .map(({ at }) => bytes.slice(at, at + 4).join('.'));
  return [plain, ...carried];
}

/** Otherwise it would be read as the IPv4 address 0.0.0.1. */
function isIPv6Loopback(bytes: readonly number[]): boolean {
  return bytes.at(-1) === 1 && bytes.slice(0, -1).every((byte) => byte === 0);
}

/** Whether webhooks must not connect to the port, on any machine. */
export function isForbiddenPort(port: number): boolean {
  return badPorts.has(port);
}

/** Whether webhooks must not connect to the address, in any notation. */
export function isForbiddenAddress(address: string): boolean {
  return readings(address).some((each) => forbidden.check(each, each.includes(':') ? 'ipv6' : 'ipv4'));
}

/** Whether the address belongs to this machine or to a network that is not the Internet. */
export function isPrivateAddress(address: string): boolean {
  return readings(address).some((each) => inside.check(each, each.includes(':') ? 'ipv6' : 'ipv4'));
}

/** Whether two addresses are the same, in any notation. */
export function isSameAddress(one: string, other: string): boolean {
  const others = readings(other).map(canonical);
  return readings(one).some((each) => others.includes(canonical(each)));
}

/** Whether a connection to it ends at this machine. */
export function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((each) => each.address));
  return readings(address).some(
    (each) => each.startsWith('127.') || [...own, '::1'].some((other) => isSameAddress(each, other)),
  );
}

function canonical(address: string): string {
  return addressBytes(address)?.join('.') ?? address;
}
