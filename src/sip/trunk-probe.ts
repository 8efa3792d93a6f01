import { resolveSrv } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { describeError } from '../domain/errors.ts';
import { splitHostPort } from '../domain/host-port.ts';
import { sipTlsPort } from '../domain/sip-security.ts';

const patienceMs = 10_000;

/**
 * Connects to the trunk the way Asterisk does and says why that fails: when Asterisk rejects a certificate, a call
 * reports only "503".
 * @param trunk `host` or `host:port`.
 * @param authorities PEM.
 * @returns undefined when the connection succeeds and the certificate is valid.
 */
export async function findTlsFault(trunk: string, authorities: string): Promise<string | undefined> {
  const { host: name, port: givenPort } = splitHostPort(trunk);
  const { host, port } = givenPort === undefined ? await locate(name) : { host: name, port: givenPort };
  const socket = connect({
    host,
    port,
    ca: authorities,
    // The certificate must match the requested name, wherever DNS leads (RFC 5922, section 7.3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
    return undefined;
  } catch (error) {
    return `${host}:${port}: ${describeError(error)}`;
  } finally {
    socket.on('error', () => undefined); // ignores errors after the result
    socket.destroy();
  }
}

async function locate(name: string): Promise<{ host: string; port: number }> {
  const records = isIP(name) === 0 ? await resolveSrv(`_sips._tcp.${name}`).catch(() => []) : [];
  const [first] = records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
  return first === undefined ? { host: name, port: sipTlsPort } : { host: first.name, port: first.port };
}
