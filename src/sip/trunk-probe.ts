import { lookup, resolveSrv } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { codeOf, describeError } from '../domain/errors.ts';
import { type HostPort, splitHostPort } from '../domain/host-port.ts';
import { sipPort, sipTlsPort, type SipTransport } from '../domain/sip-security.ts';

export interface ProbedTrunk {
  /** `host` or `host:port`. */
  readonly host: string;
  readonly transport: SipTransport;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

const patienceMs = 10_000;

/** The SRV records that Asterisk asks for (RFC 3263, section 4.1), and the port without any. */
const services: Record<SipTransport, { service: string; port: number }> = {
  udp: { service: '_sip._udp', port: sipPort },
  tcp: { service: '_sip._tcp', port: sipPort },
  tls: { service: '_sips._tcp', port: sipTlsPort },
};

const unknownAuthority = 'TRUNK_CA_FILE has to name the CA that signed its certificate';
/** What can be done about a certificate that is refused, by the code of Node's error. */
const remedies: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'TRUNK_HOST has to be a name in its certificate',
  CERT_HAS_EXPIRED: "the provider has to renew it, or this machine's clock is wrong",
};

/**
 * Looks the trunk up and connects to it as Asterisk does, and says why that fails. Asterisk does not: a call reports only "503", and
 * OPTIONS no answer.
 * @param authorities PEM.
 * @returns undefined when nothing is wrong, as far as this can be told: over UDP there is no connection.
 */
export async function findTrunkFault(
  { host, transport }: ProbedTrunk,
  authorities: string,
): Promise<string | undefined> {
  const trunk = splitHostPort(host);
  let place: Place;
  try {
    place = await locate(trunk, transport);
  } catch (error) {
    return describeLookup(trunk.host, error);
  }
  if (transport === 'udp') return undefined;
  const kind = transport.toUpperCase();
  try {
    await reach(transport === 'tls' ? openTls(place, trunk.host, authorities) : connectTcp(place), kind);
    return undefined;
  } catch (error) {
    const remedy = remedies[codeOf(error)];
    const why = `${place.host}:${place.port}: ${describeError(error)}`;
    return `there is no ${kind} connection to the trunk (${why})${remedy === undefined ? '' : `: ${remedy}`}`;
  }
}

async function reach(socket: Socket, kind: string): Promise<void> {
  try {
    const connected = kind === 'TLS' ? 'secureConnect' : 'connect';
    await once(socket, connected, { signal: AbortSignal.timeout(patienceMs) });
  } finally {
    socket.on('error', () => undefined); // ignores errors after the result
    socket.destroy();
  }
}

function openTls(place: Place, name: string, authorities: string): Socket {
  return connectTls({
    ...place,
    ca: authorities,
    // The certificate must match the requested name, wherever DNS leads (RFC 5922, section 7.3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
  });
}

/** @throws the error of a look-up. */
async function locate({ host: name, port }: HostPort, transport: SipTransport): Promise<Place> {
  const { service, port: usualPort } = services[transport];
  if (isIP(name) !== 0) return { host: name, port: port ?? usualPort };
  const records = port === undefined ? await resolveSrv(`${service}.${name}`).catch(() => []) : [];
  const [first] = records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
  const place =
    first === undefined ? { host: name, port: port ?? usualPort } : { host: first.name, port: first.port };
  await lookup(place.host, { family: 4 });
  return place;
}

async function describeLookup(name: string, error: unknown): Promise<string> {
  if (codeOf(error) !== 'ENOTFOUND')
    return `DNS does not answer for ${name} (${codeOf(error)}): is this machine connected to the Internet?`;
  const other = await lookup(name, { family: 6 }).catch(() => undefined);
  return other === undefined
    ? `the name ${name} is not found in DNS: is TRUNK_HOST right?`
    : `${name} has only an IPv6 address, and SIP uses IPv4 here`;
}
