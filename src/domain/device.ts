import { splitHostPort } from './host-port.ts';
import { readPhoneNumber } from './phone-number.ts';
import { sipPort, sipTlsPort, type SipTransport } from './sip-security.ts';

export const deviceTypes = ['sip_phone', 'softphone', 'webrtc', 'external'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** A SIP phone, as opposed to a browser or a number. */
export const isSipPhone = (type: DeviceType): boolean => type === 'sip_phone' || type === 'softphone';

/**
 * The order in which the owner's devices ring; devices of the same priority always ring together.
 * `in_order`: one priority after the other. `together`: all at once. `overlap`: the next priority joins while the previous one
 * still rings.
 */
export const ringStrategies = ['in_order', 'together', 'overlap'] as const;
export type RingStrategy = (typeof ringStrategies)[number];

export interface Device {
  id: string;
  name: string;
  type: DeviceType;
  /** `sip:user@host[:port][;transport=udp|tcp|tls]`, or `tel:+…` for an external number. */
  sipUri: string;
  /** The lowest number rings first. */
  priority: number;
  capabilities: string[];
  /** Whoever answers must press 1 before the device gets the call, so that no voicemail takes it. */
  confirmsAnswer: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

/** How Asterisk reaches a device. */
export type Reach =
  | { kind: 'registers'; user: string }
  | { kind: 'static'; uri: string }
  | { kind: 'external'; number: string };

const sipUriShape =
  /^sip:([A-Za-z0-9][A-Za-z0-9._+-]{0,63})@((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)(?::([0-9]{1,5}))?(?:;transport=(udp|tcp|tls))?$/;

export interface SipUri {
  user: string;
  host: string;
  port: number | undefined;
  transport: SipTransport | undefined;
}

/**
 * Parses the restricted SIP URIs that may reach Asterisk: no parameter but the transport, no headers or escapes (RFC 3261 section 19.1
 * allows more), so nothing in them can become a second dial-string option. The host is a name or a dotted quad, never another spelling
 * of an address. Undefined for any other shape.
 */
export function parseSipUri(text: string): SipUri | undefined {
  const match = sipUriShape.exec(text);
  if (match === null || text.length > 255) return undefined;
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const host = (match[2] as string).toLowerCase();
  if (isNumericHost(host) && !isDottedQuad(host)) return undefined;
  return { user: match[1] as string, host, port, transport: match[4] as SipTransport | undefined };
}

/**
 * What is wrong with the form of a device's address, as it follows the name of the field in a sentence; undefined if nothing is.
 * @param type undefined: it is not known, and the address tells.
 */
export function findAddressFault(type: DeviceType | undefined, typed: string): string | undefined {
  const isNumber = type === undefined ? typed.startsWith('tel:') : type === 'external';
  if (!isNumber)
    return parseSipUri(typed) === undefined
      ? 'must be sip:user@host or sip:user@host:port, with a name or an address like 192.0.2.1 as the host, and no parameter but ;transport=udp, tcp or tls'
      : undefined;
  if (!typed.startsWith('tel:'))
    return 'of an external device must be tel: and a number, for example tel:+12025550142';
  const read = readPhoneNumber(typed.slice('tel:'.length));
  return 'fault' in read ? read.fault : undefined;
}

/** The URI's port, explicit or implied. */
export function sipPortOf({ port, transport }: Pick<SipUri, 'port' | 'transport'>): number {
  return port ?? (transport === 'tls' ? sipTlsPort : sipPort);
}

/** `127.1`, `2130706433`, `0x7f000001`, `0177.0.0.1`: a resolver reads each as 127.0.0.1; no host name ends in a number. */
function isNumericHost(host: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/.test(host);
}

function isDottedQuad(host: string): boolean {
  const octet = '(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
  return new RegExp(`^${octet}(?:\\.${octet}){3}$`).test(host);
}

/** A user part that a telephone network could take for a number, with or without separators between the digits. */
export function isNumericUser(user: string): boolean {
  return /^\+?[0-9][0-9.+_-]*$/.test(user);
}

/** @param ownHosts the names and addresses, each with its SIP port, under which phones register at this gateway (`host:port`, lower case). */
export function reachOf(device: Pick<Device, 'type' | 'sipUri'>, ownHosts: readonly string[]): Reach {
  if (device.type === 'external') return { kind: 'external', number: device.sipUri.replace(/^tel:/, '') };
  const uri = parseSipUri(device.sipUri);
  if (uri !== undefined && isOwnHost(uri, ownHosts)) return { kind: 'registers', user: uri.user };
  return { kind: 'static', uri: device.sipUri };
}

/** A URI without a port names the gateway by its host alone. */
function isOwnHost(uri: SipUri, ownHosts: readonly string[]): boolean {
  return ownHosts.some((own) => {
    const { host, port } = splitHostPort(own);
    return host === uri.host && (uri.port === undefined || uri.port === port);
  });
}

/** How long a page may take to register. It takes a second or two, and a slow machine more. */
export const arrivalSeconds = 10;

export interface DeviceWithState extends Device {
  isOnline: boolean;
  /** Whether it is a browser that can be woken: a push message asks its user to open the page, which makes it a phone again. */
  canWake: boolean;
  /** Whether it is a browser whose page has just connected, and comes online any moment. */
  isArriving: boolean;
  /** When it last came online or went offline, epoch ms; null if it was never online. */
  lastOnlineAtMs: number | null;
  /** Why it cannot be used at all, if it cannot. */
  fault?: string;
}

/**
 * The devices to ring, in order. A selector is an id, a type or a name; without one, all devices that can be reached, by
 * priority. A device that matches by id or name is returned even when it is offline, so that the caller can say so.
 */
export function chooseDevices(
  devices: readonly DeviceWithState[],
  selector: string | null,
): DeviceWithState[] {
  const inOrder = [...devices].sort((a, b) => a.priority - b.priority || a.createdAtMs - b.createdAtMs);
  if (selector === null || selector === '') return inOrder.filter(isReachable);
  const byId = inOrder.filter((device) => device.id === selector);
  if (byId.length > 0) return byId;
  if ((deviceTypes as readonly string[]).includes(selector))
    return inOrder.filter((device) => device.type === selector && isReachable(device));
  const wanted = selector.toLowerCase();
  return inOrder.filter((device) => device.name.toLowerCase() === wanted);
}

export function isReachable({
  isOnline,
  canWake,
  isArriving,
}: Pick<DeviceWithState, 'isOnline' | 'canWake' | 'isArriving'>): boolean {
  return isOnline || canWake || isArriving;
}

/** Whether a selector names any device, online or not; false means "no such device". */
export function selectorIsKnown(devices: readonly Device[], selector: string): boolean {
  const wanted = selector.toLowerCase();
  return (
    (deviceTypes as readonly string[]).includes(selector) ||
    devices.some((device) => device.id === selector || device.name.toLowerCase() === wanted)
  );
}
